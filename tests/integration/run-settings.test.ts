import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { overview } from '../../contracts/admin/overview';
import { productList } from '../../contracts/rest/products';
import { tables } from '../../server/src/database/tables';
import { createKnexRunStore } from '../../server/src/sync/runs/knex-run-store';
import { finishedRun } from '../support/sites/runs';
import { aRunRecord } from '../support/shops/run-records';
import { openShop, type Shop } from '../support/shops/shop';

describe('settings that change during a run', () => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await openShop({ simulator: { products: 200 } });
  });
  beforeEach(async () => {
    await put({ channelId: 1, removalLimitPercent: 50, upstreamReserve: 15 });
    expect((await shop.synchronize({ allowMassRemoval: true })).status).toBe('succeeded');
  });
  afterAll(() => shop.close());

  const put = (body: unknown) => shop.site.admin('PUT', '/commerce-bridge/settings', body);
  const publishedOn = (channel: number) =>
    shop.simulator.store.products.ids().filter((id) => {
      const product = shop.simulator.store.products.get(id);
      return product?.fields.is_visible && product.channels.includes(channel);
    }).length;
  const total = async () => productList.parse(await shop.read('/products')).total;

  test('do not affect it: it ends with the channel that it started with', async () => {
    await shop.site.admin('POST', '/commerce-bridge/catalog/clear');
    shop.simulator.requests.clear();
    shop.simulator.latency = 60;
    await shop.site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
    await shop.simulator.requests.waitFor(({ query }) => query.includes('page=2'));
    expect((await put({ channelId: 2, removalLimitPercent: 1, upstreamReserve: 100 })).status).toBe(200);
    shop.simulator.latency = 0;

    expect(await finishedRun(shop.site)).toMatchObject({ status: 'succeeded', counts: { created: 200 } });
    expect(await total()).toBe(publishedOn(1));
  });

  test('make the next incremental run a full one if the channel changed', async () => {
    await put({ channelId: 2 });
    const run = await shop.synchronize({ mode: 'incremental', allowMassRemoval: true });
    expect(run).toMatchObject({ mode: 'full', status: 'succeeded' });
    expect(await total()).toBe(publishedOn(2));
    expect(publishedOn(2)).not.toBe(publishedOn(1));
    expect((await shop.synchronize({ mode: 'incremental' })).mode).toBe('incremental');
  });

  test('never let a resumed run continue with another store', async () => {
    const before = overview.parse((await shop.site.admin('GET', '/commerce-bridge/overview')).body).counts;
    const database = shop.site.strapi.db.connection;
    onTestFinished(async () => void (await database(tables.runs).where({ id: 'left-behind' }).delete()));
    await createKnexRunStore(database).create(
      aRunRecord({ id: 'left-behind', storeHash: 'another', firstReadVersion: 1_000_000, startedAt: new Date() }),
    );
    const run = await finishedRun(shop.site);
    expect(run).toMatchObject({
      id: 'left-behind',
      status: 'failed',
      error: expect.stringMatching(/started with the store another, but the settings now name/),
    });
    expect(overview.parse((await shop.site.admin('GET', '/commerce-bridge/overview')).body).counts).toEqual(before);
  });
});
