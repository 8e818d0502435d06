import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cache } from './paths';

/** Runs a task while no other process on this machine runs one with the same name; waits for its turn. */
export async function exclusively<Result>(name: string, task: () => Promise<Result>): Promise<Result> {
  const file = join(cache, `${name}.lock`);
  mkdirSync(dirname(file), { recursive: true });
  while (!claim(file)) await pause(200);
  try {
    return await task();
  } finally {
    rmSync(file, { force: true });
  }
}

// Linked into place with the holder's id already written, so that a lock is never read without a holder.
function claim(file: string): boolean {
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    if (!isHeld(file)) rmSync(file, { force: true });
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
}

// The holder may have been killed; its lock then names a process that is gone.
function isHeld(file: string): boolean {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch (error) {
    if (hasCode(error, 'EPERM')) return true;
    if (hasCode(error, 'ESRCH') || hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
