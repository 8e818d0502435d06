/**
 * Lets work that arrives together share one commit: while one batch is being written the next one builds up, so a slow
 * disk makes batches larger instead of the queue longer. An item that arrives alone is written at once.
 */
export interface GroupCommit<Item, Outcome> {
  /** Resolves once the item is written; rejects when it could not be, or when too many are waiting. */
  add(item: Item): Promise<Outcome>;
}

interface Waiting<Item, Outcome> {
  item: Item;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/**
 * @param options.commit writes all or none, and returns one outcome for each item in their order
 * @param options.largestBatch items in one commit
 * @param options.mostWaiting how many items may wait, since they are kept in memory
 * @param options.gather how long a commit that directly follows another waits for more items: a commit costs as much
 * for one item as for ten
 */
export function createGroupCommit<Item, Outcome>(options: {
  commit: (items: readonly Item[]) => Promise<readonly Outcome[]>;
  largestBatch: number;
  mostWaiting: number;
  gather: () => Promise<void>;
}): GroupCommit<Item, Outcome> {
  const { commit, largestBatch, mostWaiting, gather } = options;
  const waiting: Waiting<Item, Outcome>[] = [];
  let isWriting = false;

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      await write(waiting.splice(0, largestBatch));
      if (waiting.length > 0) await gather();
    }
    isWriting = false;
  }

  async function write(batch: readonly Waiting<Item, Outcome>[]): Promise<void> {
    try {
      settle(batch, await commit(batch.map(({ item }) => item)));
    } catch (error) {
      if (batch.length === 1) return batch[0]?.reject(error);
      await writeOneByOne(batch);
    }
  }

  // One item that the database rejects must not fail the others. Two failures in a row are not the items' fault, and
  // retrying every item against a database that is down would take forever.
  async function writeOneByOne(batch: readonly Waiting<Item, Outcome>[]): Promise<void> {
    let failedInRow = 0;
    let lastError: unknown = null;
    for (const single of batch) {
      if (failedInRow === 2) {
        single.reject(lastError);
        continue;
      }
      try {
        settle([single], await commit([single.item]));
        failedInRow = 0;
      } catch (error) {
        single.reject(error);
        failedInRow += 1;
        lastError = error;
      }
    }
  }

  function settle(batch: readonly Waiting<Item, Outcome>[], outcomes: readonly Outcome[]): void {
    for (const [index, { resolve, reject }] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome === undefined) reject(new Error('the commit returned no outcome for an item'));
      else resolve(outcome);
    }
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= mostWaiting)
          return reject(new Error(`more than ${mostWaiting} items wait to be written`));
        waiting.push({ item, resolve, reject });
        if (!isWriting) void writeAll();
      }),
  };
}
