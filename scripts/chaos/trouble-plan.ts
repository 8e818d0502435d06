import { Randomness } from '../../tests/support/randomness';

const common = ['kill', 'pause', 'end connections', 'refuse connections', 'clock', 'rolling restart'] as const;
const ofRedis = ['restart Redis', 'flush Redis'] as const;

/** An external disturbance of a site. */
export type Trouble = (typeof common)[number] | (typeof ofRedis)[number];

/** The next trouble. */
export interface Step {
  trouble: Trouble;
  /** The affected instance, if the trouble affects one. */
  instance: number;
  /** How long to wait before it, in milliseconds. */
  rest: number;
}

export interface PlanOptions {
  seed: number;
  instances: number;
  redis: boolean;
  /** Only these kinds of trouble; default: all. */
  only?: readonly Trouble[];
  /** How often each kind occurs; default: endlessly. */
  rounds?: number;
  /** The longest rest before a trouble, in milliseconds; default: six seconds. */
  longestRest?: number;
}

const shortestRest = 1000;

/** A random sequence of trouble, the same for the same seed: rounds in each of which every kind occurs once. */
export function* troublePlan(options: PlanOptions): Generator<Step> {
  const { rounds = Infinity, longestRest = 6000, only } = options;
  const random = new Randomness(options.seed);
  for (let round = 1; round <= rounds; round += 1) {
    const left = troublesOf(options).filter((trouble) => only?.includes(trouble) ?? true);
    while (left.length > 0) {
      const [trouble] = left.splice(random.below(left.length), 1);
      if (trouble === undefined) break;
      const rest = shortestRest + random.below(longestRest - shortestRest);
      yield { trouble, instance: random.below(options.instances), rest };
    }
  }
}

/** The kinds of trouble that a site can have. */
export function troublesOf({ redis }: { redis: boolean }): Trouble[] {
  return [...common, ...(redis ? ofRedis : [])];
}
