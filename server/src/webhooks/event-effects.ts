import { type CachedStore, type StoreClaim, StoreSwitchedError } from '../catalog/cached-store';
import type { CatalogItems, CatalogStore } from '../catalog/catalog-store';
import type { StoreFacts } from '../catalog/catalog-types';
import type { StoreFactsKeeper } from '../catalog/store-facts';
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
  storeFacts: Pick<StoreFactsKeeper, 'read' | 'write'>;
  /** Refuses to mix the records of two stores. */
  cachedStore: Pick<CachedStore, 'claim'>;
  clock: Clock;
}

const origin = { kind: 'event' } as const;

/** One store: how it is asked, and where its records go. */
interface Source {
  catalog: UpstreamCatalog;
  store: CatalogStore;
  claim: StoreClaim;
  signal: AbortSignal;
}

type Cached = Exclude<EventEntity, 'store'>;

// Short transactions: on SQLite the receiver's commits and the shoppers' reads wait for each of them.
const itemsPerTransaction = 25;

export function createEventEffects(options: EventEffectsOptions): EventEffects {
  const { settings, storeFacts, clock } = options;

  return {
    async apply({ entity, work }, signal) {
      const current = await settings.read();
      const connection = connectionOf(current);
      const claim = await options.cachedStore.claim(connection.storeHash);
      const source = { catalog: options.upstream.catalog(connection), store: claim.guard(options.store), claim, signal };
      const { catalog } = source;
      if (entity === 'store') {
        await refreshStore(source);
        return new Map();
      }

      const ids = work.map(({ entityId }) => entityId);
      const channelId = await channelOf(current, source);
      const request = { ids, channelId, signal, priority: 'high' } as const;
      if (entity === 'product') return write(source, { entity, ids, answer: await catalog.readProductsById(request) });
      return write(source, { entity, ids, answer: await catalog.readCategoriesById(request) });
    },
  };

  async function write<Kind extends Cached>(
    { store, signal }: Source,
    given: { entity: Kind; ids: readonly number[]; answer: ByIdResult<CatalogItems[Kind]> },
  ): Promise<BatchFailures> {
    const { entity, ids, answer } = given;
    const { observation } = answer;
    const failures = new Map(answer.failures.flatMap(({ id, reason }) => (id === null ? [] : [[id, reason] as const])));
    for (const items of parts(answer.items, itemsPerTransaction)) {
      signal.throwIfAborted();
      for (const [id, reason] of await upsert(store, { entity, items, observation })) failures.set(id, reason);
    }

    const alive = new Set([...answer.items, ...answer.failures].map(({ id }) => id));
    const gone = ids.filter((id) => !alive.has(id));
    signal.throwIfAborted();
    // Also what is not cached: its tombstone keeps a slower, older answer from bringing it back.
    if (gone.length > 0) await store.transaction((transaction) => store.remove(transaction, { entity, ids: gone, observation, origin, now: clock.now() }));
    return failures;
  }

  async function upsert<Kind extends Cached>(
    store: CatalogStore,
    { entity, items, observation }: { entity: Kind; items: readonly CatalogItems[Kind][]; observation: number },
  ): Promise<[number, string][]> {
    try {
      await store.transaction((transaction) => store.upsert(transaction, entity, { answers: [{ items, observation }], origin, now: clock.now() }));
      return [];
    } catch (error) {
      // It is not the items' fault, and none of the others can be written either.
      if (error instanceof StoreSwitchedError) throw error;
      const [only, ...others] = items;
      if (only && others.length === 0) return [[only.id, `The database refused it: ${describeRefusal(error)}`]];
      const failures: [number, string][] = [];
      for (const item of items) failures.push(...(await upsert(store, { entity, items: [item], observation })));
      return failures;
    }
  }

  async function channelOf({ plain }: Settings, source: Source): Promise<number> {
    if (plain.channelId !== null) return plain.channelId;
    const facts = (await storeFacts.read()) ?? (await refreshStore(source));
    return facts.defaultChannelId;
  }

  async function refreshStore({ catalog, claim, signal }: Source): Promise<StoreFacts> {
    const facts = await catalog.readStoreFacts({ signal });
    await storeFacts.write(facts, claim);
    return facts;
  }
}
