import { afterAll, beforeAll, beforeEach, type RunnerTestSuite } from 'vitest';
import { endSites, newOutput } from './sites/running-sites';
import fc from 'fast-check';
import { testSeed } from './test-seed';
import './sites/worker-process';

/*
 * For every test file, which shares its process with others: the sites' logs are shown if a test fails, and a site
 * that a file leaves running is stopped before the next one.
 */

fc.configureGlobal({ seed: testSeed });

beforeAll(endSites);

beforeEach(({ task, onTestFailed }) => {
  newOutput();
  onTestFailed(() => show(`failed test "${task.name}"`));
});

afterAll(async ({}, file) => {
  if (hasFailedHook(file)) show(`failed hook in ${file.name}`);
  await endSites();
});

// Suites only have their own errors from hooks.
function hasFailedHook({ result, tasks }: Readonly<RunnerTestSuite>): boolean {
  return (result?.errors?.length ?? 0) > 0 || tasks.some((task) => task.type === 'suite' && hasFailedHook(task));
}

function show(whose: string): void {
  for (const said of newOutput()) process.stderr.write(`The site of the ${whose} said:\n${said}\n`);
}
