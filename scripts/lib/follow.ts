import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { repository } from './paths';

/** The time limit for a part of the test run, in minutes: a hung part must not block the run forever. */
export const minutesPerPart = 60;

export interface FollowOptions {
  /** For temporary files of the script and its children. */
  temporary?: string;
  /** The time limit. */
  minutes?: number;
  /** `mixed`: its output is not treated as a terminal, where it would overwrite the output of others. Default `own`. */
  output?: 'own' | 'mixed';
  /** Added to this process's environment. */
  environment?: Record<string, string>;
}

/** Runs a Node.js script with its output shown; returns its exit code, null if it had to be killed. */
export async function follow(
  args: readonly string[],
  { temporary = tmpdir(), minutes = minutesPerPart, output = 'own', environment = {} }: FollowOptions = {},
): Promise<number | null> {
  const child = spawn(process.execPath, args, {
    cwd: repository,
    env: { ...process.env, ...environment, TMPDIR: temporary },
    stdio: output === 'own' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  });
  child.stdout?.pipe(process.stdout, { end: false });
  child.stderr?.pipe(process.stderr, { end: false });
  const limit = setTimeout(() => {
    child.kill('SIGKILL');
    // Its own child processes may survive it and keep the output open.
    child.stdout?.destroy();
    child.stderr?.destroy();
  }, minutes * 60_000);
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => {
      clearTimeout(limit);
      done(code);
    });
  });
}
