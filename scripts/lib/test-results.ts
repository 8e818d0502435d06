import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { repository } from './paths';

/** The result of one step of the test run. */
export interface Outcome {
  passed: number;
  failed: number;
  /** One line for each skipped test or group of tests, with the reason if its name has one. */
  skipped: { what: string; tests: number }[];
  /** One line for each failure, for the summary at the end. */
  failures: string[];
}

export const nothing: Outcome = { passed: 0, failed: 0, skipped: [], failures: [] };
export const onePassed: Outcome = { ...nothing, passed: 1 };
export const oneFailed = (what: string): Outcome => ({ ...nothing, failed: 1, failures: [what] });

export function add(first: Outcome, second: Outcome): Outcome {
  return {
    passed: first.passed + second.passed,
    failed: first.failed + second.failed,
    skipped: [...first.skipped, ...second.skipped],
    failures: [...first.failures, ...second.failures],
  };
}

// The parts of vitest's JSON report that are used.
const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          title: z.string(),
          ancestorTitles: z.array(z.string()),
          fullName: z.string(),
          failureMessages: z.array(z.string()).default([]),
        }),
      ),
    }),
  ),
});
const longestReason = 600;

type FileResult = z.infer<typeof report>['testResults'][number];

/** Reads a report of vitest's JSON reporter; a missing one is itself a failure: vitest crashed. */
export function readReport(project: string, file: string): Outcome {
  if (!existsSync(file)) return oneFailed(`${project}: vitest ended without a report`);
  const { testResults } = report.parse(JSON.parse(readFileSync(file, 'utf8')));
  return testResults.map((result) => readFile(project, result)).reduce(add, nothing);
}

/** One line for each of the longest files of a report, the longest first. */
export function longestFiles(file: string, count: number): string[] {
  if (!existsSync(file)) return [];
  return report
    .parse(JSON.parse(readFileSync(file, 'utf8')))
    .testResults.map(({ name, startTime, endTime }) => ({ name, seconds: Math.round((endTime - startTime) / 1000) }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ name, seconds }) => `  ${String(seconds).padStart(4)} s  ${relative(repository, name)}`);
}

function readFile(project: string, result: FileResult): Outcome {
  const file = relative(repository, result.name);
  // A file that could not be loaded has a message and no tests; the failed hook of a group has not even a message.
  if (result.status === 'failed' && result.assertionResults.every(({ status }) => status !== 'failed')) {
    const firstLine = result.message.split('\n').find((line) => line.trim() !== '') ?? 'a hook failed';
    return add(oneFailed(`${project} ${file}: ${firstLine.trim()}`), readTests(project, file, result));
  }
  return readTests(project, file, result);
}

function readTests(project: string, file: string, result: FileResult): Outcome {
  const skipped = new Map<string, number>();
  const failures: string[] = [];
  let passed = 0;
  for (const { status, fullName, ancestorTitles, failureMessages } of result.assertionResults) {
    if (status === 'passed') passed += 1;
    else if (status === 'failed') failures.push(`${project} ${file}: ${fullName}${reasonOf(failureMessages)}`);
    else {
      const what = `${project}: ${groupOf(ancestorTitles) ?? fullName}`;
      skipped.set(what, (skipped.get(what) ?? 0) + 1);
    }
  }
  return {
    ...nothing,
    passed,
    failed: failures.length,
    failures,
    skipped: [...skipped].map(([what, tests]) => ({ what, tests })),
  };
}

/**
 * On separate lines, with what a browser waited for and where: of a long run, often only the end of the output is kept.
 */
function reasonOf(messages: readonly string[]): string {
  const [firstLine = '', ...others] = (messages[0] ?? '').split('\n').map((line) => line.trim());
  const waitedFor = others.find((line) => line.startsWith('- waiting for'));
  const where = others.find((line) => line.startsWith('at ') && line.includes(join(repository, 'tests')));
  return [firstLine, waitedFor ?? '', where?.replace(`${repository}/`, '') ?? '']
    .filter((line) => line !== '')
    .map((line) => `\n    ${line.slice(0, longestReason)}`)
    .join('');
}

// A completely skipped group has the reason in its name (tests/support/requirements.ts).
function groupOf(ancestorTitles: readonly string[]): string | null {
  const index = ancestorTitles.findIndex((title) => title.includes('[skipped: '));
  return index === -1 ? null : ancestorTitles.slice(0, index + 1).join(' › ');
}
