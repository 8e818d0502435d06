import type { Transaction } from '../database/database';
import type { Observations } from '../database/knex-observations';

/**
 * Numbers for one run's requests. A number drawn by itself costs a commit, as much as writing a page on a slow disk;
 * so each page's transaction draws one for the request that starts right after it.
 */
export interface ObservationSupply {
  /** The number for a request that starts now. */
  next(): Promise<number>;
  /** Commits the work together with a number for a later request. */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
}

export function createObservationSupply(options: {
  observations: Observations;
  transaction: <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>;
}): ObservationSupply {
  const spare: number[] = [];
  return {
    next: async () => spare.shift() ?? options.observations.draw(),

    async transaction(work) {
      const { result, number } = await options.transaction(async (transaction) => ({
        result: await work(transaction),
        number: await options.observations.drawWithin(transaction),
      }));
      // Only once it is committed: a number that was rolled back is drawn again by somebody else.
      spare.push(number);
      return result;
    },
  };
}
