import { z } from 'zod';
import type { MarketSettingUpdate } from '../../../contracts/admin/markets';
import { readCatalogTables } from '../../../server/src/catalog/tables/strapi-tables';
import { createReadVersions } from '../../../server/src/catalog/writing/knex-read-versions';
import { containerOf } from '../../../server/src/container';
import { systemClock } from '../../../server/src/lib/clock';
import { createMarkets } from '../../../server/src/markets/create-markets';
import { createUpstreamAccess } from '../../../server/src/upstream/upstream-access';
import { createQuietLogger } from '../quiet-logger';
import { openShop, type Shop } from './shop';

/** A shop whose site has further markets. */
export interface MarketShop extends Shop {
  /** Reads what the store says about them, all or those named, from beginning to end. */
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
      const { strapi } = shop.site;
      const database = strapi.db.connection;
      const { url: apiUrl, account } = shop.simulator;
      const access = createUpstreamAccess({ clock: systemClock, random: () => 0, logger: createQuietLogger() });
      const passed = createMarkets({
        database,
        clock: systemClock,
        drawVersion: () => createReadVersions(database).draw(),
        productTable: readCatalogTables(strapi).tables.product,
        removalLimit: () => ({ percent: 50, minimum: 20 }),
      });
      const chosen = containerOf(strapi)
        .siteMarkets.further()
        .filter(({ key }) => keys.length === 0 || keys.includes(key));
      await passed.pass(chosen, { http: access.http({ apiUrl, ...account }), signal: new AbortController().signal });
      await access.close();
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
