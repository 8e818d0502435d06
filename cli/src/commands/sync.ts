import { Option } from 'commander';
import { z } from 'zod';
import type { Run, StartRunBody } from '../../../contracts/admin/runs';
import type { CommandContext, Registration } from '../command';
import { exitCodes, type ExitCode } from '../exit-codes';
import { carryToEnd } from './carry-run';
import { exitCodeOf, followRun } from './follow-run';
import { showRun, start } from './start-run';

const options = z.object({
  full: z.boolean().default(false),
  sweep: z.boolean().default(false),
  dryRun: z.boolean().default(false),
  follow: z.boolean().default(false),
});

/** `sync`: starts a run, and follows it to its end if requested. */
export function addSync({ program, act }: Registration): void {
  program
    .command('sync')
    .description('sync the catalog: what was modified since the last success, unless an option says otherwise')
    .addOption(new Option('--full', 'everything').conflicts('sweep'))
    .option('--sweep', 'what was modified, and then compare everything with what is cached')
    .option('--dry-run', 'find out what it would do, and write nothing')
    .option('--follow', 'wait for its end; the exit code says how it ended')
    .action(
      act(async (context, given) => {
        const { full, sweep, dryRun, follow } = options.parse(given.options);
        const mode = full ? 'full' : sweep ? 'sweep' : 'incremental';
        const body: StartRunBody = { mode, dryRun, allowMassRemoval: false };
        const { carrying } = context.site;
        if (carrying) return carryToEnd(body, { ...context, carrying });
        const run = await start(body, context);
        if (!follow) {
          await showRun(run, context);
          return exitCodes.done;
        }
        return followToEnd(run, context);
      }),
    );
}

async function followToEnd(run: Run, context: CommandContext): Promise<ExitCode> {
  const { output } = context;
  output.note(`Started the ${run.dryRun ? 'dry ' : ''}${run.mode} sync ${run.id}.`);
  const ended = await followRun(run.id, context);
  if (ended === null) {
    output.note(
      `No longer following. The sync ${run.id} continues on the site: "commerce-bridge status" shows it, "commerce-bridge cancel" stops it.`,
    );
    return exitCodes.failed;
  }
  await showRun(ended, context);
  return exitCodeOf(ended.status);
}
