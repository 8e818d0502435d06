import { Command, InvalidArgumentError } from 'commander';
import { runVitest } from './lib/run-vitest';

const program = new Command()
  .name('npm run chaos --')
  .description('Sites under everything that may happen at once, for longer than npm test has time for.')
  .option(
    '--invariants',
    'two processes over one database, on PostgreSQL and on MySQL or MariaDB, until --minutes are over',
  )
  .option('--minutes <number>', 'how long each database is worked on', minutes, 30)
  .option('--seed <number>', 'what is drawn from, to repeat what failed (default: another one each time)', wholeNumber)
  .action(async (line: { invariants?: boolean; minutes: number; seed?: number }) => {
    if (line.invariants !== true) return program.help();
    process.env.INVARIANTS_SECONDS = String(Math.round(line.minutes * 60));
    const seed = line.seed ?? Math.floor(Math.random() * 2 ** 31);
    const { failed, failures, passed } = await runVitest({
      project: 'smoke',
      minutes: 2 * line.minutes + 30,
      passedOn: ['smoke/invariants', `--sequence.seed=${seed}`],
    });
    for (const failure of failures) console.error(failure);
    console.log(`${passed} passed, ${failed} failed`);
    process.exitCode = failed > 0 ? 1 : 0;
  });

function minutes(text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new InvalidArgumentError('A number of minutes above 0 is needed.');
  return number;
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('A whole number is needed.');
  return Number(text);
}

program.parseAsync().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
