import { checks, runChecks } from './lib/checks';
import { prepareSite } from './lib/prepare-site';
import { runVitest } from './lib/run-vitest';
import { add, nothing, oneFailed, type Outcome } from './lib/test-results';

/** Which need the prepared site, which is made beside the checks. */
const projects = {
  unit: { needsSite: false },
  contract: { needsSite: false },
  integration: { needsSite: false },
  browser: { needsSite: true },
  smoke: { needsSite: true },
} as const;

/**
 * In the order in which they run, those of one line side by side: browser and smoke tests often wait for processes that
 * start, for npm and for the disk.
 */
const turns: readonly (readonly Project[])[] = [['unit'], ['contract'], ['integration'], ['browser', 'smoke']];

type Check = (typeof checks)[number];
type Project = keyof typeof projects;
const isCheck = (name: string): name is Check => checks.some((check) => check === name);
const isProject = (name: string): name is Project => name in projects;

/** Runs all checks and tests, or those named (`lint`, `types`, a project); any other argument goes on to vitest. */
async function runTests(given: readonly string[]): Promise<Outcome> {
  const passedOn = given.filter((name) => !isCheck(name) && !isProject(name));
  const isEverything = given.length === 0;
  const wantedChecks = isEverything ? checks : given.filter(isCheck);
  const wantedProjects = given.some(isProject) ? given.filter(isProject) : Object.keys(projects).filter(isProject);
  const runsProjects = isEverything || given.some(isProject) || passedOn.length > 0;

  const wantedTurns = (runsProjects ? turns : []).map((turn) => turn.filter((name) => wantedProjects.includes(name)));

  const [checked, problem] = await Promise.all([
    wantedChecks.length > 0 ? timed(wantedChecks.join(' and '), () => runChecks(wantedChecks)) : nothing,
    wantedTurns.flat().some((name) => projects[name].needsSite) ? timed('site', prepareOrSayWhyNot) : null,
  ]);
  let total = checked;
  for (const turn of wantedTurns) {
    const output = turn.length > 1 ? 'mixed' : 'own';
    const run = async (project: Project): Promise<Outcome> => {
      if (projects[project].needsSite && problem !== null)
        return oneFailed(`${project}: the site that it needs was not prepared: ${problem}`);
      return timed(project, () => runVitest({ project, passedOn, output }));
    };
    total = (await Promise.all(turn.map(run))).reduce(add, total);
  }
  return total;
}

async function prepareOrSayWhyNot(): Promise<string | null> {
  try {
    await prepareSite((step) => console.log(`… ${step}`));
    return null;
  } catch (error) {
    console.error(error);
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  }
}

/** Prints what a part took, so that one that grows is seen before the whole run is too long. */
async function timed<Result>(name: string, part: () => Promise<Result>): Promise<Result> {
  heading(name);
  const start = performance.now();
  const result = await part();
  console.log(`${name} took ${Math.round((performance.now() - start) / 1000)} s`);
  return result;
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
