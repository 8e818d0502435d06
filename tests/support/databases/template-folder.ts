import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from '../../../scripts/lib/paths';

const folder = (): string | null => {
  const run = process.env['TEST_RUN'];
  return run === undefined ? null : join(cache, 'templates', run);
};

/** The path of a file that the processes of a test run share; null outside of a test run. */
export function inTemplates(name: string): string | null {
  const own = folder();
  if (own === null) return null;
  mkdirSync(own, { recursive: true });
  return join(own, name);
}

/** Removes the shared files. */
export function removeTemplates(): void {
  const own = folder();
  if (own !== null) rmSync(own, { recursive: true, force: true });
}
