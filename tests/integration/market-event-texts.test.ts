import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { containerOf } from '../../server/src/container';
import { tables } from '../../server/src/database/tables';
import { type MarketShop, openMarketShop } from '../support/shops/market-shop';
import { processedEvents } from '../support/shops/events';
import { registered } from '../support/shops/webhook-registration';

const french = { key: 'french', name: 'French', channelId: 3, currency: 'USD', locale: 'fr' };
let shop: MarketShop;
let pot: number;

beforeAll(async () => {
  shop = await openMarketShop([french]);
  const { store } = shop.simulator;
  store.markets.channels.create({ id: 3, name: 'France' });
  store.markets.locales.set(3, [{ code: 'en', isDefault: true }, { code: 'fr' }]);
  pot = store.products.create({ name: 'Stone pot', price: 10, channels: [1, 3], is_visible: true }).id;
  store.products.create({ name: 'Iron pan', price: 10, channels: [1, 3], is_visible: true });
  rename('Pot');
  await shop.synchronise();
  await shop.passMarkets();
  await shop.site.admin('PUT', '/commerce-bridge/settings', { publicUrl: shop.site.url });
  await registered(shop.site);
});
afterAll(() => shop.close());

const rename = (name: string) =>
  shop.simulator.store.markets.locales.translate({ kind: 'product', id: pot, channelId: 3, locale: 'fr' }, { name });

async function settled(): Promise<void> {
  await shop.simulator.webhooks.idle();
  await processedEvents(shop.site);
  const { stale } = containerOf(shop.site.strapi).markets;
  await vi.waitUntil(async () => (await stale.waiting()).size === 0, { timeout: 30_000, interval: 50 });
}

async function titles(): Promise<string[]> {
  const { markets } = containerOf(shop.site.strapi);
  const partId = await markets.passes.idOf({ kind: 'texts', channelId: 3, locale: 'fr' });
  return (await markets.texts.read(partId, [pot])).map(({ title }) => title);
}

test('an event brings the texts of a product along, and has them read again after 45 seconds', async () => {
  rename('Marmite');
  shop.simulator.store.products.update(pot, { price: 11 });
  await settled();
  expect(await titles()).toEqual(['Marmite']);
  const { connection } = shop.site.strapi.db;
  const rows = await connection(tables.marketStaleProducts).where({ product_id: pot }).select('step');
  expect(rows).toEqual([{ step: 1 }]);
});

test('a product that the channel sells again has its texts', async () => {
  shop.simulator.store.products.unassign(pot, 3);
  await settled();
  expect(await titles()).toEqual([]);
  shop.simulator.store.products.assign(pot, 3);
  await settled();
  expect(await titles()).toEqual(['Marmite']);
});
