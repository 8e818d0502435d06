import { z } from 'zod';
import { healthRecord } from '../../../contracts/admin/health';
import type { Registration } from '../command';
import { exitCodes } from '../exit-codes';
import { read } from '../site/responses';

const options = z.object({ check: z.boolean().default(false) });

/** `health`: shows the last health check, or runs one now. */
export function addHealth({ program, act }: Registration): void {
  program
    .command('health')
    .description('what the last health check found; the exit code is 1 if something is wrong')
    .option('--check', 'check now')
    .action(
      act(async ({ site, output, isJson }, given) => {
        const found = options.parse(given.options).check
          ? await read(site, { method: 'POST', path: '/health/check', body: {} }, healthRecord)
          : await read(site, { method: 'GET', path: '/health' }, healthRecord.nullable());
        if (isJson) await output.json(found);
        else if (found === null) await output.line('Not checked yet. "commerce-bridge health --check" checks now.');
        else {
          const at = new Date(found.checked_at * 1000).toISOString();
          await output.line(found.healthy ? `Healthy (checked at ${at}).` : `Not healthy (checked at ${at}):`);
          for (const error of found.errors) await output.line(`- ${error}`);
        }
        return found?.healthy === false ? exitCodes.failed : exitCodes.done;
      }),
    );
}
