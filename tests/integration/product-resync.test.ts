import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { productResync } from '../../contracts/admin/catalog';
import { product } from '../../contracts/rest/products';
import { openShop, type Shop } from '../support/shop';

describe('one product, synchronised by itself', () => {
  let shop: Shop;
  let store: Shop['simulator']['store'];

  beforeAll(async () => {
    shop = await openShop({ simulator: { products: 3 } });
    ({ store } = shop.simulator);
    store.products.create({ name: 'Resynced', channels: [1], price: 5 });
    store.products.create({ id: 365, name: 'Numbered', channels: [1] });
    store.products.create({ name: 'Year', channels: [1], custom_url: { url: '/365/', is_customized: true } });
    store.products.create({ name: 'Other year', channels: [1], custom_url: { url: '/366/', is_customized: true } });
    await shop.synchronise();
  });
  afterAll(() => shop.close());

  const idOf = (name: string) => store.products.ids().find((id) => store.products.get(id)?.fields.name === name) ?? 0;
  const resync = async (idOrSlug: string | number) => productResync.parse((await shop.site.admin('POST', `/commerce-bridge/products/${encodeURIComponent(idOrSlug)}/resync`)).body);

  test('is found by its slug or its id, and says what became of it', async () => {
    const id = idOf('Resynced');
    expect(await resync('resynced')).toEqual({ id, outcome: 'unchanged', reason: null });
    store.products.update(id, { price: 6 });
    expect(await resync(id)).toEqual({ id, outcome: 'updated', reason: null });
    expect(product.parse(await shop.read('/products/resynced')).price).toBe(6);
  });

  test('is asked for with one request, ahead of a run', async () => {
    shop.simulator.requests.clear();
    await resync('resynced');
    expect(shop.simulator.requests.all().map(({ path }) => path)).toEqual(['/stores/demostore1/v3/catalog/products']);
  });

  test('is an id first when a number could be both, and a slug where no product has that id', async () => {
    expect((await resync('365')).id).toBe(365);
    expect((await resync('366')).id).toBe(idOf('Other year'));
  });

  test('that is not cached yet comes with the categories and the brand it names', async () => {
    const category = store.categories.create({ name: 'Just made', url: { path: '/just-made/', is_customized: false } });
    const brand = store.brands.create({ name: 'Just founded' });
    const { id } = store.products.create({ name: 'Latest', channels: [1], categories: [category.id], brand_id: brand.id });
    expect(await resync(id)).toMatchObject({ id, outcome: 'created' });
    expect(product.parse(await shop.read('/products/latest?include=brand'))).toMatchObject({ categories: ['just-made'], brand: { id: brand.id, name: 'Just founded' } });
  });

  test('that is gone upstream is removed; of one that never was it says so', async () => {
    const id = idOf('Latest');
    store.products.delete(id);
    expect(await resync('latest')).toEqual({ id, outcome: 'removed', reason: null });
    expect((await shop.site.rest('/products/latest')).status).toBe(404);
    expect(await resync(424_242)).toEqual({ id: 424_242, outcome: 'absent', reason: null });
    const unknown = await shop.site.admin('POST', '/commerce-bridge/products/no-such-slug/resync');
    expect([unknown.status, unknown.body]).toEqual([404, expect.objectContaining({ error: expect.objectContaining({ message: expect.stringMatching(/No cached product has the slug "no-such-slug"/) }) })]);
  });

  test('that cannot be cached stays as it was, with the reason', async () => {
    const id = idOf('Resynced');
    store.products.update(id, { price: 1e30 });
    expect(await resync(id)).toEqual({ id, outcome: 'failed', reason: expect.stringMatching(/price/) });
    expect(product.parse(await shop.read('/products/resynced')).price).toBe(6);
    store.products.update(id, { price: 7 });
  });

  test('is there for code of the site as service', async () => {
    const service: { product(idOrSlug: string | number): Promise<unknown> } = shop.site.strapi.plugin('commerce-bridge').service('sync');
    expect(await service.product('resynced')).toMatchObject({ outcome: 'updated' });
    expect(await service.product(365)).toMatchObject({ id: 365, outcome: 'unchanged' });
  });

  test('answers 502 with the reason while upstream is not there', async () => {
    shop.simulator.faults.add({ kind: 'status', status: 401, path: '/v3/catalog/products' });
    const { status, body } = await shop.site.admin('POST', '/commerce-bridge/products/365/resync');
    expect([status, body]).toEqual([502, expect.objectContaining({ error: expect.objectContaining({ message: expect.stringMatching(/answered 401/) }) })]);
  });
});
