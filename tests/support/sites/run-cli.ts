import { tmpdir } from 'node:os';
import { Writable } from 'node:stream';
import type { CommandClock } from '../../../cli/src/command';
import { main } from '../../../cli/src/main';

export interface CliRun {
  code: number;
  out: string;
  error: string;
}

export interface CliOptions {
  env?: Readonly<Record<string, string>>;
  /** Aborting it simulates Ctrl+C. */
  interrupted?: AbortSignal;
  clock?: CommandClock;
  /** The working directory; default: not a site's folder. */
  folder?: string;
  /** Whether standard error is a terminal; default: no. */
  isTerminal?: boolean;
  /** Receives standard output; default: all of it is kept. */
  stdout?: Writable;
}

/** Runs a command line in this process, without real waiting. */
export async function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  const out = kept();
  const error = kept();
  if (options.isTerminal === true) Object.assign(error.stream, { isTTY: true, columns: 80 });
  const code = await main(
    {
      argv: ['node', 'commerce-bridge', ...args],
      env: options.env ?? {},
      stdout: options.stdout ?? out.stream,
      stderr: error.stream,
      cwd: () => options.folder ?? tmpdir(),
    },
    {
      version: '1.2.3',
      interrupted: options.interrupted ?? new AbortController().signal,
      clock: options.clock ?? swiftClock(),
    },
  );
  return { code, out: out.text(), error: error.text() };
}

/** A clock whose pauses end at once, and advance it. */
export function swiftClock(): CommandClock {
  let now = 0;
  return {
    now: () => now,
    pause: (milliseconds) => {
      now += milliseconds;
      return Promise.resolve();
    },
  };
}

function kept(): { stream: Writable; text(): string } {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  return { stream, text: () => chunks.join('') };
}
