import { setTimeout as pause } from 'node:timers/promises';
import { type CliProcess, main } from './main';
import { settled } from './output/output';
import { reserveStdout } from './output/reserve-stdout';

type StartedProcess = CliProcess & Pick<NodeJS.Process, 'on' | 'exit'>;

// The codes by which shells report a process that was ended by a signal.
const exitCodesOfSignals = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Runs the command that the process was started for, and exits with its exit code. The first Ctrl+C lets the command
 * finish its current step; the second one ends the process immediately.
 * @param version of the package
 */
export function run(process: StartedProcess, version: string): void {
  const interruption = new AbortController();
  const onSignal = (signal: keyof typeof exitCodesOfSignals) => {
    if (interruption.signal.aborted) process.exit(exitCodesOfSignals[signal]);
    process.stderr.write(`Stopping. ${signal === 'SIGINT' ? 'Ctrl+C' : signal} again ends it at once.\n`);
    interruption.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  const { argv, env, stderr } = process;
  const stdout = reserveStdout(process);
  void main(
    { argv, env, stderr, stdout, cwd: () => process.cwd() },
    {
      version,
      interrupted: interruption.signal,
      clock: {
        now: () => performance.now(),
        pause: (milliseconds, signal) => pause(milliseconds, undefined, { signal }).catch(() => undefined),
      },
    },
  ).then(async (code) => {
    await settled(stderr);
    // Handles that the loaded site left open must not keep the process alive.
    process.exit(code);
  });
}
