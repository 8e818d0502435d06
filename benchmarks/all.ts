import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { binaries, repository } from '../scripts/lib/paths';

/**
 * Runs every benchmark, or those named, one after the other, so that they do not disturb each other; each writes its
 * section of BENCHMARKS.md. Other arguments are passed on to them.
 *
 *   npm run bench -- filters postgres
 */
const helpers = new Set(['all.ts', 'document-loop.ts', 'replaying-store.ts']);
const names = readdirSync(join(repository, 'benchmarks'))
  .filter((file) => file.endsWith('.ts') && !helpers.has(file))
  .map((file) => file.replace(/\.ts$/, ''));
const given = process.argv.slice(2);
const wanted = names.filter((name) => given.includes(name));
const passedOn = given.filter((argument) => !names.includes(argument));
if (given.length > 0 && wanted.length === 0)
  throw new Error(`${given.join(' ')} names no benchmark: ${names.join(', ')}`);

for (const name of given.length > 0 ? wanted : names) {
  const file = `${name}.ts`;
  console.log(`… ${file}`);
  const { status } = spawnSync(
    process.execPath,
    [join(binaries, 'tsx'), join(repository, 'benchmarks', file), ...passedOn],
    { stdio: 'inherit' },
  );
  if (status !== 0) process.exitCode = 1;
}
