import { z } from 'zod';
import { run as runSchema, type Run, type StartRunBody } from '../../../contracts/admin/runs';
import type { CommandContext } from '../command';
import { CommandError } from '../command-error';
import { type ExitCode, exitCodes } from '../exit-codes';
import type { Carrying } from '../site/site';
import { exitCodeOf, followRun } from './follow-run';
import { showRun, start } from './start-run';

const busyDetails = z.object({ run: runSchema });

/**
 * Runs a sync to its end in this process. If another run is already under way, here or in another process, follows that
 * one first; if it did what was requested, no further run is started.
 */
export async function carryToEnd(
  body: StartRunBody,
  context: CommandContext & { carrying: Carrying },
): Promise<ExitCode> {
  const { output, carrying } = context;
  for (;;) {
    const { run, isOurs } = await startOrFind(body, context);
    if (isOurs) output.note(`Started the ${nameOf(run)} ${run.id}.`);
    else {
      output.note(`The ${nameOf(run)} ${run.id} is already under way${await placeOf(carrying)}; following it.`);
      await carrying.takeOver();
    }
    const ended = await followRun(run.id, context);
    if (ended === null) {
      output.note(interruptionOf(run, isOurs));
      return exitCodes.failed;
    }
    if (isOurs || covers(ended, body)) {
      await showRun(ended, context);
      return exitCodeOf(ended.status);
    }
    output.note(`The ${nameOf(ended)} ${ended.id} has ended (${ended.status}).`);
  }
}

async function startOrFind(body: StartRunBody, context: CommandContext): Promise<{ run: Run; isOurs: boolean }> {
  try {
    return { run: await start(body, context), isOurs: true };
  } catch (error) {
    const busy = error instanceof CommandError && error.code === 'sync_busy' ? error : null;
    const found = busyDetails.safeParse(busy?.details);
    // Without a run in the details, something else blocks syncs, such as clearing the catalog.
    if (!found.success) throw error;
    return { run: found.data.run, isOurs: false };
  }
}

const nameOf = ({ dryRun, mode }: Pick<Run, 'dryRun' | 'mode'>): string => `${dryRun ? 'dry ' : ''}${mode} sync`;

async function placeOf(carrying: Carrying): Promise<string> {
  const holder = await carrying.holder();
  if (holder === null) return '';
  return holder.pid === process.pid ? ', and resumed here' : ` in process ${holder.pid} on ${holder.host}`;
}

/** Whether a run did at least what was requested. */
function covers(run: Run, { mode, dryRun }: StartRunBody): boolean {
  return run.dryRun === dryRun && (run.mode === mode || run.mode === 'full');
}

function interruptionOf({ id }: Run, isOurs: boolean): string {
  const rest = `it is resumed from its last page by the running site, or by the next start of the site or "commerce-bridge sync"`;
  return isOurs
    ? `Stopped. The sync ${id} is not done: ${rest}.`
    : `No longer following. The sync ${id} continues where it runs; if that was here, ${rest}.`;
}
