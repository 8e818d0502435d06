import { join } from 'node:path';
import { follow } from './follow';
import { binaries, cache, typeChecker } from './paths';
import { add, nothing, oneFailed, onePassed, type Outcome } from './test-results';

/** Static checks, which run no code of ours. */
export const checks = ['lint', 'types'] as const;
type Check = (typeof checks)[number];

interface Step {
  check: Check;
  /** A script and its arguments. */
  command: readonly [string, ...string[]];
  /** Added to use cached results for unchanged files. */
  cached: readonly string[];
}

const oxlint: Step = { check: 'lint', command: [join(binaries, 'oxlint'), '--deny-warnings', '.'], cached: [] };
// With the default four threads, shared files are checked four times, which costs too much processor time.
const tsc = (project: string): Step => ({
  check: 'types',
  command: [typeChecker, '--noEmit', '--singleThreaded', '-p', project],
  cached: [],
});
const prettier: Step = {
  check: 'lint',
  command: [join(binaries, 'prettier'), '--check', '--log-level', 'warn', '.'],
  cached: ['--cache', '--cache-location', join(cache, 'prettier')],
};

/** In the order in which they start: the longest first, so that none runs alone for long. */
const steps: readonly Step[] = [prettier, oxlint, tsc('.'), tsc('admin'), tsc('client')];

// Each step keeps one processor busy.
const lanes = 2;

/** Runs the steps of the given checks side by side, and all of them, even if one fails. */
export async function runChecks(wanted: readonly Check[], { isCached = false } = {}): Promise<Outcome> {
  const waiting = steps.filter(({ check }) => wanted.includes(check));
  const failed = new Set<Check>();
  const lane = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      if (!(await passes(step, isCached))) failed.add(step.check);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return wanted.map((check) => (failed.has(check) ? oneFailed(check) : onePassed)).reduce(add, nothing);
}

async function passes({ command, cached }: Step, isCached: boolean): Promise<boolean> {
  return (await follow([...command, ...(isCached ? cached : [])])) === 0;
}
