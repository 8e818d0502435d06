import { milliseconds } from '../lib/durations';
import type { EventLoop } from '../lib/clock';

// Strapi reads components entry by entry, so their fields request records one after the other.
const quiet = milliseconds(3);
const mostRounds = 8;

/**
 * Reads together what the fields of one response request separately: each key once, and in one batch all keys that are
 * requested until none was added for some milliseconds.
 */
export function createBatchedReads<Key, Value>({
  loop,
  readAll,
}: {
  loop: Pick<EventLoop, 'rest'>;
  /** Keys without a value may be absent. */
  readAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>;
}): (keys: readonly Key[]) => Promise<(Value | undefined)[]> {
  const reads = new Map<Key, Promise<ReadonlyMap<Key, Value>>>();
  let batch: { keys: Key[]; read: Promise<ReadonlyMap<Key, Value>> } | null = null;

  async function readSoon(keys: Key[]): Promise<ReadonlyMap<Key, Value>> {
    let before = -1;
    for (let round = 0; round < mostRounds && keys.length > before; round += 1) {
      before = keys.length;
      await loop.rest(quiet);
    }
    batch = null;
    return readAll(keys);
  }

  return async (keys) => {
    for (const key of keys) {
      if (reads.has(key)) continue;
      if (!batch) {
        const asked: Key[] = [];
        batch = { keys: asked, read: readSoon(asked) };
      }
      batch.keys.push(key);
      reads.set(key, batch.read);
    }
    return Promise.all(keys.map(async (key) => (await reads.get(key))?.get(key)));
  };
}
