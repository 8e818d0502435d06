import { checks, runChecks } from './lib/checks';
import { prepareSite } from './lib/prepare-site';
import { runVitest } from './lib/run-vitest';
import { runInLanes } from './lib/test-lanes';
import { add, nothing, oneFailed, type Outcome } from './lib/test-results';

/**
 * Which projects need the prepared site; which only run if they are named, since a whole run must stay below 25
 * minutes; and into how many parts a whole run splits their files.
 */
const projects = {
  unit: { needsSite: false, onlyNamed: false, parts: 1 },
  contract: { needsSite: false, onlyNamed: false, parts: 1 },
  integration: { needsSite: false, onlyNamed: false, parts: 3 },
  browser: { needsSite: true, onlyNamed: false, parts: 2 },
  smoke: { needsSite: true, onlyNamed: false, parts: 1 },
  kits: { needsSite: true, onlyNamed: true, parts: 1 },
} as const;

/**
 * Two parallel lanes: each runs its own projects in this order, and then takes from the shared ones. The first starts
 * with the checks, the other with preparing the site. Tests often wait for processes, browsers, npm, and moved clocks:
 * a single lane would leave processors idle.
 */
const lanes: readonly (readonly Project[])[] = [
  ['unit', 'contract'],
  ['smoke', 'kits'],
];
const sharedByLanes: readonly Project[] = ['integration', 'browser'];

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

  const jobsOf = (names: readonly Project[]) =>
    names
      .filter((name) => runsProjects && wantedProjects.includes(name))
      .flatMap((name) => jobsFor(name, isEverything));
  const wanted = { lanes: lanes.map(jobsOf), shared: jobsOf(sharedByLanes) };
  const output = wanted.lanes.filter((own) => own.length > 0).length + wanted.shared.length > 1 ? 'mixed' : 'own';
  const needsSite = [...wanted.lanes, wanted.shared].flat().some(({ project }) => projects[project].needsSite);

  const checked =
    wantedChecks.length > 0
      ? timed(wantedChecks.join(' and '), () => runChecks(wantedChecks))
      : Promise.resolve(nothing);
  const prepared = needsSite ? timed('site', prepareOrSayWhyNot) : Promise.resolve(null);

  let total = nothing;
  async function run({ project, part }: Job): Promise<void> {
    const problem = await (projects[project].needsSite ? prepared : checked.then(() => null));
    const name = part === undefined ? project : `${project} ${part}`;
    const outcome =
      problem === null
        ? await timed(name, () => runVitest({ project, part, passedOn, output }))
        : oneFailed(`${name}: the site that it needs was not prepared: ${problem}`);
    total = add(total, outcome);
  }
  const [ofChecks] = await Promise.all([checked, runInLanes({ ...wanted, run })]);
  return add(ofChecks, total);
}

/** A project or a part of it. */
interface Job {
  project: Project;
  part: string | undefined;
}

function jobsFor(project: Project, isEverything: boolean): Job[] {
  const { parts } = projects[project];
  if (!isEverything || parts === 1) return [{ project, part: undefined }];
  return Array.from({ length: parts }, (_, index) => ({ project, part: `${index + 1}/${parts}` }));
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
