import { createChangeFeed } from '../../../server/src/catalog/changes/change-feed';
import type { ChangedIds } from '../../../server/src/catalog/changes/change-log';
import { createSeenChanges } from '../../../server/src/catalog/changes/seen-changes';
import { createLruResponseStore } from '../../../server/src/catalog/responses/lru-response-store';
import { createResponseCache, type FoundResponse } from '../../../server/src/catalog/responses/response-cache';
import { createSharedResponses } from '../../../server/src/catalog/responses/shared-responses';
import { usualTimes } from '../../../server/src/instances/shared-values';
import { aChange } from '../shops/changed-ids';
import { ManualClock, settled } from '../time/clocks';
import { createCommittedLog } from './committed-log';
import { createMemoryValues } from './memory-values';
import { createQuietLogger } from '../quiet-logger';

/** Instances of one site that share responses: everything is real except the database and Redis. */
export function createSharingInstances() {
  const log = createCommittedLog();
  const values = createMemoryValues();
  /** The database: how often each product was changed. */
  const products = new Map<number, number>();
  /** The same, but only changes whose instance knows that they are committed. */
  const done = new Map<number, number>();
  /** The state of a product after each change. */
  const made = new WeakMap<ChangedIds, number>();
  let reads = 0;
  let started = 0;

  /**
   * @param options.busyFor how much longer than requested each rest takes because of other callers, in milliseconds
   * @param options.padding how many bytes its responses have in addition to what they show
   */
  function start({
    variant = 'a',
    patience = () => new Promise<void>(() => undefined),
    busyFor = 0,
    padding = 0,
  } = {}) {
    started += 1;
    const name = `instance ${started}`;
    const settings = { productCacheSeconds: 3600, cacheMegabytes: 1 };
    const clock = new ManualClock();
    const logger = createQuietLogger();
    const seen = new Map<number, number>();
    const pauses: number[] = [];
    let now = 0;
    let looking = Promise.resolve();
    const loop = {
      now: () => now,
      turn: settled,
      // A reader that waits for another instance's response pauses for less than the time limit for Redis.
      rest: (duration: number) => {
        if (duration >= usualTimes.patience) return patience();
        now += duration + busyFor;
        pauses.push(duration);
        return settled();
      },
    };
    const see = (id: number, value: number) => seen.set(id, Math.max(value, seen.get(id) ?? 0));
    const onChange = (change: ChangedIds) => {
      for (const id of change.products) see(id, made.get(change) ?? 0);
      cache.forget(change);
    };
    const feed = createChangeFeed({
      log: log.readBy(name),
      seen: createSeenChanges(),
      loop,
      logger,
      onChange,
      onRestored: () => undefined,
    });
    const cache = createResponseCache({
      createStore: createLruResponseStore,
      shared: createSharedResponses({
        values: values.of(name),
        seen: feed.seen,
        variant: () => variant,
        times: usualTimes,
        loop,
        logger,
      }),
      feed,
      settings: () => settings,
      clock,
      logger,
    });

    return {
      logger,
      cache,
      /** The pauses in which it waited for other instances' responses, each followed by another request. */
      pauses,
      /** The oldest state that this instance may show from now on. */
      seen: (id: number) => seen.get(id) ?? 0,
      /** Reads the change log. */
      look() {
        // One after the other: a second call would join the first one, which may have begun before a change.
        looking = looking.then(async () => {
          const before = [...done];
          now += 1000;
          await feed.catchUp();
          for (const [id, value] of before) see(id, value);
        });
        return looking;
      },
      async ask(id: number): Promise<FoundResponse & { shown: number }> {
        const found = await cache.respond({
          address: `/products/${id}`,
          key: `product ${id}`,
          async read() {
            await settled();
            reads += 1;
            const shown = products.get(id) ?? 0;
            await settled();
            return {
              response: {
                bytes: Buffer.from(String(shown).padEnd(padding)),
                entityTag: `"${shown}"`,
                surrogateKeys: `product-${id}`,
              },
              content: { kind: 'product', id, categoryIds: [], brandId: null },
            };
          },
        });
        return { ...found, shown: Number(String(found.response.bytes)) };
      },
      /** @returns a function that commits the change */
      change(id: number) {
        const change = aChange({ products: [id] });
        const commit = log.begin(name, change);
        return async () => {
          const value = (products.get(id) ?? 0) + 1;
          products.set(id, value);
          made.set(change, value);
          commit();
          await settled();
          done.set(id, Math.max(value, done.get(id) ?? 0));
          feed.noteOwn();
          onChange(change);
        };
      },
    };
  }

  return {
    log,
    values,
    start,
    get reads() {
      return reads;
    },
  };
}
