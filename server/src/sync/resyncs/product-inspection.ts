import type { CachedShop, StoreFactsReader } from '../../catalog/shop';
import { connectionOf, type SettingsService } from '../../settings/settings-service';
import { inspectProduct, type InspectedProduct } from '../../upstream/inspect-product';
import type { UpstreamAccess } from '../../upstream/upstream-access';
import { type AskedUpstreamOptions, createAskedUpstream, type InspectionFailure } from './asked-upstream';

/** Upstream's current data for a product, or why it could not be fetched. */
export type ProductInspection = InspectedProduct | InspectionFailure;

export interface ProductInspectionOptions extends AskedUpstreamOptions {
  settings: Pick<SettingsService, 'read'>;
  upstream: Pick<UpstreamAccess, 'http' | 'catalog' | 'budget' | 'redact'>;
  cachedShop: Pick<CachedShop, 'check'>;
  storeFacts: StoreFactsReader;
}

/** Fetches one product without changing anything. */
export function createProductInspection(options: ProductInspectionOptions): (id: number) => Promise<ProductInspection> {
  const { settings, upstream, cachedShop, storeFacts } = options;
  const asked = createAskedUpstream(options);

  async function ask(id: number, signal: AbortSignal): Promise<InspectedProduct> {
    const current = await settings.read();
    const connection = connectionOf(current);
    await cachedShop.check(connection.storeHash);
    const channelId =
      current.plain.channelId ??
      ((await storeFacts.read()) ?? (await upstream.catalog(connection).readStoreFacts({ signal }))).defaultChannelId;
    return inspectProduct(upstream.http(connection), { id, channelId, connection, redact: upstream.redact, signal });
  }

  return (id) => asked((signal) => ask(id, signal));
}
