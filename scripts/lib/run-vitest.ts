import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { follow, minutesPerPart } from './follow';
import { add, oneFailed, readReport, type Outcome } from './test-results';
import { binaries, cache } from './paths';

/** A project of vitest.config.mts, and further arguments for vitest. */
export interface VitestRun {
  project: string;
  passedOn: readonly string[];
  /** In which order the tests of a file run; `any` is drawn from a seed, which vitest prints. Default `as written`. */
  order?: 'any' | 'as written';
  /** How long it may take, where that is more than a part of the test run takes. */
  minutes?: number;
}

/** Runs a project once: what fails has failed. */
export async function runVitest(run: VitestRun): Promise<Outcome> {
  const { project, passedOn, minutes = minutesPerPart } = run;
  const file = join(cache, 'tests', `${project}.json`);
  rmSync(file, { force: true });
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const vitest = [join(binaries, 'vitest'), 'run', '--project', project, '--passWithNoTests', ...reports];
  const order = run.order === 'any' ? ['--sequence.shuffle.tests'] : [];
  // Of its workers' processes vitest ends no one so that they could clean up themselves.
  const temporary = mkdtempSync(join(tmpdir(), 'commerce-bridge-tests-'));
  try {
    const code = await follow([...vitest, ...order, ...passedOn], { temporary, minutes });
    const outcome = readReport(project, file);
    if (code === 0 || outcome.failed > 0) return outcome;
    return add(outcome, oneFailed(`${project}: vitest ended with ${code ?? `no answer within ${minutes} minutes`}`));
  } finally {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
  }
}
