import { type Run, runHistory, syncResponse } from '../../../contracts/admin/runs';
import type { CommandContext } from '../command';
import { CommandError } from '../command-error';
import { type ExitCode, exitCodes } from '../exit-codes';
import { barOf, progressOf } from '../output/run-texts';
import { read } from '../site/responses';

/** Polling interval, in milliseconds. */
const interval = 1000;
/** Interval of progress lines that cannot be rewritten in place, in milliseconds. */
const linesApart = 10_000;
/** How long a site may be unreachable, as during a restart, in milliseconds. */
const patience = 120_000;

/**
 * Shows a run's progress until it ends; waits for the site if it restarts in the meantime.
 * @returns the ended run; null if Ctrl+C was pressed before
 * @throws CommandError if the site is unreachable for two minutes, or rejects a request
 */
export async function followRun(id: string, context: CommandContext): Promise<Run | null> {
  const { output, clock, interrupted } = context;
  let lastResponse = clock.now();
  let shown = { text: '', at: -linesApart };
  for (;;) {
    if (interrupted.aborted) return null;
    try {
      const run = await findRun(id, context);
      lastResponse = clock.now();
      if (run.status !== 'running') {
        output.endProgress();
        return run;
      }
      show(`${output.isTerminal ? barOf(run) : ''}${progressOf(run)}`);
    } catch (error) {
      if (interrupted.aborted) return null;
      if (!mayPass(error) || clock.now() - lastResponse >= patience) throw error;
      show('the site does not respond; waiting for it');
    }
    await clock.pause(interval, interrupted);
  }

  function show(text: string): void {
    const isDue = output.isTerminal || clock.now() - shown.at >= linesApart;
    if (text === shown.text || !isDue) return;
    output.progress(text);
    shown = { text, at: clock.now() };
  }
}

async function findRun(id: string, { site }: CommandContext): Promise<Run> {
  const { current, last } = await read(site, { method: 'GET', path: '/sync' }, syncResponse);
  const run = [current, last].find((each) => each?.id === id);
  if (run) return run;
  // Another run has started in the meantime.
  const { runs } = await read(site, { method: 'GET', path: '/sync/runs', query: { pageSize: 100 } }, runHistory);
  const earlier = runs.find((each) => each.id === id);
  if (earlier) return earlier;
  throw new CommandError({ exitCode: exitCodes.failed, message: `The sync ${id} no longer exists.` });
}

/** Whether the failure may be temporary: what happens while a site, or a proxy in front of it, restarts. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof CommandError)) return false;
  return error.exitCode === exitCodes.unreachable || isServerError(error);
}

function isServerError({ status }: CommandError): boolean {
  return status !== null && (status >= 500 || status === 429);
}

/** The exit code for a run that was followed to its end. */
export function exitCodeOf(status: Run['status']): ExitCode {
  if (status === 'succeeded') return exitCodes.done;
  return status === 'partial' ? exitCodes.partial : exitCodes.failed;
}
