import { run as runSchema, type Run, type StartRunBody } from '../../../contracts/admin/runs';
import type { CommandContext } from '../command';
import { CommandError } from '../command-error';
import { resultOf } from '../output/run-texts';
import { read } from '../site/responses';

/** Starts a run. @throws CommandError with the code `sync_busy` and advice if one is under way */
export async function start(body: StartRunBody, { site }: CommandContext): Promise<Run> {
  try {
    return await read(site, { method: 'POST', path: '/sync', body }, runSchema);
  } catch (error) {
    if (!(error instanceof CommandError) || error.code !== 'sync_busy') throw error;
    const { exitCode, message, code, status, details } = error;
    const advice =
      '"commerce-bridge status" shows it, "commerce-bridge cancel" stops it, and a second sync can be started when it has ended.';
    throw new CommandError({ exitCode, message, code, status, details, advice });
  }
}

/** Prints a run's result or progress. */
export async function showRun(run: Run, { output, isJson }: CommandContext): Promise<void> {
  if (isJson) await output.json(run);
  else for (const line of resultOf(run)) await output.line(line);
}
