import { checks, runChecks } from './lib/checks';
import { prepareSite } from './lib/prepare-site';
import { runVitest } from './lib/run-vitest';
import { add, nothing, oneFailed, type Outcome } from './lib/test-results';

/**
 * Which projects need the prepared site, and which only run if they are named, since a whole run must stay below 20
 * minutes.
 */
const projects = {
  unit: { needsSite: false, onlyNamed: false },
  contract: { needsSite: false, onlyNamed: false },
  integration: { needsSite: false, onlyNamed: false },
  browser: { needsSite: true, onlyNamed: false },
  smoke: { needsSite: true, onlyNamed: false },
  kits: { needsSite: true, onlyNamed: true },
} as const;

/**
 * Two parallel lanes, each in this order. The first starts with the checks, the other with preparing the site. Tests
 * often wait for processes, browsers, npm, and moved clocks: a single lane would leave processors idle.
 */
const lanes: readonly (readonly Project[])[] = [
  ['unit', 'contract', 'integration'],
  ['smoke', 'browser', 'kits'],
];

type Check = (typeof checks)[number];
type Project = keyof typeof projects;
const isCheck = (name: string): name is Check => checks.some((check) => check === name);
const isProject = (name: string): name is Project => name in projects;
const usualProjects = Object.keys(projects)
  .filter(isProject)
  .filter((name) => !projects[name].onlyNamed);

/**
 * Runs all checks and all tests except the kits, or only those named (`lint`, `types`, a project); other arguments are
 * passed to vitest.
 */
async function runTests(given: readonly string[]): Promise<Outcome> {
  const passedOn = given.filter((name) => !isCheck(name) && !isProject(name));
  const isEverything = given.length === 0;
  const wantedChecks = isEverything ? checks : given.filter(isCheck);
  const wantedProjects = given.some(isProject) ? given.filter(isProject) : usualProjects;
  const runsProjects = isEverything || given.some(isProject) || passedOn.length > 0;

  const wanted = lanes
    .map((lane) => lane.filter((name) => runsProjects && wantedProjects.includes(name)))
    .filter((lane) => lane.length > 0);
  const output = wanted.length > 1 ? 'mixed' : 'own';
  const needsSite = wanted.flat().some((name) => projects[name].needsSite);

  const checked =
    wantedChecks.length > 0
      ? timed(wantedChecks.join(' and '), () => runChecks(wantedChecks))
      : Promise.resolve(nothing);
  const prepared = needsSite ? timed('site', prepareOrSayWhyNot) : Promise.resolve(null);

  let total = nothing;
  async function run(project: Project): Promise<void> {
    const problem = await (projects[project].needsSite ? prepared : checked.then(() => null));
    const outcome =
      problem === null
        ? await timed(project, () => runVitest({ project, passedOn, output }))
        : oneFailed(`${project}: the site that it needs was not prepared: ${problem}`);
    total = add(total, outcome);
  }
  async function runLane(lane: readonly Project[]): Promise<void> {
    for (const project of lane) await run(project);
  }
  const [ofChecks] = await Promise.all([checked, ...wanted.map(runLane)]);
  return add(ofChecks, total);
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

/** Prints how long a part took, so that growth is noticed before the whole run takes too long. */
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

function summarize(outcome: Outcome): void {
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
    summarize(outcome);
    process.exitCode = outcome.failed > 0 ? 1 : 0;
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
