import { Randomness } from '../../tests/support/randomness';

const common = ['kill', 'pause', 'end connections', 'refuse connections', 'clock', 'rolling restart'] as const;
const ofRedis = ['restart Redis', 'flush Redis'] as const;

/** Something that happens to a site from outside. */
export type Trouble = (typeof common)[number] | (typeof ofRedis)[number];

/** The next trouble. */
export interface Step {
  trouble: Trouble;
  /** Which instance it happens to, where it is one. */
  instance: number;
  /** How long everything is left alone before it, in milliseconds. */
  rest: number;
}

/** An endless order of trouble, the same for the same seed: rounds in each of which everything happens once. */
export function* troublePlan(options: { seed: number; instances: number; redis: boolean }): Generator<Step, never> {
  const random = new Randomness(options.seed);
  for (;;) {
    const left: Trouble[] = [...common, ...(options.redis ? ofRedis : [])];
    while (left.length > 0) {
      const [trouble] = left.splice(random.below(left.length), 1);
      if (trouble === undefined) break;
      yield { trouble, instance: random.below(options.instances), rest: 1000 + random.below(5000) };
    }
  }
}
