import { type CancelResponse, cancelResponse } from '../../../contracts/admin/runs';
import type { Registration } from '../command';
import { exitCodes } from '../exit-codes';
import { read } from '../site/responses';

/** `cancel`: cancels the run under way; without one, the reading of further markets. */
export function addCancel({ program, act }: Registration): void {
  program
    .command('cancel')
    .description('stop the sync that is under way; what it wrote stays')
    .action(
      act(async ({ site, output, isJson }) => {
        const found = await read(site, { method: 'POST', path: '/sync/cancel' }, cancelResponse);
        if (isJson) await output.json(found);
        else await output.line(wordsOf(found));
        return exitCodes.done;
      }),
    );
}

function wordsOf({ run, areMarketsCanceled }: CancelResponse): string {
  if (run) return `The sync ${run.id} is stopped.`;
  return areMarketsCanceled
    ? 'No sync was under way. Reading of further markets is stopped until the next full sync or sweep.'
    : 'No sync is under way.';
}
