import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { compiledProgram } from './compiled-programs';
import type { CliRun } from './run-cli';

/** A command line in a separate process, from its source. */
export interface StartedCli {
  stdout: Readable;
  /** Resolves once the words were printed on standard error; rejects if the process ends before. */
  says(words: string): Promise<void>;
  signal(name: 'SIGINT' | 'SIGTERM'): void;
  /** The exit code, or -1 after a signal. */
  ended: Promise<Omit<CliRun, 'out'>>;
}

/** Starts the command line in a site's folder. */
export async function startCli(folder: string, args: readonly string[]): Promise<StartedCli> {
  const program = await compiledProgram('tests/support/sites/cli-process.ts');
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killNow = () => void child.kill('SIGKILL');
  process.once('exit', killNow);
  let error = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (error += chunk));
  const closed = once(child, 'close').then(() => {
    process.removeListener('exit', killNow);
    return { code: child.exitCode ?? -1, error };
  });
  return {
    stdout: child.stdout,
    async says(words) {
      while (!error.includes(words)) {
        const isOver = await Promise.race([once(child.stderr, 'data').then(() => false), closed.then(() => true)]);
        if (isOver && !error.includes(words)) throw new Error(`it ended without saying "${words}":\n${error}`);
      }
    },
    signal: (name) => void child.kill(name),
    ended: closed,
  };
}

/** Runs the command line to its end. */
export async function runCliProcess(folder: string, args: readonly string[]): Promise<CliRun> {
  const { stdout, ended } = await startCli(folder, args);
  const [out, run] = await Promise.all([text(stdout), ended]);
  return { ...run, out };
}
