import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { product as productSchema, type ProductView } from '../../contracts/rest/products';
import { containerOf } from '../../server/src/container';
import { processedEvents } from '../support/shops/events';
import { publishedIds } from '../support/shops/published-ids';
import { openShop, type Shop } from '../support/shops/shop';
import { registered } from '../support/shops/webhook-registration';
import { eventually } from '../support/time/eventually';

let shop: Shop;
/** Published products, without the mug. */
let unused: number[];

beforeAll(async () => {
  shop = await openShop({
    simulator: { products: 25, localDestinations: true },
    site: {
      environment: {
        // As on a new site, and not fixed by the environment.
        COMMERCE_BRIDGE_MODIFIERS_ENABLED: '',
        COMMERCE_BRIDGE_WEBHOOK_RETRY_DELAYS: '1,1,1,1,1,1,1,1',
      },
    },
  });
  addNote(mug(), 'Engraving');
  await shop.synchronize();
  unused = await publishedIds(shop.site, { without: mug() });
  await listenHere();
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.simulator.faults.clear();
  await settled();
});

const mug = () => shop.simulator.store.products.ids()[0] ?? 0;
/** A product that no other test uses. */
const another = () => unused.shift() ?? expect.unreachable();
const kept = () => containerOf(shop.site.strapi).keptModifiers;

/** A restarted site has another port. */
async function listenHere(): Promise<void> {
  await shop.site.admin('PUT', '/commerce-bridge/settings', { publicUrl: shop.site.url });
  await registered(shop.site);
}

async function restart(): Promise<void> {
  await shop.restart();
  await listenHere();
}

function addNote(productId: number, name: string): void {
  shop.simulator.store.modifiers.create(productId, {
    display_name: name,
    type: 'text',
    config: { text_max_length: 9 },
  });
}

/** Waits until all events from the store are processed, and no modifiers are due to be read. */
async function settled(): Promise<void> {
  await shop.simulator.webhooks.idle();
  await processedEvents(shop.site);
  await eventually(async () => (await kept().waiting()) === 0);
}

async function slugOf(id: number): Promise<string> {
  const [found] = await containerOf(shop.site.strapi).catalog.products.findByIds([id], 'summary');
  if (!found) throw new Error(`product ${id} is not published`);
  return found.slug;
}

async function shown(id: number): Promise<ProductView> {
  const response = await shop.site.rest(`/products/${await slugOf(id)}?include=modifiers`);
  expect(response.status).toBe(200);
  return productSchema.parse(await response.json());
}
const namesOf = async (id: number) => (await shown(id)).modifiers?.map(({ name }) => name);
const modifierRequests = () =>
  shop.simulator.requests.all().filter(({ path, query }) => `${path}?${query}`.includes('modifiers'));

test('are on the page of a product after a full run, which takes a request for ten products', async () => {
  const engraving = { name: 'Engraving', type: 'text', required: false, limits: { max_length: 9 }, values: [] };
  expect((await shown(mug())).modifiers).toContainEqual(expect.objectContaining(engraving));
  expect((await shown(another())).modifiers).toEqual([]);
  const before = modifierRequests().length;
  await shop.synchronize();
  await settled();
  expect(modifierRequests().length - before).toBe(Math.ceil(shop.simulator.store.products.ids().length / 10));
});

test('are read again when an event is about the product, and its cached page is dropped', async () => {
  const { store } = shop.simulator;
  const product = another();
  expect(await namesOf(product)).toEqual([]);
  const before = modifierRequests().length;
  addNote(product, 'Motto');
  store.products.update(product, { price: 77 });
  await settled();
  expect(await namesOf(product)).toEqual(['Motto']);
  expect(modifierRequests().length - before).toBe(1);
});

test('that were deleted in the store are gone, although nothing else of the product changed', async () => {
  const { modifiers } = shop.simulator.store;
  const product = another();
  const added = modifiers.create(product, { display_name: 'Gift', type: 'checkbox' });
  shop.simulator.store.products.update(product, { price: 78 });
  await settled();
  expect(await namesOf(product)).toContain('Gift');
  modifiers.delete(product, added.id);
  await settled();
  expect(await namesOf(product)).not.toContain('Gift');
});

