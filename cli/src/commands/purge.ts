import type { Registration } from '../command';
import { exitCodes } from '../exit-codes';
import { order } from '../site/responses';

/** `purge`: drops cached responses. */
export function addPurge({ program, act }: Registration): void {
  program
    .command('purge')
    .description('drop all cached responses of the public API, and purge the caches in front of the site')
    .action(
      act(async ({ site, output, isJson }) => {
        await order(site, { method: 'POST', path: '/cache/purge', body: {} });
        if (isJson) await output.json({ purged: true });
        else await output.line('All cached responses are dropped.');
        return exitCodes.done;
      }),
    );
}
