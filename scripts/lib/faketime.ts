import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = '/usr/lib';

/** The path of the library of Debian's package `faketime`; undefined if it is not installed. */
export function findFaketime(): string | undefined {
  if (!existsSync(folder)) return undefined;
  return ['', ...readdirSync(folder)]
    .map((name) => join(folder, name, 'faketime', 'libfaketime.so.1'))
    .find((file) => existsSync(file));
}
