import { type CachedShop, type StoreClaim, type StoreFactsKeeper, StoreSwitchedError } from '../catalog/shop';
import type { CatalogItems, CatalogStore } from '../catalog/writing';
import type { StoreFacts } from '../catalog/model';
import { type ConfirmableAbsences, confirmationDelay, type Removals } from '../catalog/removal';
import { isDatabaseUnreachable } from '../database/conflicts';
import type { Clock } from '../lib/clock';
import { type Milliseconds, milliseconds, seconds } from '../lib/durations';
import { describeRefusal } from '../lib/errors';
import type { Logger } from '../lib/logger';
import { connectionOf, type Settings, type SettingsService } from '../settings/settings-service';
import { readBeyondDoubt } from '../upstream/reading/read-beyond-doubt';
import type { UpstreamAccess } from '../upstream/upstream-access';
import type { ByIdResult, UpstreamCatalog } from '../upstream/upstream-catalog';
import type { EventBatch, EntityWork } from './event-batches';
import type { EventEntity } from './event-queue';
import { reportsDeletion } from './event-scopes';
import { withSecondRequest } from './second-request';
import { chunksOf } from '../lib/chunks';

/** The outcome of a batch; an entity that is in neither map is up to date. */
export interface BatchOutcome {
  /** Why an entity could not be brought up to date, by its id. */
  failures: ReadonlyMap<number, string>;
  /** The failures that the entity did not cause: the site's own database was unavailable. */
  interrupted?: ReadonlySet<number>;
  /** Entities that upstream failed to return for the first time, and the delay until the second look. */
  unconfirmed: ReadonlyMap<number, Milliseconds>;
}

/** Brings entities up to date with upstream (behavior 4.12). */
export interface EventEffects {
  /** @throws when the whole batch failed; anything written before stays */
  apply(batch: EventBatch, signal: AbortSignal): Promise<BatchOutcome>;
}

export interface EventEffectsOptions {
  settings: Pick<SettingsService, 'read'>;
  upstream: Pick<UpstreamAccess, 'catalog'>;
  store: CatalogStore;
  removals: Removals;
  storeFacts: Pick<StoreFactsKeeper, 'read' | 'write'>;
  /** Prevents mixing the records of two stores. */
  cachedShop: Pick<CachedShop, 'claim'>;
  clock: Clock;
  logger: Logger;
}

const origin = { kind: 'event' } as const;

/** One store: how to query it, and where its records are written. */
interface Source {
  catalog: UpstreamCatalog;
  store: CatalogStore;
  claim: StoreClaim;
  signal: AbortSignal;
}

/** An item that could not be written. */
interface Rejection {
  id: number;
  reason: string;
  isInterrupted: boolean;
}

type Cached = Extract<EventEntity, 'product' | 'category'>;

// Short transactions: on SQLite the receiver's commits and shoppers' reads wait for each of them.
const itemsPerTransaction = 25;
// How long to wait before the second request, since the store may only be slow (behavior 4.12).
const patience = seconds(1);

