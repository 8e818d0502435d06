import type { CachedStore } from '../catalog/cached-store';
import type { CatalogItems, CatalogStore } from '../catalog/catalog-store';
import type { StoreFacts } from '../catalog/catalog-types';
import type { StoreFactsReader } from '../catalog/store-facts-reader';
import type { Clock } from '../lib/clock';
import { describeRefusal } from '../lib/errors';
import { connectionOf, type Settings, type SettingsService } from '../settings/settings-service';
import type { UpstreamAccess } from '../upstream/upstream-access';
import type { ByIdResult, UpstreamCatalog } from '../upstream/upstream-catalog';
import { parts, type Batch } from './event-batches';
import type { EventEntity } from './event-queue';

/** Why an entity of a batch could not be brought up to date, by its id; the others are. */
export type BatchFailures = ReadonlyMap<number, string>;

/** Brings entities to what upstream says of them now. */
export interface EventEffects {
  /** @throws when none of the batch could be; whatever was written before stays */
  apply(batch: Batch, signal: AbortSignal): Promise<BatchFailures>;
}

export interface EventEffectsOptions {
  settings: Pick<SettingsService, 'read'>;
  upstream: Pick<UpstreamAccess, 'catalog'>;
  store: CatalogStore;
  storeFacts: StoreFactsReader & { write(facts: StoreFacts): Promise<void> };
  /** Refuses to mix the records of two stores. */
  cachedStore: Pick<CachedStore, 'claim'>;
  drawObservation: () => Promise<number>;
  clock: Clock;
}

const origin = { kind: 'event' } as const;

type Cached = Exclude<EventEntity, 'store'>;

// Short transactions: on SQLite the receiver's commits and the shoppers' reads wait for each of them.
const itemsPerTransaction = 25;

export function createEventEffects(options: EventEffectsOptions): EventEffects {
  const { settings, store, storeFacts, clock } = options;

  return {
    async apply({ entity, work }, signal) {
      const current = await settings.read();
      const connection = connectionOf(current);
      await options.cachedStore.claim(connection.storeHash);
      const catalog = options.upstream.catalog(connection);
      if (entity === 'store') {
        await refreshStore(catalog, signal);
        return new Map();
      }

      const ids = work.map(({ entityId }) => entityId);
      const channelId = await channelOf(current, { catalog, signal });
      const observation = await options.drawObservation();
      const request = { ids, channelId, signal, priority: 'high' } as const;
      if (entity === 'product') return write(entity, { ids, observation, signal, answer: await catalog.readProductsById(request) });
      return write(entity, { ids, observation, signal, answer: await catalog.readCategoriesById(request) });
    },
  };

  async function write<Kind extends Cached>(
    entity: Kind,
    given: { ids: readonly number[]; observation: number; signal: AbortSignal; answer: ByIdResult<CatalogItems[Kind]> },
  ): Promise<BatchFailures> {
    const { ids, observation, signal, answer } = given;
    const failures = new Map(answer.failures.flatMap(({ id, reason }) => (id === null ? [] : [[id, reason] as const])));
    for (const items of parts(answer.items, itemsPerTransaction)) {
      signal.throwIfAborted();
      for (const [id, reason] of await upsert(entity, { items, observation })) failures.set(id, reason);
    }

    const alive = new Set([...answer.items, ...answer.failures].map(({ id }) => id));
    const gone = ids.filter((id) => !alive.has(id));
    signal.throwIfAborted();
    // Also what is not cached: its tombstone keeps a slower, older answer from bringing it back.
    if (gone.length > 0) await store.transaction((transaction) => store.remove(transaction, { entity, ids: gone, observation, origin, now: clock.now() }));
    return failures;
  }

  async function upsert<Kind extends Cached>(
    entity: Kind,
    { items, observation }: { items: readonly CatalogItems[Kind][]; observation: number },
  ): Promise<[number, string][]> {
    try {
      await store.transaction((transaction) => store.upsert(transaction, entity, { answers: [{ items, observation }], origin, now: clock.now() }));
      return [];
    } catch (error) {
      const [only, ...others] = items;
      if (only && others.length === 0) return [[only.id, `The database refused it: ${describeRefusal(error)}`]];
      const failures: [number, string][] = [];
      for (const item of items) failures.push(...(await upsert(entity, { items: [item], observation })));
      return failures;
    }
  }

  async function channelOf({ plain }: Settings, { catalog, signal }: { catalog: UpstreamCatalog; signal: AbortSignal }): Promise<number> {
    if (plain.channelId !== null) return plain.channelId;
    const facts = (await storeFacts.read()) ?? (await refreshStore(catalog, signal));
    return facts.defaultChannelId;
  }

  async function refreshStore(catalog: UpstreamCatalog, signal: AbortSignal): Promise<StoreFacts> {
    const facts = await catalog.readStoreFacts({ signal });
    await storeFacts.write(facts);
    return facts;
  }
}
