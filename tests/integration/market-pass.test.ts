import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCatalogTables } from '../../server/src/catalog/tables/strapi-tables';
import { createReadVersions } from '../../server/src/catalog/writing/knex-read-versions';
import { containerOf } from '../../server/src/container';
import { systemClock } from '../../server/src/lib/clock';
import { tables } from '../../server/src/database/tables';
import { createMarkets } from '../../server/src/markets/create-markets';
import type { Market } from '../../server/src/markets/market-parts';
import { createUpstreamAccess } from '../../server/src/upstream/upstream-access';
import { createDatabaseClock } from '../../server/src/database/database-clock';
import { idleScheduler } from '../support/time/idle-scheduler';
import { createQuietLogger } from '../support/quiet-logger';
import { expectedMembers, expectedPrices } from '../support/shops/expected-market';
import { openShop, type Shop } from '../support/shops/shop';

const abroad: Market = { key: 'abroad', channelId: 3, currency: 'EUR', locale: null, customerGroupId: null };
let shop: Shop;

beforeAll(async () => {
  shop = await openShop({ simulator: { products: 12 } });
  const { store } = shop.simulator;
  store.markets.channels.create({ id: 3, name: 'Abroad' });
  store.markets.currencies.create({ currency_code: 'EUR', rate: 2 });
  for (const id of store.products.ids().slice(0, 8)) store.products.assign(id, 3);
  store.products.create({
    name: 'Shirt',
    price: 20,
    channels: [1, 3],
    variants: [{ options: { Size: 'S' } }, { options: { Size: 'L' }, price: 30 }],
  });
});
afterAll(() => shop.close());

test("a market is passed over with the site's own products, and the site responds as before", async () => {
  await shop.synchronize();
  const before = await shop.read('/products?per_page=50');
  const database = shop.site.strapi.db.connection;
  const { storeHash, accessToken } = shop.simulator.account;
  const access = createUpstreamAccess({ clock: systemClock, random: () => 0, logger: createQuietLogger() });
  const markets = createMarkets({
    database,
    changes: containerOf(shop.site.strapi).catalogChanges,
    clock: systemClock,
    databaseClock: createDatabaseClock({ database, clock: systemClock }),
    workScheduler: idleScheduler(),
    drawVersion: () => createReadVersions(database).draw(),
    productTable: readCatalogTables(shop.site.strapi).tables.product,
    removalLimit: () => ({ percent: 50, minimum: 20 }),
  });

  const http = access.http({ apiUrl: shop.simulator.url, storeHash, accessToken });
  const reports = await markets.pass([abroad], { http, signal: new AbortController().signal });
  await access.close();

  const { store } = shop.simulator;
  expect(reports.map(({ counts, failures }) => [counts.created, failures])).toEqual([
    [9, []],
    [0, []],
    [9, []],
  ]);
  const partId = await markets.passes.idOf({ kind: 'prices', ...abroad });
  expect(await markets.prices.read(partId, expectedMembers(store, abroad))).toEqual(expectedPrices(store, abroad));
  expect(await shop.read('/products?per_page=50')).toEqual(before);
});

test('clearing the catalog, as before another store, leaves nothing of any market', async () => {
  expect((await shop.site.admin('POST', '/commerce-bridge/catalog/clear')).status).toBe(200);
  const database = shop.site.strapi.db.connection;
  // The index of a search is a table on PostgreSQL only.
  const ours = Object.values(tables).filter(
    (name) => name.startsWith('commerce_bridge_market_') && name !== tables.marketSearchIndex,
  );
  expect(ours).toHaveLength(10);
  for (const name of ours) expect(await database(name).select()).toEqual([]);
});
