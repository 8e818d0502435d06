import { setTimeout as pause } from 'node:timers/promises';
import { type CliProcess, main } from './main';

type StartedProcess = CliProcess & {
  exitCode?: string | number | null | undefined;
  once(signal: 'SIGINT', listener: () => void): unknown;
};

/**
 * Runs the command that a process was started for, and sets its exit code.
 * @param version of the package
 */
export function run(process: StartedProcess, version: string): void {
  const interruption = new AbortController();
  process.once('SIGINT', () => interruption.abort());
  void main(process, {
    version,
    interrupted: interruption.signal,
    clock: {
      now: () => performance.now(),
      pause: (milliseconds, signal) => pause(milliseconds, undefined, { signal }).catch(() => undefined),
    },
  }).then((code) => {
    process.exitCode = code;
  });
}
