import type { MarketSettingUpdate } from '../../../contracts/admin/markets';
import { containerOf } from '../../../server/src/container';
import { createApiToken } from '../sites/api-token';
import type { BootOptions } from '../sites/boot-site';
import { openShop, type Shop } from './shop';
import { eventually } from '../time/eventually';

/** A shop whose site has further markets. */
export interface MarketShop extends Shop {
  /** Waits until the site has read all of them again, or those named. */
  passMarkets(...keys: string[]): Promise<void>;
  /** Creates an API token of the site; with `permissions`, a token that has no others. */
  token(type: 'custom' | 'full-access' | 'read-only', permissions?: readonly string[]): Promise<string>;
}

/** Boots it with these markets in its environment. */
export async function openMarketShop(
  markets: readonly MarketSettingUpdate[],
  site: BootOptions = {},
): Promise<MarketShop> {
  const environment = { COMMERCE_BRIDGE_MARKETS: JSON.stringify(markets), ...site.environment };
  const shop = await openShop({
    simulator: { products: 12, localDestinations: true },
    site: { ...site, environment },
    environmentFor: ({ url, account }) => ({
      COMMERCE_BRIDGE_GRAPHQL_URL: `${url}/store-${account.storeHash}-{channel}/graphql`,
    }),
  });
  let tokens = 0;

  return {
    ...shop,
    get site() {
      return shop.site;
    },
    async passMarkets(...keys) {
      const { siteMarkets, marketPasses, markets } = containerOf(shop.site.strapi);
      const chosen = keys.length === 0 ? siteMarkets.further().map(({ key }) => key) : keys;
      for (const key of chosen) await marketPasses.request(key, { confirms: false });
      await eventually(async () => marketPasses.isIdle());
      const failed = (await markets.states()).find(({ key, failure }) => chosen.includes(key) && failure);
      if (failed) throw new Error(`${failed.key}: ${failed.failure?.message}`);
    },
    async token(type, permissions) {
      tokens += 1;
      return createApiToken(shop.site, { name: `token ${tokens}`, type, permissions });
    },
  };
}
