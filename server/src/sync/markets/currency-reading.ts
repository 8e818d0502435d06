import type { CachedShop, StoreFactsKeeper } from '../../catalog/shop';
import type { SiteMarkets } from '../../markets/site-markets';
import { connectionOf, type SettingsService } from '../../settings/settings-service';
import { createUpstreamMarkets } from '../../upstream/markets/markets-client';
import type { UpstreamHttp } from '../../upstream/http/upstream-http';

/** Stores how to format amounts in the currencies of the further markets: symbols and decimals. */
export function createCurrencyReading({
  siteMarkets,
  settings,
  cachedShop,
  storeFacts,
}: {
  siteMarkets: Pick<SiteMarkets, 'further'>;
  settings: Pick<SettingsService, 'read'>;
  cachedShop: Pick<CachedShop, 'claim'>;
  storeFacts: Pick<StoreFactsKeeper, 'noteCurrencies'>;
}) {
  return async ({ http, signal }: { http: UpstreamHttp; signal: AbortSignal }): Promise<void> => {
    const claim = await cachedShop.claim(connectionOf(await settings.read()).storeHash);
    const { items } = await createUpstreamMarkets({ http, signal }).currencies();
    const wanted = new Set(siteMarkets.further().map(({ currency }) => currency));
    const forms = items
      .filter(({ code }) => wanted.has(code))
      .map(({ code, symbol, decimals, placement }) => ({ code, symbol, decimals, placement }));
    await storeFacts.noteCurrencies(forms, claim);
  };
}
