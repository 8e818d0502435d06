import { join } from 'node:path';
import { follow } from './lib/follow';
import { add, nothing, oneFailed, onePassed, type Outcome } from './lib/test-results';
import { binaries } from './lib/paths';
import { prepareSite } from './lib/prepare-site';
import { runVitest } from './lib/run-vitest';

const checks = {
  lint: [
    ['prettier', '--check', '--log-level', 'warn', '.'],
    ['eslint', '.', '--max-warnings', '0'],
  ],
  types: [
    ['tsc', '--noEmit', '-p', '.'],
    ['tsc', '--noEmit', '-p', 'admin'],
    ['tsc', '--noEmit', '-p', 'client'],
  ],
} as const;

/** In the order in which they run, and in which order the tests of their files run. */
const projects = {
  unit: { needsSite: false, order: 'any' },
  contract: { needsSite: false, order: 'any' },
  integration: { needsSite: false, order: 'as written' },
  browser: { needsSite: true, order: 'as written' },
  smoke: { needsSite: true, order: 'as written' },
} as const;

type Check = keyof typeof checks;
type Project = keyof typeof projects;
const isCheck = (name: string): name is Check => name in checks;
const isProject = (name: string): name is Project => name in projects;

/** Runs all checks and tests, or those named (`lint`, `types`, a project); any other argument goes on to vitest. */
async function runTests(given: readonly string[]): Promise<Outcome> {
  const passedOn = given.filter((name) => !isCheck(name) && !isProject(name));
  const isEverything = given.length === 0;
  const namesProjects = given.some(isProject);
  let total = nothing;
  const wanted = Object.keys(checks)
    .filter(isCheck)
    .filter((name) => isEverything || given.includes(name));
  // Each uses one processor, and says something only at its end.
  total = (await Promise.all(wanted.map((name) => timed(name, () => runCheck(name))))).reduce(add, total);
  for (const name of Object.keys(projects).filter(isProject)) {
    const isWanted = namesProjects ? given.includes(name) : isEverything || passedOn.length > 0;
    if (isWanted) total = add(total, await timed(name, () => runProject(name, passedOn)));
  }
  return total;
}

/** Prints what a part took, so that one that grows is seen before the whole run is too long. */
async function timed(name: string, part: () => Promise<Outcome>): Promise<Outcome> {
  heading(name);
  const start = performance.now();
  const outcome = await part();
  console.log(`${name} took ${Math.round((performance.now() - start) / 1000)} s`);
  return outcome;
}

async function runCheck(name: Check): Promise<Outcome> {
  for (const [binary, ...args] of checks[name]) {
    const code = await follow([join(binaries, binary), ...args]);
    if (code !== 0) return oneFailed(name);
  }
  return onePassed;
}

async function runProject(name: Project, passedOn: readonly string[]): Promise<Outcome> {
  if (projects[name].needsSite) {
    try {
      await prepareSite((step) => console.log(`… ${step}`));
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      return oneFailed(`${name}: the site that its tests need could not be prepared`);
    }
  }
  return runVitest({ project: name, passedOn, order: projects[name].order });
}

function heading(name: string): void {
  console.log(`\n── ${name} ──`);
}

function summarise(outcome: Outcome): void {
  if (outcome.skipped.length > 0) {
    console.log('\nSkipped:');
    for (const { what, tests } of outcome.skipped) console.log(`  ${what}${tests > 1 ? ` (${tests} tests)` : ''}`);
  }
  if (outcome.failures.length > 0) {
    console.log('\nFailed:');
    for (const failure of outcome.failures) console.log(`  ${failure}`);
  }
  const skipped = outcome.skipped.reduce((sum, { tests }) => sum + tests, 0);
  console.log(`\n${outcome.passed} passed, ${outcome.failed} failed, ${skipped} skipped`);
}

void runTests(process.argv.slice(2)).then(
  (outcome) => {
    summarise(outcome);
    process.exitCode = outcome.failed > 0 ? 1 : 0;
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
