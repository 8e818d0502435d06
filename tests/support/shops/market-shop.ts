import { vi } from 'vitest';
import { z } from 'zod';
import type { MarketSettingUpdate } from '../../../contracts/admin/markets';
import { containerOf } from '../../../server/src/container';
import { openShop, type Shop } from './shop';

/** A shop whose site has further markets. */
export interface MarketShop extends Shop {
  /** Waits until the site has read all of them, or those named, anew. */
  passMarkets(...keys: string[]): Promise<void>;
  /** An API token of the site; with permissions, one that has no others. */
  token(type: 'custom' | 'full-access' | 'read-only', permissions?: readonly string[]): Promise<string>;
}

const created = z.object({ data: z.object({ accessKey: z.string() }) });

/** Boots it with these markets in its environment. */
export async function openMarketShop(markets: readonly MarketSettingUpdate[]): Promise<MarketShop> {
  const environment = { COMMERCE_BRIDGE_MARKETS: JSON.stringify(markets) };
  const shop = await openShop({ simulator: { products: 12 }, site: { environment } });
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
      await vi.waitUntil(() => marketPasses.isIdle(), { timeout: 30_000, interval: 50 });
      const failed = (await markets.states()).find(({ key, failure }) => chosen.includes(key) && failure);
      if (failed) throw new Error(`${failed.key}: ${failed.failure?.message}`);
    },
    async token(type, permissions) {
      tokens += 1;
      const name = `token ${tokens}`;
      const asked = { name, description: '', type, lifespan: null, ...(permissions && { permissions }) };
      const { status, body } = await shop.site.admin('POST', '/admin/api-tokens', asked);
      if (status !== 201) throw new Error(`no token: ${status} ${JSON.stringify(body)}`);
      return created.parse(body).data.accessKey;
    },
  };
}
