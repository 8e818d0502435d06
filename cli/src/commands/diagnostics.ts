import { diagnostics } from '../../../contracts/admin/diagnostics';
import type { Registration } from '../command';
import { exitCodes } from '../exit-codes';
import { read } from '../site/responses';

/** `diagnostics`: the report for a support ticket. */
export function addDiagnostics({ program, act }: Registration): void {
  program
    .command('diagnostics')
    .description('a report for a support ticket, as JSON; it contains no secrets')
    .action(
      act(async ({ site, output }) => {
        await output.json(await read(site, { method: 'GET', path: '/diagnostics' }, diagnostics));
        return exitCodes.done;
      }),
    );
}
