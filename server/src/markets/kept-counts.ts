import type { Clock } from '../lib/clock';
import { type Milliseconds, minutes } from '../lib/durations';
import type { PartState, PartStates, PriceCounts } from './knex-part-states';

/** How many rows the parts have, by their ids. */
export interface PartCounts {
  members: ReadonlyMap<number, number>;
  prices: ReadonlyMap<number, PriceCounts>;
}

const keptFor = minutes(1);

/**
 * Counting reads all rows of all parts, and each open page of markets polls every few seconds while one is read.
 * @returns a reader of the counts, which are at most a minute old, and newer than the last complete pass over a part
 */
export function createKeptCounts({
  partStates,
  clock,
}: {
  partStates: Pick<PartStates, 'countMembers' | 'countPrices'>;
  clock: Clock;
}) {
  let kept: { passes: string; since: Milliseconds; counts: Promise<PartCounts> } | null = null;

  async function count(): Promise<PartCounts> {
    const [members, prices] = await Promise.all([partStates.countMembers(), partStates.countPrices()]);
    return { members, prices };
  }

  return async (parts: readonly PartState[]): Promise<PartCounts> => {
    const passes = JSON.stringify(parts.map(({ id, completeSince }) => [id, completeSince]));
    const now = clock.monotonic();
    if (kept?.passes === passes && now < kept.since + keptFor) return kept.counts;
    const counting = { passes, since: now, counts: count() };
    kept = counting;
    try {
      return await counting.counts;
    } catch (error) {
      if (kept === counting) kept = null;
      throw error;
    }
  };
}
