import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cache, repository } from './paths';

/**
 * SHA-256 over the names and contents of files and folders, given relative to the repository; absent ones count as
 * absent.
 */
export function fingerprint(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) add(path);
  return hash.digest('hex');

  function add(path: string): void {
    const absolute = join(repository, path);
    hash.update(`${path}\0`);
    if (!existsSync(absolute)) return;
    if (!statSync(absolute).isDirectory()) {
      hash.update(readFileSync(absolute)).update('\0');
      return;
    }
    for (const name of readdirSync(absolute).sort()) add(join(path, name));
  }
}

const stampFile = (step: string): string => join(cache, 'stamps', step);

/** Whether a step was last finished with this fingerprint. */
export function isStamped(step: string, value: string): boolean {
  return existsSync(stampFile(step)) && readFileSync(stampFile(step), 'utf8') === value;
}

/** Clears a step's record before it starts, so that an interrupted step does not count as finished. */
export function clearStamp(step: string): void {
  rmSync(stampFile(step), { force: true });
}

/** Records that a step was finished with this fingerprint. */
export function writeStamp(step: string, value: string): void {
  mkdirSync(dirname(stampFile(step)), { recursive: true });
  writeFileSync(stampFile(step), value);
}
