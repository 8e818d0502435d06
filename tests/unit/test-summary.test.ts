import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { add, longestFiles, oneFailed, onePassed, readReport } from '../../scripts/lib/test-results';
import { repository } from '../../scripts/lib/paths';

const folder = mkdtempSync(join(tmpdir(), 'test-summary-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function aReport(testResults: unknown[]): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify({ testResults }));
  return file;
}

const aFile = (assertionResults: unknown[], more: object = {}) => ({
  name: join(repository, 'tests/unit/clock.test.ts'),
  status: 'passed',
  message: '',
  startTime: 1_000,
  endTime: 2_000,
  assertionResults,
  ...more,
});

const aTest = (status: string, ...titles: string[]) => ({
  status,
  title: titles.at(-1),
  ancestorTitles: titles.slice(0, -1),
  fullName: titles.join(' '),
});

test('test cases are counted, and failures are named with their file', () => {
  const report = aReport([
    aFile([aTest('passed', 'a clock', 'ticks'), aTest('failed', 'a clock', 'strikes')], { status: 'failed' }),
  ]);

  expect(readReport('unit', report)).toEqual({
    passed: 1,
    failed: 1,
    failures: ['unit tests/unit/clock.test.ts: a clock strikes'],
    skipped: [],
  });
});

test('a failure says what a browser was waited for, and in which line of which test', () => {
  const message = [
    'TimeoutError: locator.waitFor: Timeout 90000ms exceeded.',
    'Call log:',
    "  - waiting for getByRole('grid', { name: 'Mug in all markets' }) to be visible",
    '',
    `    at waitFor (${repository}/node_modules/playwright-core/lib/locator.js:7:11)`,
    `    at ${repository}/tests/browser/markets.test.ts:261:8`,
    `    at ${repository}/tests/browser/markets.test.ts:12:3`,
  ].join('\n');
  const report = aReport([
    aFile([{ ...aTest('failed', 'a clock', 'strikes'), failureMessages: [message] }], { status: 'failed' }),
  ]);

  expect(readReport('unit', report).failures).toEqual([
    [
      'unit tests/unit/clock.test.ts: a clock strikes',
      'TimeoutError: locator.waitFor: Timeout 90000ms exceeded.',
      "- waiting for getByRole('grid', { name: 'Mug in all markets' }) to be visible",
      'at tests/browser/markets.test.ts:261:8',
    ].join('\n    '),
  ]);
});

test('a completely skipped group is one line with its reason and its number of tests', () => {
  const group = 'the settings page [skipped: no chromium is installed]';
  const report = aReport([
    aFile([aTest('pending', group, 'opens'), aTest('pending', group, 'saves'), aTest('todo', 'is quick')]),
  ]);

  expect(readReport('browser', report).skipped).toEqual([
    { what: `browser: ${group}`, tests: 2 },
    { what: 'browser: is quick', tests: 1 },
  ]);
});

test('a test file that could not be loaded is a failure', () => {
  const report = aReport([aFile([], { status: 'failed', message: '\n  Cannot find module ./clock\n  at …' })]);

  expect(readReport('unit', report)).toMatchObject({
    failed: 1,
    failures: ['unit tests/unit/clock.test.ts: Cannot find module ./clock'],
  });
});

test('a vitest run without a report is a failure', () => {
  expect(readReport('unit', join(folder, 'absent.json'))).toMatchObject({ passed: 0, failed: 1 });
});

test('the longest files of a run are named, the longest first', () => {
  const taking = (name: string, seconds: number) =>
    aFile([], { name: join(repository, `tests/unit/${name}.test.ts`), endTime: 1_000 + seconds * 1_000 });
  const report = aReport([taking('short', 1), taking('long', 120), taking('medium', 31.4)]);

  expect(longestFiles(report, 2)).toEqual(['   120 s  tests/unit/long.test.ts', '    31 s  tests/unit/medium.test.ts']);
});

test('lint and types count as one each', () => {
  expect(add(onePassed, oneFailed('types'))).toMatchObject({ passed: 1, failed: 1, failures: ['types'] });
});
