import type { ProductResync } from '../../../../contracts/admin/catalog';
import type { CachedShop, StoreFactsReader } from '../../catalog/shop';
import type { CatalogItems, CatalogStore } from '../../catalog/writing';
import type { Removals } from '../../catalog/removal';
import type { Clock } from '../../lib/clock';
import { connectionOf, type SettingsService } from '../../settings/settings-service';
import type { UpstreamAccess } from '../../upstream/upstream-access';
import type { ByIdResult, UpstreamCatalog } from '../../upstream/upstream-catalog';
import { lookTwice } from './look-twice';
import { unlessRefused } from './refused-records';

type Taxonomy = 'category' | 'brand';

const origin = { kind: 'resync' } as const;

export interface TaxonomyResyncOptions {
  settings: Pick<SettingsService, 'read'>;
  upstream: Pick<UpstreamAccess, 'catalog'>;
  store: CatalogStore;
  removals: Removals;
  cachedShop: Pick<CachedShop, 'claim'>;
  storeFacts: StoreFactsReader;
  clock: Clock;
}

/**
 * Brings one category or brand up to date with upstream; returns the outcome.
 * @throws MissingSettingsError, StoreSwitchError, StoreSwitchedError, and the errors of `upstream-errors.ts`
 */
export function createTaxonomyResync(
  options: TaxonomyResyncOptions,
): (entity: Taxonomy, id: number) => Promise<ProductResync> {
  const { clock } = options;

  async function bring<Kind extends Taxonomy>(
    store: CatalogStore,
    {
      entity,
      id,
      read,
    }: { entity: Kind; id: number; read: (ids: readonly number[]) => Promise<ByIdResult<CatalogItems[Kind]>> },
  ): Promise<ProductResync> {
    const settled = await lookTwice({ ...options, store }, { entity, id, origin, read });
    if (settled.kind !== 'shown') return { id, outcome: settled.kind, reason: null };
    const { items, failures, readVersion } = settled;
    if (items.length > 0) {
      const now = clock.now();
      return unlessRefused(id, async () => {
        const [outcome] = await store.transaction((transaction) =>
          store.upsert(transaction, entity, { responses: [{ items, readVersion }], now, origin }),
        );
        return { id, outcome: outcome?.kind ?? 'unchanged', reason: null };
      });
    }
    return { id, outcome: 'failed', reason: failures[0]?.reason ?? null };
  }

  async function channelOf(catalog: UpstreamCatalog, channelId: number | null): Promise<number> {
    if (channelId !== null) return channelId;
    return ((await options.storeFacts.read()) ?? (await catalog.readStoreFacts())).defaultChannelId;
  }

  return async (entity, id) => {
    const settings = await options.settings.read();
    const connection = connectionOf(settings);
    const store = (await options.cachedShop.claim(connection.storeHash)).guard(options.store);
    const catalog = options.upstream.catalog(connection);
    if (entity === 'brand')
      return bring(store, { entity, id, read: (ids) => catalog.readBrandsById({ ids, priority: 'high' }) });
    const channelId = await channelOf(catalog, settings.plain.channelId);
    return bring(store, {
      entity,
      id,
      read: (ids) => catalog.readCategoriesById({ ids, channelId, priority: 'high' }),
    });
  };
}
