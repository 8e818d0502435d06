import { z } from 'zod';
import { run } from '../../../contracts/admin/runs';
import type { Registration } from '../command';
import { exitCodes } from '../exit-codes';
import { read } from '../site/responses';

const canceled = z.object({ run: run.nullable() });

/** `cancel`: cancels the run under way. */
export function addCancel({ program, act }: Registration): void {
  program
    .command('cancel')
    .description('stop the sync that is under way; what it wrote stays')
    .action(
      act(async ({ site, output, isJson }) => {
        const found = await read(site, { method: 'POST', path: '/sync/cancel' }, canceled);
        if (isJson) await output.json(found);
        else await output.line(found.run === null ? 'No sync is under way.' : `The sync ${found.run.id} is stopped.`);
        return exitCodes.done;
      }),
    );
}
