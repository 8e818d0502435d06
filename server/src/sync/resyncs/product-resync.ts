import type { ProductResync } from '../../../../contracts/admin/catalog';
import type { CachedShop, StoreClaim, StoreFactsKeeper } from '../../catalog/shop';
import type { CachedIds } from '../../catalog/admin';
import type { CatalogItems, CatalogStore } from '../../catalog/writing';
import type { CatalogProduct, EntityKind } from '../../catalog/model';
import type { Removals } from '../../catalog/removal';
import type { Clock } from '../../lib/clock';
import { connectionOf, type SettingsService } from '../../settings/settings-service';
import type { UpstreamAccess } from '../../upstream/upstream-access';
import type { ByIdResult, UpstreamCatalog } from '../../upstream/upstream-catalog';
import { idsPerRequest } from '../../upstream/reading/ids-per-request';
import { lookTwice } from './look-twice';
import { unlessRefused } from './refused-records';
import { UnknownProductError } from '../runs/sync-errors';
import { chunksOf } from '../../lib/chunks';

export interface ProductResyncOptions {
  settings: Pick<SettingsService, 'read'>;
  upstream: Pick<UpstreamAccess, 'catalog'>;
  store: CatalogStore;
  removals: Removals;
  cachedIds: CachedIds;
  cachedShop: Pick<CachedShop, 'claim'>;
  storeFacts: Pick<StoreFactsKeeper, 'read' | 'write'>;
  clock: Clock;
  /** Has the modifiers and metafields of these products read soon after. */
  markExtras: (productIds: readonly number[]) => Promise<void>;
}

/** One store: how to query it, and where its records are written. */
interface Source {
  catalog: UpstreamCatalog;
  store: CatalogStore;
  claim: StoreClaim;
}

const origin = { kind: 'resync' } as const;

/**
 * Brings one product, by its id or slug, up to date with upstream. A number is tried as an id first. Categories and the
 * brand that it references are fetched, too, if they are not cached.
 * @throws UnknownProductError for a slug that no cached product has
 * @throws MissingSettingsError, StoreSwitchError, StoreSwitchedError, and the errors of `upstream-errors.ts`
 */
export function createProductResync(
  options: ProductResyncOptions,
): (idOrSlug: string | number) => Promise<ProductResync> {
  const { cachedIds, storeFacts, clock } = options;

  async function idOf(idOrSlug: string | number): Promise<number> {
    const text = String(idOrSlug);
    const id = await cachedIds.productNamed(text);
    if (id === null) throw new UnknownProductError(text);
    return id;
  }

  async function channelOf({ catalog, claim }: Source, channelId: number | null): Promise<number> {
    if (channelId !== null) return channelId;
    const known = await storeFacts.read();
    if (known) return known.defaultChannelId;
    const facts = await catalog.readStoreFacts();
    await storeFacts.write(facts, claim);
    return facts.defaultChannelId;
  }

  async function fetchNamed({ catalog, store }: Source, product: CatalogProduct, channelId: number): Promise<void> {
    const brandIds = product.brandId === null ? [] : [product.brandId];
    await fetchMissing(store, {
      entity: 'category',
      ids: product.categoryIds,
      read: (ids) => catalog.readCategoriesById({ ids, channelId, priority: 'high' }),
    });
    await fetchMissing(store, {
      entity: 'brand',
      ids: brandIds,
      read: (ids) => catalog.readBrandsById({ ids, priority: 'high' }),
    });
  }

  async function fetchMissing<Kind extends EntityKind>(
    store: CatalogStore,
    {
      entity,
      ids,
      read,
    }: {
      entity: Kind;
      ids: readonly number[];
      read: (ids: readonly number[]) => Promise<ByIdResult<CatalogItems[Kind]>>;
    },
  ): Promise<void> {
    const cached = await cachedIds.among(entity, ids);
    const missing = ids.filter((id) => !cached.has(id));
    for (const some of chunksOf(missing, idsPerRequest)) {
      const { items, readVersion } = await read(some);
      await store.transaction((transaction) =>
        store.upsert(transaction, entity, { responses: [{ items, readVersion }], origin, now: clock.now() }),
      );
    }
  }

  return async (idOrSlug) => {
    const id = await idOf(idOrSlug);
    const settings = await options.settings.read();
    const connection = connectionOf(settings);
    const claim = await options.cachedShop.claim(connection.storeHash);
    const store = claim.guard(options.store);
    const catalog = options.upstream.catalog(connection);
    const source = { catalog, store, claim };
    const channelId = await channelOf(source, settings.plain.channelId);

    const settled = await lookTwice(
      { ...options, store },
      { entity: 'product', id, origin, read: (ids) => catalog.readProductsById({ ids, channelId, priority: 'high' }) },
    );
    if (settled.kind !== 'shown') return { id, outcome: settled.kind, reason: null };
    const { items, failures, readVersion } = settled;
    const [product] = items;
    if (!product) return { id, outcome: 'failed', reason: failures[0]?.reason ?? null };
    return unlessRefused(id, async () => {
      await fetchNamed(source, product, channelId);
      const [outcome] = await store.transaction((transaction) =>
        store.upsert(transaction, 'product', { responses: [{ items, readVersion }], origin, now: clock.now() }),
      );
      await options.markExtras([id]);
      return { id, outcome: outcome?.kind ?? 'unchanged', reason: null };
    });
  };
}
