import { Command, InvalidArgumentError, Option } from 'commander';
import { writeBenchmark } from './chaos/benchmark-section';
import type { DatabaseId } from './chaos/database';
import { shortPace, usualPace } from './chaos/pace';
import { describeFindings, violationsIn } from './chaos/report';
import { logFolderOf, runChaos } from './chaos/run-chaos';
import { type Trouble, troublesOf } from './chaos/trouble-plan';
import { runVitest } from './lib/run-vitest';
import { wholeNumber } from './lib/whole-number';

interface Line {
  invariants?: boolean;
  instances: number;
  minutes?: number;
  seed?: number;
  database: DatabaseId;
  redis?: boolean;
  only?: Trouble[];
  benchmark?: boolean;
  short?: boolean;
}

const program = new Command()
  .name('npm run chaos --')
  .description('Sites under everything that may happen at once, for longer than npm test has time for.')
  .option('--instances <number>', 'this many instances behind a HAProxy, with signed deliveries and reads', several, 3)
  .addOption(
    new Option('--database <server>', 'which server they share').choices(['postgres', 'mysql']).default('postgres'),
  )
  .option('--redis', 'with their own Redis')
  .addOption(new Option('--only <trouble...>', 'nothing else happens').choices(troublesOf({ redis: true })))
  .option(
    '--invariants',
    'instead: two processes over one database, on PostgreSQL and on MySQL or MariaDB, until --minutes are over',
  )
  .option('--short', 'everything once, one after the other, and twice as patient: takes a minute or two')
  .option('--benchmark', 'writes the figures into BENCHMARKS.md')
  .option('--minutes <number>', 'how long each database is worked on (default: 10, with --invariants 30)', minutes)
  .option('--seed <number>', 'what is drawn from, to repeat what failed (default: another one each time)', wholeNumber)
  .action(async (line: Line) => {
    const seed = line.seed ?? Math.floor(Math.random() * 2 ** 31);
    process.exitCode = line.invariants === true ? await invariants({ ...line, seed }) : await chaos({ ...line, seed });
  });

async function chaos({
  instances,
  minutes = 10,
  seed,
  database,
  redis = false,
  only,
  benchmark = false,
  short = false,
}: Line & { seed: number }): Promise<number> {
  const log = (step: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${step}`);
  const interrupted = new Promise<never>((_, reject) => {
    // Not `once`: the cleanup must not be interrupted.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => reject(new Error('interrupted')));
  });
  const found = await runChaos({
    ...{ instances, minutes, seed, database, redis, log, interrupted, pace: short ? shortPace : usualPace },
    ...(only && { only }),
    ...(short && { rounds: 1, minutes: Infinity }),
  });
  if (benchmark) writeBenchmark(found, { database, redis, minutes, seed });
  const how = `${instances} instances on ${database}${redis ? ' with Redis' : ''}, ${short ? '--short' : `${minutes} minutes`}, --seed ${seed}`;
  console.log(
    `\n${how}\n\n${describeFindings(found)}\n\nAll findings, and the instances' output, are in ${logFolderOf({ database, redis, ...(short && { rounds: 1 }) })}.`,
  );
  return violationsIn(found).length > 0 ? 1 : 0;
}

async function invariants({ minutes = 30, seed }: Line & { seed: number }): Promise<number> {
  process.env.INVARIANTS_SECONDS = String(Math.round(minutes * 60));
  const { failed, failures, passed } = await runVitest({
    project: 'smoke',
    minutes: 2 * minutes + 30,
    passedOn: ['smoke/invariants', `--sequence.seed=${seed}`],
  });
  for (const failure of failures) console.error(failure);
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

function minutes(text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new InvalidArgumentError('A number of minutes above 0 is needed.');
  return number;
}

function several(text: string): number {
  const number = wholeNumber(text);
  if (number < 2) throw new InvalidArgumentError('Two at least are needed: one is always left alone.');
  return number;
}

program.parseAsync().catch((error: unknown) => {
  console.error(error);
  // Otherwise, unfinished work would keep the process alive.
  process.exit(1);
});
