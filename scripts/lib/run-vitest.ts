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
  /** How long it may take, where that is more than a part of the test run takes. */
  minutes?: number;
}

/** Runs a project once: what fails has failed. */
export async function runVitest({ project, passedOn, minutes = minutesPerPart }: VitestRun): Promise<Outcome> {
  const file = join(cache, 'tests', `${project}.json`);
  rmSync(file, { force: true });
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const vitest = [join(binaries, 'vitest'), 'run', '--project', project, '--passWithNoTests', ...reports];
  // Of its workers' processes vitest ends no one so that they could clean up themselves.
  const temporary = mkdtempSync(join(tmpdir(), 'commerce-bridge-tests-'));
  try {
    const code = await follow([...vitest, ...passedOn], { temporary, minutes });
    const outcome = readReport(project, file);
    if (code === 0 || outcome.failed > 0) return outcome;
    return add(outcome, oneFailed(`${project}: vitest ended with ${code ?? `no answer within ${minutes} minutes`}`));
  } finally {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
  }
}
