import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { follow, minutesPerPart } from './follow';
import { add, oneFailed, readJestReport, type Outcome } from './jest-results';
import { binaries, cache } from './paths';

// In megabytes: what a test throws away soon is collected less often, which is a tenth of the work.
const youngMemory = '--max-semi-space-size=64';

/** A project of jest.config.js, how many of its files run at a time, and further arguments for jest. */
export interface JestRun {
  project: string;
  workers: number;
  passedOn: readonly string[];
  /** How long it may take, where that is more than a part of the test run takes. */
  minutes?: number;
}

/** Runs a project once: what fails has failed. */
export async function runJest({ project, workers, passedOn, minutes = minutesPerPart }: JestRun): Promise<Outcome> {
  const file = join(cache, 'tests', `${project}.json`);
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
    const code = await follow([...jest, '--json', '--outputFile', file, ...passedOn], { temporary, minutes });
    const outcome = readJestReport(project, file);
    if (code === 0 || outcome.failed > 0) return outcome;
    return add(outcome, oneFailed(`${project}: jest ended with ${code ?? `no answer within ${minutes} minutes`}`));
  } finally {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
  }
}
