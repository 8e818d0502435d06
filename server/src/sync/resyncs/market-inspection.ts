import type { CachedShop } from '../../catalog/shop';
import { combinePrices, itemsOf } from '../../markets/pass-prices';
import type { ProductPrices } from '../../markets/knex-prices';
import type { PricedProduct } from '../../markets/priced-products';
import { connectionOf, type SettingsService } from '../../settings/settings-service';
import { createUpstreamAssignments } from '../../upstream/markets/assignments-client';
import { createPriceReader, type PriceContext } from '../../upstream/markets/price-reader';
import { type PriceSource, readPriceSource } from '../../upstream/markets/price-source';
import type { UpstreamAccess } from '../../upstream/upstream-access';
import { UpstreamError, UpstreamNotFoundError, UpstreamScopeError } from '../../upstream/http/upstream-errors';
import type { UpstreamHttp } from '../../upstream/http/upstream-http';
import type { DrawVersion } from '../../upstream/reading/versioned-read';
import { type AskedUpstreamOptions, createAskedUpstream, type InspectionFailure } from './asked-upstream';

/** Upstream refuses the data that would show the source of a price, or could not be queried for it. */
export interface UnknownSource {
  kind: 'unknown';
  /** `price_lists`: refused, as on plans without them; `customer_groups`: refused for lack of a scope. */
  cause: 'price_lists' | 'customer_groups' | 'failed';
  message: string;
}

/** What upstream currently returns for a product in a market. */
export interface InspectedMarket {
  kind: 'found';
  /** Null: the channel does not sell it. */
  offer: { prices: ProductPrices; source: PriceSource | UnknownSource } | null;
}

/** No usable price was returned; the reason is upstream's message or ours. */
export interface UnusablePrice {
  kind: 'unusable';
  reason: string;
}

export type MarketInspection = InspectedMarket | UnusablePrice | InspectionFailure;

export interface MarketInspectionOptions extends AskedUpstreamOptions {
  settings: Pick<SettingsService, 'read'>;
  upstream: Pick<UpstreamAccess, 'http' | 'budget'>;
  cachedShop: Pick<CachedShop, 'check'>;
  drawVersion: DrawVersion;
}

/** Asks whether a market's channel sells a product, for how much, and why. Changes nothing (behavior 14.12). */
export function createMarketInspection(options: MarketInspectionOptions) {
  const { settings, upstream, cachedShop, drawVersion } = options;
  const asked = createAskedUpstream(options);

  async function ask(
    http: UpstreamHttp,
    { context, product, signal }: { context: PriceContext; product: PricedProduct; signal: AbortSignal },
  ): Promise<InspectedMarket | UnusablePrice> {
    const request = { signal, priority: 'high' as const };
    const { channelId } = context;
    const assignments = createUpstreamAssignments({ http, drawVersion });
    const { productIds } = await assignments.among({ channelId, productIds: [product.id], ...request });
    if (productIds.length === 0) return { kind: 'found', offer: null };
    const reader = createPriceReader({ http, drawVersion, context, ...request });
    const [reading, source] = await Promise.all([
      reader.read(itemsOf(product)),
      sourceOf(http, { context, productId: product.id, ...request }),
    ]);
    const { prices, failures } = combinePrices([product], reading);
    const [own] = prices;
    if (own) return { kind: 'found', offer: { prices: own, source } };
    return { kind: 'unusable', reason: failures[0]?.reason ?? 'The store sent no price.' };
  }

  return (context: PriceContext, product: PricedProduct): Promise<MarketInspection> =>
    asked(async (signal) => {
      const connection = connectionOf(await settings.read());
      await cachedShop.check(connection.storeHash);
      return ask(askingOnce(upstream.http(connection)), { context, product, signal });
    });
}

/** Without retries: an administrator is waiting, and can try again. */
function askingOnce(http: UpstreamHttp): UpstreamHttp {
  return { request: (given) => http.request({ ...given, attempts: 1 }) };
}

/** A price is shown even if its source cannot be read. */
async function sourceOf(...asked: Parameters<typeof readPriceSource>): Promise<PriceSource | UnknownSource> {
  try {
    return await readPriceSource(...asked);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const { message, path } = error;
    const isRefused = error instanceof UpstreamScopeError || error instanceof UpstreamNotFoundError;
    return { kind: 'unknown', cause: isRefused ? refusalAt(path) : 'failed', message };
  }
}

/** The cause that a refusal at this path indicates: a price's source is not only read from price lists and groups. */
function refusalAt(path: string): UnknownSource['cause'] {
  if (path.startsWith('/v3/pricelists')) return 'price_lists';
  return path.startsWith('/v2/customer_groups') || path.startsWith('/v3/customers/') ? 'customer_groups' : 'failed';
}
