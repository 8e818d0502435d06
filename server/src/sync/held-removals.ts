import type { HeldRemoval, RemovalsAllowed } from '../../../contracts/admin/removals';
import type { Absences, Removals } from '../catalog/removal';
import type { CachedNames } from '../catalog/admin';
import type { CachedShop, StoreFactsKeeper } from '../catalog/shop';
import type { CatalogItems, CatalogStore } from '../catalog/writing';
import type { EntityKind } from '../catalog/model';
import type { Clock } from '../lib/clock';
import { connectionOf, type SettingsService } from '../settings/settings-service';
import { idsPerRequest } from '../upstream/reading/ids-per-request';
import { readBeyondDoubt } from '../upstream/reading/read-beyond-doubt';
import type { UpstreamAccess } from '../upstream/upstream-access';
import type { ByIdResult } from '../upstream/upstream-catalog';
import { chunksOf } from '../lib/chunks';

/** Removals that are on hold because they would exceed the removal limit. */
export interface HeldRemovals {
  list(): Promise<HeldRemoval[]>;
  /**
   * Carries them out, after checking with the store again.
   * @throws MissingSettingsError, StoreSwitchError, StoreSwitchedError, and the errors of `upstream-errors.ts`
   */
  allow(): Promise<RemovalsAllowed>;
}

export interface HeldRemovalsOptions {
  absences: Pick<Absences, 'held'>;
  names: Pick<CachedNames, 'namesOf'>;
  settings: Pick<SettingsService, 'read'>;
  upstream: Pick<UpstreamAccess, 'catalog'>;
  store: CatalogStore;
  removals: Removals;
  cachedShop: Pick<CachedShop, 'claim'>;
  storeFacts: Pick<StoreFactsKeeper, 'read'>;
  clock: Clock;
}

const kinds: readonly EntityKind[] = ['product', 'category', 'brand'];
const shownNames = 5;
const origin = { kind: 'resync' } as const;

/** One kind of records, and how they are read. */
interface Kind<Entity extends EntityKind> {
  entity: Entity;
  ids: readonly number[];
  store: CatalogStore;
  read(ids: readonly number[]): Promise<ByIdResult<CatalogItems[Entity]>>;
}

export function createHeldRemovals(options: HeldRemovalsOptions): HeldRemovals {
  const { absences, names, removals, clock } = options;

  async function allowSome<Entity extends EntityKind>({
    entity,
    ids,
    store,
    read,
  }: Kind<Entity>): Promise<RemovalsAllowed> {
    const confirmable = await removals.confirmable({ entity, ids });
    const controls = await removals.controls({ entity, ids });
    const { items, failures, hasNoTree, readVersion } = await readBeyondDoubt({ ids, controls, read });
    if (hasNoTree) await removals.refuseEmptiness(entity);
    await removals.noteExisting({ entity, ids: failures.flatMap(({ id }) => id ?? []) });
    const now = clock.now();
    if (items.length > 0)
      await store.transaction((transaction) =>
        store.upsert(transaction, entity, { responses: [{ items, readVersion }], origin, now }),
      );
    const shown = new Set([...items, ...failures].map(({ id }) => id));
    const absent = ids.filter((id) => !shown.has(id));
    const { removed } = await store.transaction((transaction) =>
      removals.settle(transaction, store, { entity, ids: absent, readVersion, confirmable, origin, excess: 'allow' }),
    );
    return { removed: removed.length, shownAgain: shown.size };
  }

  async function allowAll<Entity extends EntityKind>(kind: Kind<Entity>): Promise<RemovalsAllowed> {
    const total = { removed: 0, shownAgain: 0 };
    for (const ids of chunksOf(kind.ids, idsPerRequest)) {
      const { removed, shownAgain } = await allowSome({ ...kind, ids });
      total.removed += removed;
      total.shownAgain += shownAgain;
    }
    return total;
  }

  return {
    async list() {
      const held = await absences.held();
      const list: HeldRemoval[] = [];
      for (const entity of kinds) {
        const ids = held[entity];
        if (ids.length === 0) continue;
        const known = await names.namesOf(entity, ids.slice(0, shownNames));
        list.push({
          entity,
          count: ids.length,
          examples: ids.slice(0, shownNames).map((id) => known.get(id) ?? String(id)),
        });
      }
      return list;
    },

    async allow() {
      const settings = await options.settings.read();
      const connection = connectionOf(settings);
      const store = (await options.cachedShop.claim(connection.storeHash)).guard(options.store);
      const catalog = options.upstream.catalog(connection);
      const held = await absences.held();
      const channelId =
        settings.plain.channelId ??
        ((await options.storeFacts.read()) ?? (await catalog.readStoreFacts())).defaultChannelId;
      const done = [
        await allowAll({
          entity: 'product',
          ids: held.product,
          store,
          read: (ids) => catalog.readProductsById({ ids, channelId, priority: 'high' }),
        }),
        await allowAll({
          entity: 'category',
          ids: held.category,
          store,
          read: (ids) => catalog.readCategoriesById({ ids, channelId, priority: 'high' }),
        }),
        await allowAll({
          entity: 'brand',
          ids: held.brand,
          store,
          read: (ids) => catalog.readBrandsById({ ids, priority: 'high' }),
        }),
      ];
      return {
        removed: done.reduce((sum, { removed }) => sum + removed, 0),
        shownAgain: done.reduce((sum, { shownAgain }) => sum + shownAgain, 0),
      };
    },
  };
}
