import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { product as productSchema, type ProductView } from '../../contracts/rest/products';
import { containerOf } from '../../server/src/container';
import type { NewMetafield } from '../../simulator/src/markets/metafield-edits';
import { processedEvents } from '../support/shops/events';
import { publishedIds } from '../support/shops/published-ids';
import { openShop, type Shop } from '../support/shops/shop';
import { registered } from '../support/shops/webhook-registration';
import { eventually } from '../support/time/eventually';

let shop: Shop;
/** Published products, without the mug. */
let unused: number[];

beforeAll(async () => {
  shop = await openShop({ simulator: { products: 25, localDestinations: true } });
  note(mug());
  await shop.synchronize();
  unused = await publishedIds(shop.site, { without: mug() });
  await shop.site.admin('PUT', '/commerce-bridge/settings', { publicUrl: shop.site.url });
  await registered(shop.site);
  await set({ metafieldNamespaces: ['care'] });
  await eventually(async () => scopes().length === 3);
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.simulator.faults.clear();
  await settled();
});

const mug = () => shop.simulator.store.products.ids()[0] ?? 0;
/** A product that no other test uses. */
const another = () => unused.shift() ?? expect.unreachable();
const metafields = () => shop.simulator.store.markets.metafields;
const requests = () => shop.simulator.requests.all(({ path }) => path.includes('metafields'));
const scopes = () => shop.simulator.webhooks.registry.all().filter(({ scope }) => scope.includes('metafield'));

function note(productId: number, fields: Partial<NewMetafield> = {}): number {
  return metafields().create({
    resource_type: 'product',
    resource_id: productId,
    namespace: 'care',
    key: 'wash',
    value: '30°',
    ...fields,
  }).id;
}

async function set(settings: object): Promise<void> {
  expect((await shop.site.admin('PUT', '/commerce-bridge/settings', settings)).status).toBe(200);
}

/** Waits until all events from the store are processed, and no metafields are due to be read. */
async function settled(): Promise<void> {
  await shop.simulator.webhooks.idle();
  await processedEvents(shop.site);
  const { metafieldFreshness } = containerOf(shop.site.strapi);
  await eventually(async () => metafieldFreshness.isIdle());
}

async function pageOf(id: number, query = 'include=metafields'): Promise<ProductView> {
  const [found] = await containerOf(shop.site.strapi).catalog.products.findByIds([id], 'summary');
  const response = await shop.site.rest(`/products/${found?.slug}?${query}`);
  expect(response.status).toBe(200);
  return productSchema.parse(await response.json());
}
const valuesOf = async (id: number) => (await pageOf(id)).metafields?.map(({ value }) => value);

test('are on the page of a product soon after their namespaces were set, with one request for 250 of them', async () => {
  expect((await pageOf(mug())).metafields).toEqual([
    { id: expect.any(Number), namespace: 'care', key: 'wash', value: '30°' },
  ]);
  expect((await pageOf(another())).metafields).toEqual([]);
  expect((await pageOf(mug(), 'include=brand')).metafields).toBeUndefined();
  const before = requests().length;
  await shop.synchronize();
  await settled();
  expect(requests().length - before).toBe(1);
});

test('are read again when the store reports an edit, and the cached page of the product is dropped', async () => {
  const product = another();
  expect(await valuesOf(product)).toEqual([]);
  const id = note(product, { value: 'by hand' });
  await settled();
  expect(await valuesOf(product)).toEqual(['by hand']);
  metafields().update(id, { value: 'not at all' });
  await settled();
  expect(await valuesOf(product)).toEqual(['not at all']);
  metafields().delete(id);
  await settled();
  expect(await valuesOf(product)).toEqual([]);
});

test('of other namespaces, of variants, and private ones are neither shown nor asked for again', async () => {
  const product = another();
  const before = requests().length;
  note(product, { namespace: 'stock', value: 'of another app' });
  const [variant] = shop.simulator.store.products.get(product)?.variants ?? [];
  note(variant?.id ?? 0, { resource_type: 'variant' });
  await settled();
  expect(requests()).toHaveLength(before);
  note(product, { key: 'cost', permission_set: 'read', value: 'secret' });
  await settled();
  expect(await valuesOf(product)).toEqual([]);
});

test('whose webhooks were lost are there after the next comparison of the catalog, and after a resync of the product', async () => {
  const { webhooks } = shop.simulator;
  const [resynced, compared] = [another(), another()];
  webhooks.disturb({ lose: 1 });
  note(compared);
  note(resynced, { value: 'resynced' });
  await webhooks.idle();
  webhooks.disturb({});
  await shop.site.admin('POST', `/commerce-bridge/products/${resynced}/resync`);
  await settled();
  expect(await valuesOf(resynced)).toEqual(['resynced']);
  await shop.synchronize({ mode: 'sweep' });
  await settled();
  expect(await valuesOf(compared)).toEqual(['30°']);
});

test('of a product that is new come with it', async () => {
  const { store } = shop.simulator;
  const created = store.products.create({ name: 'Brand new', channels: [1] });
  note(created.id, { value: 'from the start' });
  await settled();
  expect(await valuesOf(created.id)).toEqual(['from the start']);
});

test('are asked for by nothing while the site reads none, which are null then, and its webhooks are removed', async () => {
  const product = another();
  await set({ metafieldNamespaces: [] });
  await eventually(async () => scopes().length === 0);
  const before = requests().length;
  note(product, { key: 'unseen' });
  await shop.synchronize();
  await settled();
  expect((await pageOf(product)).metafields).toBeNull();
  expect(requests()).toHaveLength(before);
  await set({ metafieldNamespaces: ['care'] });
  await eventually(async () => scopes().length === 3);
  await settled();
  expect((await pageOf(product)).metafields?.map(({ key }) => key)).toEqual(['unseen']);
});

test('are of a single product: lists refuse them', async () => {
  expect((await shop.site.rest('/products?include=metafields')).status).toBe(400);
});
