import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noticeResponse } from '../../contracts/admin/notice';
import { tables } from '../../server/src/database/tables';
import { deliver, deliveryBody, signedDelivery, webhookSecret } from '../support/shops/deliveries';
import { processedEvents } from '../support/shops/events';
import { openShop, type Shop } from '../support/shops/shop';

const upToDate = { kind: 'up_to_date', codes: [] };

describe('the status', () => {
  let shop: Shop;
  let ids: number[];
  const call = (method: string, path: string, body?: unknown) =>
    shop.site.admin(method, `/commerce-bridge${path}`, body);
  const status = async () => noticeResponse.parse((await call('GET', '/notice')).body).status;
  const shown = async () => {
    const { kind, reasons } = await status();
    return { kind, codes: reasons.map(({ code }) => code) };
  };
  const report = (id: number, scope = 'store/product/updated') =>
    deliver(shop.site, signedDelivery(webhookSecret, deliveryBody({ scope, data: { type: 'product', id } })));
  const resync = (id: number) => call('POST', `/products/${id}/resync`);
  const events = () => shop.site.strapi.db.connection(tables.events);

  beforeAll(async () => {
    shop = await openShop({
      simulator: { products: 40 },
      site: {
        environment: {
          COMMERCE_BRIDGE_WEBHOOK_SECRET: webhookSecret,
          COMMERCE_BRIDGE_PUBLIC_URL: 'https://shop.example.com',
        },
      },
    });
    await call('POST', '/webhooks/register', {});
    ids = shop.simulator.store.products.ids();
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    shop.simulator.faults.clear();
    await events().delete();
    await shop.synchronize();
    await call('DELETE', '/health');
    expect(await shown()).toEqual(upToDate);
  });

  describe('after an event of a product failed for good', () => {
    const fail = async (id: number) => {
      const at = Date.now() - 1;
      await events().insert({
        scope: 'store/product/updated',
        entity: 'product',
        entity_id: id,
        entity_key: `product:${id}`,
        status: 'dropped',
        claims: 6,
        deliveries: 1,
        received_at: at,
        last_received_at: at,
        finished_at: at,
        last_error: 'no luck',
      });
      expect(await shown()).toEqual({ kind: 'behind', codes: ['events_dropped'] });
    };

    test('is up to date again once that product was resynced, and not for another one', async () => {
      const [id = 0, other = 0] = ids;
      await fail(id);
      await resync(other);
      expect(await shown()).toEqual({ kind: 'behind', codes: ['events_dropped'] });
      await resync(id);
      expect(await shown()).toEqual(upToDate);
    });

    test('is up to date again once a later event of it was applied', async () => {
      const [id = 0] = ids;
      await fail(id);
      await report(id);
      await processedEvents(shop.site);
      expect(await shown()).toEqual(upToDate);
    });

    test('is up to date again once it was deleted', async () => {
      const { id } = shop.simulator.store.products.create({ name: 'Short-lived', channels: [1] });
      await resync(id);
      await fail(id);
      shop.simulator.store.products.delete(id);
      await report(id, 'store/product/deleted');
      await processedEvents(shop.site);
      expect(await shown()).toEqual(upToDate);
    });
  });

  test('is up to date again once the records that a sync could not import were brought over one by one', async () => {
    const { products } = shop.simulator.store;
    const [first = 0, second = 0] = ids;
    const prices = [first, second].map((id) => products.get(id)?.fields.price ?? 1);
    for (const id of [first, second]) products.update(id, { price: 1e30 });
    await shop.synchronize();
    expect((await status()).reasons).toMatchObject([{ code: 'records_failed', values: { count: 2 } }]);

    products.update(first, { price: prices[0] });
    await resync(second);
    await resync(first);
    expect((await status()).reasons).toMatchObject([{ code: 'records_failed', values: { count: 1 } }]);
    products.update(second, { price: prices[1] });
    await report(second);
    await processedEvents(shop.site);
    expect(await shown()).toEqual(upToDate);
  });

  test('is up to date again once a record that was never imported is gone from the store', async () => {
    const { products } = shop.simulator.store;
    const { id } = products.create({ name: 'Priceless', channels: [1], price: 1e30 });
    await shop.synchronize();
    expect((await status()).reasons).toMatchObject([{ code: 'records_failed', values: { count: 1 } }]);
    await resync(id);
    expect((await status()).reasons).toMatchObject([{ code: 'records_failed', values: { count: 1 } }]);
    products.delete(id);
    await resync(id);
    expect(await shown()).toEqual(upToDate);
  });

  test('is behind while another channel is set than the one that was synced', async () => {
    await call('PUT', '/settings', { channelId: 2 });
    expect(await status()).toMatchObject({
      kind: 'behind',
      reasons: [{ code: 'channel_changed', values: { channel: 2, synced: 1 }, fix: 'runs' }],
    });
    await shop.synchronize();
    expect(await shown()).toEqual(upToDate);
    await call('PUT', '/settings', { channelId: null });
    expect(await shown()).toEqual({ kind: 'behind', codes: ['channel_changed'] });
  });

  test('is up to date as of no earlier moment because an event waits', async () => {
    const [id = 0, other = 0] = ids;
    await report(id);
    await processedEvents(shop.site);
    const moments = [(await status()).asOf];
    shop.simulator.faults.add({ kind: 'delay', milliseconds: 60_000, path: '/v3/catalog/products', times: 0 });
    await report(other);
    moments.push((await status()).asOf);
    await events().where({ entity_id: other }).update({ status: 'complete', due_at: null, claim_id: null });
    moments.push((await status()).asOf);
    expect(moments).toEqual([...moments].sort());
    expect(new Set(moments).size).toBeGreaterThan(1);
  });
});
