import type { Transaction } from '../database/database';
import type { ChangeOrigin } from '../database/change-origins';
import type { ObservationClaim, Observations } from '../database/knex-observations';
import type { Clock } from '../lib/clock';
import { milliseconds } from '../lib/durations';

/**
 * Numbers for one run's requests. A number drawn by itself costs a commit, as much as writing a page on a slow disk;
 * so each page's transaction draws one for the request that starts right after it.
 */
export interface ObservationSupply {
  /** The number for a request that starts now. */
  next(): Promise<number>;
  /** Commits the work together with a number for a later request. */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Records were found to be as this answer says, without being written: no older answer may change them any more. */
  confirm(transaction: Transaction, answer: Pick<ObservationClaim, 'entity' | 'ids' | 'observation'>): Promise<void>;
}

// Whoever drew a higher number meanwhile may have been told less by upstream than a request that starts only now.
const longestKept = milliseconds(100);

export function createObservationSupply(options: {
  observations: Observations;
  origin: ChangeOrigin;
  clock: Clock;
  transaction: <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>;
}): ObservationSupply {
  const { observations, clock } = options;
  const nowMs = () => clock.now().getTime();
  let spare: { number: number; drawnAt: number } | null = null;

  return {
    async next() {
      const kept = spare;
      spare = null;
      return kept && nowMs() - kept.drawnAt <= longestKept ? kept.number : observations.draw();
    },

    async transaction(work) {
      const { result, drawn } = await options.transaction(async (transaction) => {
        const done = await work(transaction);
        return { result: done, drawn: { number: await observations.drawWithin(transaction), drawnAt: nowMs() } };
      });
      // Only once it is committed: a number that was rolled back is drawn again by somebody else.
      spare = drawn;
      return result;
    },

    confirm: (transaction, answer) => observations.raise(transaction, { ...answer, seen: { at: clock.now(), by: options.origin } }),
  };
}