test('whose edit the store does not report are there after the next full run, and after a resync of the product', async () => {
  addNote(mug(), 'Unreported');
  await settled();
  expect(await namesOf(mug())).not.toContain('Unreported');
  await shop.synchronize();
  await settled();
  expect(await namesOf(mug())).toContain('Unreported');
  addNote(mug(), 'Resynced');
  await shop.site.admin('POST', `/commerce-bridge/products/${mug()}/resync`);
  await settled();
  expect(await namesOf(mug())).toContain('Resynced');
});

test('are read after a full run that may not remove what is missing, however long an administrator takes', async () => {
  const { brands } = shop.simulator.store;
  const added = Array.from({ length: 20 }, (_, place) => brands.create({ name: `Brand ${place}` }).id);
  await shop.synchronize();
  await settled();
  addNote(mug(), 'Unreported, too');
  for (const id of added) brands.delete(id);
  try {
    expect(await shop.synchronize()).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('removal limit'),
    });
    await settled();
    expect(await namesOf(mug())).toContain('Unreported, too');
  } finally {
    await shop.synchronize({ allowMassRemoval: true });
  }
});

test('are asked for nothing by a run that finds nothing changed', async () => {
  const before = modifierRequests().length;
  await shop.synchronize({ mode: 'incremental' });
  await settled();
  expect(modifierRequests()).toHaveLength(before);
});

test('are kept while the store fails, and read when it responds again', async () => {
  const names = await namesOf(mug());
  // The first request is for the product itself.
  shop.simulator.faults.add({
    kind: 'status',
    status: 500,
    path: '/v3/catalog/products',
    method: 'GET',
    skip: 1,
    times: 0,
  });
  addNote(mug(), 'After the failure');
  shop.simulator.store.products.update(mug(), { price: 5 });
  await shop.simulator.webhooks.idle();
  await processedEvents(shop.site);
  await eventually(async () => (await shown(mug())).price === 5);
  expect(await namesOf(mug())).toEqual(names);
  shop.simulator.faults.clear();
  await settled();
  expect(await namesOf(mug())).toContain('After the failure');
});

test('that were still to be read when the site stopped are read after its next start', async () => {
  addNote(mug(), 'While it was down');
  await containerOf(shop.site.strapi).modifierFreshness.stop();
  await containerOf(shop.site.strapi).modifierFreshness.mark([mug()]);
  expect(await kept().waiting()).toBe(1);
  await restart();
  await settled();
  expect(await namesOf(mug())).toContain('While it was down');
});

test('are null for a product that was never read, and the start of the site asks for none', async () => {
  const { strapi } = shop.site;
  const product = another();
  await strapi.db.connection('commerce_bridge_product_modifiers').where({ product_id: product }).delete();
  const before = modifierRequests().length;
  await restart();
  await settled();
  expect((await shown(product)).modifiers).toBeNull();
  expect(modifierRequests()).toHaveLength(before);
});

test('that were changed while the site read none are read when it reads them again', async () => {
  const set = async (modifiersEnabled: boolean) => {
    expect((await shop.site.admin('PUT', '/commerce-bridge/settings', { modifiersEnabled })).status).toBe(200);
    containerOf(shop.site.strapi).modifierFreshness.wake();
  };
  expect(await namesOf(mug())).toContain('Engraving');
  await set(false);
  expect((await shown(mug())).modifiers).toBeNull();
  await eventually(async () => !(await kept().isAny()));
  addNote(mug(), 'While they were not read');
  await set(true);
  await eventually(async () => (await shown(mug())).modifiers !== null);
  expect(await namesOf(mug())).toContain('While they were not read');
});

test('are of a single product: lists refuse them', async () => {
  expect((await shop.site.rest('/products?include=modifiers')).status).toBe(400);
});
