import type { Transaction } from '../database/database';
import type { ChangeOrigin } from '../catalog/model';
import type { ReadVersionClaim, ReadVersions } from '../catalog/writing';
import type { Clock } from '../lib/clock';
import { requestsAtOnce } from '../upstream/pacing';

/**
 * Read versions for one run's requests. A number drawn separately costs a commit, as much as writing a page on a slow
 * disk; so each page's transaction draws some for the requests that start right after it.
 */
export interface ReadVersionSupply {
  /** The number for a request that is sent now. */
  next(): Promise<number>;
  /** Commits the work together with numbers for later requests. */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Records were found equal to this response without being written: no older response may change them any more. */
  confirm(transaction: Transaction, confirmed: Pick<ReadVersionClaim, 'entity' | 'responses'>): Promise<void>;
}

// As many requests as may follow one commit.
const sparesDrawn = requestsAtOnce;

export function createReadVersionSupply(options: {
  readVersions: ReadVersions;
  origin: ChangeOrigin;
  clock: Clock;
  /**
   * Whether a number drawn separately would wait for the transaction under way: it does on SQLite, with its single
   * connection.
   */
  hasToWait: boolean;
  transaction: <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>;
}): ReadVersionSupply {
  const { readVersions, clock } = options;
  let underWay: Promise<unknown> = Promise.resolve();
  let spares: { numbers: number[]; last: number } = { numbers: [], last: 0 };

  return {
    async next() {
      // When it ends, it brings numbers of the same age, without a separate commit.
      if (options.hasToWait) await underWay;
      // A request that drew a higher number since may have got older data from upstream than one that is sent only now.
      // Checking costs no commit.
      if (spares.numbers.length > 0 && (await readVersions.last()) > spares.last) spares.numbers = [];
      return spares.numbers.shift() ?? readVersions.draw();
    },

    async transaction(work) {
      const committing = options.transaction(async (transaction) => {
        const done = await work(transaction);
        return { result: done, numbers: await readVersions.drawWithin(transaction, sparesDrawn) };
      });
      const supplied = committing.then(({ result, numbers }) => {
        // Only once it is committed: a number that was rolled back is drawn again by another request.
        spares = { numbers, last: numbers.at(-1) ?? 0 };
        return result;
      });
      underWay = supplied.catch(() => undefined);
      return supplied;
    },

    confirm: (transaction, confirmed) =>
      readVersions.raise(transaction, { ...confirmed, seen: { at: clock.now(), by: options.origin } }),
  };
}
