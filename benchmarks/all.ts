import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { binaries, repository } from '../scripts/lib/paths';

/**
 * Runs every benchmark, one after the other, so that none disturbs another; each writes its section of BENCHMARKS.md.
 */
const helpers = new Set(['all.ts', 'document-loop.ts', 'replaying-store.ts']);
const wanted = process.argv.slice(2);

for (const file of readdirSync(join(repository, 'benchmarks')).filter(
  (name) => name.endsWith('.ts') && !helpers.has(name),
)) {
  if (wanted.length > 0 && !wanted.includes(file.replace(/\.ts$/, ''))) continue;
  console.log(`… ${file}`);
  const { status } = spawnSync(process.execPath, [join(binaries, 'tsx'), join(repository, 'benchmarks', file)], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