export function createEventEffects(options: EventEffectsOptions): EventEffects {
  const { settings, removals, storeFacts, clock } = options;

  return {
    async apply({ entity, work }, signal) {
      const current = await settings.read();
      const connection = connectionOf(current);
      const claim = await options.cachedShop.claim(connection.storeHash);
      const source = {
        catalog: options.upstream.catalog(connection),
        store: claim.guard(options.store),
        claim,
        signal,
      };
      if (entity === 'store') {
        await refreshStore(source);
        return { failures: new Map(), unconfirmed: new Map() };
      }

      if (entity === 'market_product' || entity === 'market')
        throw new TypeError('further markets are not part of the catalog');
      const ids = work.map(({ entityId }) => entityId);
      const channelId = await channelOf(current, source);
      const deleted = new Set(deletedAmong(work));
      await removals.noteAbsent({ entity, ids: [...deleted], confirmableAfter: milliseconds(0) });
      const confirmable = await removals.confirmable({ entity, ids });
      // Where upstream itself reported the deletion, there is no doubt.
      const isDoubtful = [...confirmable.keys()].some((id) => !deleted.has(id));
      const asked = { ids, ...(isDoubtful ? await removals.doubts({ entity, ids }) : { controls: [] }) };
      const ask = <Response>(send: (catalog: UpstreamCatalog, within: AbortSignal) => Promise<Response>) =>
        withSecondRequest({ clock, after: patience, signal }, (within, watch) =>
          send(options.upstream.catalog(connection, watch), within),
        );
      const request = { channelId, priority: 'high' } as const;
      if (entity === 'product') {
        const response = await readBeyondDoubt({
          ...asked,
          read: (some) => ask((catalog, within) => catalog.readProductsById({ ids: some, signal: within, ...request })),
        });
        return write(source, { entity, ids, confirmable, response });
      }
      const response = await readBeyondDoubt({
        ...asked,
        read: (some) => ask((catalog, within) => catalog.readCategoriesById({ ids: some, signal: within, ...request })),
      });
      if (response.hasNoTree) await removals.refuseEmptiness(entity);
      return write(source, { entity, ids, confirmable, response });
    },
  };

  async function write<Kind extends Cached>(
    { store, signal }: Source,
    given: {
      entity: Kind;
      ids: readonly number[];
      confirmable: ConfirmableAbsences;
      response: ByIdResult<CatalogItems[Kind]>;
    },
  ): Promise<BatchOutcome> {
    const { entity, ids, confirmable, response } = given;
    const { readVersion } = response;
    const failures = new Map(
      response.failures.flatMap(({ id, reason }) => (id === null ? [] : [[id, reason] as const])),
    );
    const interrupted = new Set<number>();
    for (const items of chunksOf(response.items, itemsPerTransaction)) {
      signal.throwIfAborted();
      for (const { id, reason, isInterrupted } of await upsert(store, { entity, items, readVersion })) {
        failures.set(id, reason);
        if (isInterrupted) interrupted.add(id);
      }
    }

    const alive = new Set([...response.items, ...response.failures].map(({ id }) => id));
    const absent = ids.filter((id) => !alive.has(id));
    signal.throwIfAborted();
    await removals.noteExisting({ entity, ids: response.failures.flatMap(({ id }) => id ?? []) });
    if (absent.length === 0) return { failures, interrupted, unconfirmed: new Map() };
    const { unconfirmed, held } = await store.transaction((transaction) =>
      removals.settle(transaction, store, { entity, ids: absent, readVersion, confirmable, origin, excess: 'hold' }),
    );
    if (held.length > 0)
      options.logger.warn('removals exceed the removal limit and await approval', {
        entity,
        ids: held.join(', '),
      });
    return { failures, interrupted, unconfirmed: new Map(unconfirmed.map((id) => [id, confirmationDelay])) };
  }

  async function upsert<Kind extends Cached>(
    store: CatalogStore,
    { entity, items, readVersion }: { entity: Kind; items: readonly CatalogItems[Kind][]; readVersion: number },
  ): Promise<Rejection[]> {
    try {
      await store.transaction((transaction) =>
        store.upsert(transaction, entity, { responses: [{ items, readVersion }], origin, now: clock.now() }),
      );
      return [];
    } catch (error) {
      // The items are not at fault, and none of the others can be written either.
      if (error instanceof StoreSwitchedError) throw error;
      const [only, ...others] = items;
      if (only && others.length === 0) {
        const reason = `The database rejected it: ${describeRefusal(error)}`;
        return [{ id: only.id, reason, isInterrupted: isDatabaseUnreachable(error) }];
      }
      const rejections: Rejection[] = [];
      for (const item of items) rejections.push(...(await upsert(store, { entity, items: [item], readVersion })));
      return rejections;
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

/** The entities that upstream itself reported as deleted. */
function deletedAmong(work: readonly EntityWork[]): number[] {
  return work.filter(({ events }) => events.some(reportsDeletion)).map(({ entityId }) => entityId);
}
