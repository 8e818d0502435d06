import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { repository } from './paths';

/** What a part of the test run may take, in minutes: one that hangs must not hang whoever waits for it forever. */
export const minutesPerPart = 35;

export interface FollowOptions {
  /** Where it and its children put what lives no longer than they do. */
  temporary?: string;
  /** How long it may take. */
  minutes?: number;
}

/** Runs a Node.js script with its output shown; returns its exit code, null if it had to be killed. */
export async function follow(
  args: readonly string[],
  { temporary = tmpdir(), minutes = minutesPerPart }: FollowOptions = {},
): Promise<number | null> {
  const child = spawn(process.execPath, args, {
    cwd: repository,
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), minutes * 60_000);
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => {
      clearTimeout(limit);
      done(code);
    });
  });
}
