import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { follow, minutesPerPart } from './follow';
import { add, failedFiles, oneFailed, readJestReport, type Outcome } from './jest-results';
import { binaries, cache } from './paths';

// In megabytes: what a test throws away soon is collected less often, which is a tenth of the work.
const youngMemory = '--max-semi-space-size=64';

// More than these are no accident of a busy machine.
const filesWorthASecondTry = 3;

/** A project of jest.config.js, how many of its files run at a time, and further arguments for jest. */
export interface JestRun {
  project: string;
  workers: number;
  passedOn: readonly string[];
  /** How long it may take, where that is more than a part of the test run takes. */
  minutes?: number;
}

/**
 * Runs a project. With `CI=true` the few files that failed run once more, alone: what passes then is told as unsteady,
 * by name, and does not count as failed. The machines of CI are shared, and a stalled one is no finding about the product.
 */
export async function runJest(run: JestRun): Promise<Outcome> {
  const report = await tryOnce(run, run.project);
  const failed = failedFiles(report.file);
  if (process.env.CI !== 'true' || failed.length === 0 || failed.length > filesWorthASecondTry) {
    return outcomeOf(run.project, report, readJestReport(run.project, report.file));
  }
  console.log(`${run.project}: once more, alone: ${failed.join(', ')}`);
  const second = await tryOnce(
    { ...run, workers: 1, passedOn: ['--runTestsByPath', ...failed] },
    `${run.project}-again`,
  );
  const again = outcomeOf(run.project, second, readJestReport(run.project, second.file));
  const failures = readJestReport(run.project, report.file).failures;
  const unsteady = failures.filter((failure) => !again.failures.includes(failure));
  return add(readJestReport(run.project, report.file, failed), { ...again, unsteady });
}

interface Report {
  file: string;
  code: number | null;
}

async function tryOnce(
  { project, workers, passedOn, minutes = minutesPerPart }: JestRun,
  name: string,
): Promise<Report> {
  const file = join(cache, 'tests', `${name}.json`);
  mkdirSync(join(cache, 'tests'), { recursive: true });
  rmSync(file, { force: true });
  const atATime = workers > 1 ? `--maxWorkers=${workers}` : '--runInBand';
  const jest = [
    youngMemory,
    join(binaries, 'jest'),
    '--selectProjects',
    project,
    '--passWithNoTests',
    '--ci',
    '--verbose=false',
    atATime,
  ];
  // Of its workers' processes jest ends no one so that they could clean up themselves.
  const temporary = mkdtempSync(join(tmpdir(), 'commerce-bridge-tests-'));
  try {
    return { file, code: await follow([...jest, '--json', '--outputFile', file, ...passedOn], { temporary, minutes }) };
  } finally {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
  }
}

function outcomeOf(project: string, { code }: Report, outcome: Outcome): Outcome {
  if (code === 0 || outcome.failed > 0) return outcome;
  return add(outcome, oneFailed(`${project}: jest ended with ${code ?? `no answer within ${minutesPerPart} minutes`}`));
}
