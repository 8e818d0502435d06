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
  /** The time limit, if it is longer than that of a part of the test run. */
  minutes?: number;
  /** `mixed`: another run shows its output at the same time. Default `own`. */
  output?: 'own' | 'mixed';
}

// No test depends on an earlier one of its file. The same order each time unless another is asked for, so that what fails can
// be repeated.
const usualSeed = '--sequence.seed=1';

/** Runs a project once, the tests of a file shuffled, without retries. */
export async function runVitest(run: VitestRun): Promise<Outcome> {
  const { project, passedOn, minutes = minutesPerPart, output = 'own' } = run;
  const file = join(cache, 'tests', `${project}.json`);
  rmSync(file, { force: true });
  const seed = passedOn.some((argument) => argument.startsWith('--sequence.seed')) ? [] : [usualSeed];
  const shuffled = ['--sequence.shuffle.tests', ...seed];
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const vitest = [join(binaries, 'vitest'), 'run', '--project', project, '--passWithNoTests', ...shuffled, ...reports];
  // Vitest gives its worker processes no chance to clean up.
  const temporary = mkdtempSync(join(tmpdir(), 'commerce-bridge-tests-'));
  try {
    const code = await follow([...vitest, ...passedOn], { temporary, minutes, output });
    const outcome = readReport(project, file);
    if (code === 0 || outcome.failed > 0) return outcome;
    return add(outcome, oneFailed(`${project}: vitest ended with ${code ?? `no answer within ${minutes} minutes`}`));
  } finally {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
  }
}
