import { afterAll, beforeAll, expect, test } from 'vitest';
import { runChangeList } from '../../contracts/admin/runs';
import { containerOf } from '../../server/src/container';
import { openShop, type Shop } from '../support/shops/shop';
import { finishedRun } from '../support/sites/runs';
import { eventually } from '../support/time/eventually';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop({ simulator: { products: 60 } });
  const { markets, products } = shop.simulator.store;
  markets.channels.create({ id: 3, name: 'Abroad' });
  markets.currencies.create({ currency_code: 'EUR', rate: 2 });
  for (const id of products.ids().slice(0, 8)) products.assign(id, 3);
  const abroad = { key: 'abroad', name: 'Abroad', channelId: 3, currency: 'EUR', locale: 'en' };
  expect((await shop.site.admin('PUT', '/commerce-bridge/settings', { markets: [abroad] })).status).toBe(200);
  await shop.synchronize();
  await eventually(async () => containerOf(shop.site.strapi).marketPasses.isIdle());
});
afterAll(() => shop.close());

test('a dry run that is resumed while it reads markets lists each removal once, and one beyond the limit reads them, too', async () => {
  const { products } = shop.simulator.store;
  const [deleted = 0, ...more] = products.ids().slice(10, 50);
  products.delete(deleted);
  const fault = shop.simulator.faults.add({ kind: 'delay', milliseconds: 600_000, path: '/v3/pricing/products' });
  await shop.site.admin('POST', '/commerce-bridge/sync', { mode: 'full', dryRun: true });
  await eventually(async () => fault.hits > 0);
  await shop.restart(async () => shop.simulator.faults.clear());
  const resumed = await finishedRun(shop.site);
  expect(resumed).toMatchObject({ dryRun: true, status: 'succeeded', counts: { removed: 1 } });
  const { body } = await shop.site.admin('GET', `/commerce-bridge/sync/runs/${resumed.id}/changes?kind=removed`);
  expect(runChangeList.parse(body).changes).toMatchObject([{ id: deleted }]);

  for (const id of more) products.delete(id);
  const blocked = await shop.synchronize({ dryRun: true });
  expect([blocked.status, blocked.marketParts?.map(({ kind }) => kind)]).toEqual([
    'failed',
    ['membership', 'categories', 'prices'],
  ]);
});
