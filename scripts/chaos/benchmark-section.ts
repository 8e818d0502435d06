import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { table, writeSection } from '../../benchmarks/lib/report';
import { repository } from '../lib/paths';
import { figuresOf, type Findings, violationCounts } from './report';

// In the repository, since the runs in the section take place on more than one machine.
const folder = join(repository, 'scripts/chaos/figures');
const column = z.object({ title: z.string(), figures: z.array(z.tuple([z.string(), z.string()])) });

/**
 * Writes a run's figures into BENCHMARKS.md, next to those of the last runs on other databases and with or without
 * Redis.
 */
export function writeBenchmark(
  found: Findings,
  run: { database: string; redis: boolean; minutes: number; seed: number },
): void {
  const { database, redis, minutes, seed } = run;
  const title = `${names[database] ?? database}${redis ? ', Redis' : ''}`;
  const figures = [
    ['Run', `${minutes} minutes on ${new Date().toISOString().slice(0, 10)}, seed ${seed}`],
    ...figuresOf(found),
    ['Findings', violationCounts(found)],
  ];
  const file = join(folder, `${database}${redis ? '-redis' : ''}.json`);
  writeFileSync(file, `${JSON.stringify({ title, figures }, null, 2)}\n`);
  const columns = readdirSync(folder)
    .sort()
    .map((file) => column.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))));
  writeSection({ id: 'chaos', title: `Chaos, ${found.instances} instances`, body: bodyOf(columns) });
}

const names: Readonly<Record<string, string>> = { postgres: 'PostgreSQL', mysql: 'MariaDB' };

function bodyOf(columns: readonly z.infer<typeof column>[]): string {
  const rows = (columns[0]?.figures ?? []).map(([name]) => [
    name,
    ...columns.map(({ figures }) => figures.find(([other]) => other === name)?.[1] ?? ''),
  ]);
  return [
    'Written by `npm run chaos -- --benchmark`: real processes behind a HAProxy, with everything that may happen to them; CONTRIBUTING.md says what.',
    'A response is as old as the change that it lacks was acknowledged; time without a database does not count.',
    '',
    table([['', ...columns.map(({ title }) => title)], ...rows]),
  ].join('\n');
}
