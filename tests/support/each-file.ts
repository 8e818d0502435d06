import { afterAll, beforeAll, beforeEach, type RunnerTestSuite } from 'vitest';
import { endSites, saidByNow } from './running-sites';
import './worker-process';

/*
 * For every test file, which shares its process with others: what sites said is shown when a test fails, and a site that
 * a file leaves behind is ended before the next one.
 */

beforeAll(endSites);

beforeEach(({ task, onTestFailed }) => {
  saidByNow();
  onTestFailed(() => show(`failed test "${task.name}"`));
});

afterAll(async ({}, file) => {
  if (hasFailedHook(file)) show(`failed hook in ${file.name}`);
  await endSites();
});

// Suites have errors of their own only from hooks.
function hasFailedHook({ result, tasks }: Readonly<RunnerTestSuite>): boolean {
  return (result?.errors?.length ?? 0) > 0 || tasks.some((task) => task.type === 'suite' && hasFailedHook(task));
}

function show(whose: string): void {
  for (const said of saidByNow()) process.stderr.write(`The site of the ${whose} said:\n${said}\n`);
}
