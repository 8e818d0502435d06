import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { follow, minutesPerPart } from './follow';
import { add, longestFiles, oneFailed, readReport, type Outcome } from './test-results';
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

const seedOption = '--sequence.seed=';

/** Runs a project once, the tests of a file shuffled, without retries. */
export async function runVitest(run: VitestRun): Promise<Outcome> {
  const { project, passedOn, minutes = minutesPerPart, output = 'own' } = run;
  const file = join(cache, 'tests', `${project}.json`);
  rmSync(file, { force: true });
  const seed = seedOf(passedOn);
  const shuffled = ['--sequence.shuffle.tests', `${seedOption}${seed}`];
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const vitest = [join(binaries, 'vitest'), 'run', '--project', project, '--passWithNoTests', ...shuffled, ...reports];
  // Vitest's worker processes get no chance to clean up.
  const temporary = mkdtempSync(join(tmpdir(), 'commerce-bridge-tests-'));
  try {
    const others = passedOn.filter((argument) => !argument.startsWith(seedOption));
    // Packages from a registry are kept there for the next run.
    const environment = { TEST_SEED: seed, KEPT_FOLDER: tmpdir() };
    const code = await follow([...vitest, ...others], { temporary, minutes, output, environment });
    const outcome = readReport(project, file);
    console.log(`\nThe longest files of ${project}:\n${longestFiles(file, 10).join('\n')}`);
    if (code === 0 || outcome.failed > 0) return outcome;
    return add(outcome, oneFailed(`${project}: vitest ended with ${code ?? `no response within ${minutes} minutes`}`));
  } finally {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * The seed for the order of a file's independent tests, and for randomly drawn test cases (TEST_SEED). The same in each
 * run unless another is given, so that a run only fails because of a change.
 */
function seedOf(passedOn: readonly string[]): string {
  const given = passedOn.find((argument) => argument.startsWith(seedOption));
  return given?.slice(seedOption.length) ?? process.env.TEST_SEED ?? '1';
}
