import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { productResync } from '../../contracts/admin/catalog';
import { productDetail, productUpstream } from '../../contracts/admin/products';
import { product } from '../../contracts/rest/products';
import { openShop, type Shop } from '../support/shops/shop';

describe('resyncing one product', () => {
  let shop: Shop;
  let store: Shop['simulator']['store'];

  beforeAll(async () => {
    shop = await openShop({ simulator: { products: 3 } });
    ({ store } = shop.simulator);
    store.products.create({ name: 'Resynced', channels: [1], price: 5 });
    store.products.create({ id: 365, name: 'Numbered', channels: [1] });
    store.products.create({ name: 'Year', channels: [1], custom_url: { url: '/365/', is_customized: true } });
    store.products.create({ name: 'Other year', channels: [1], custom_url: { url: '/366/', is_customized: true } });
    await shop.synchronize();
  });
  beforeEach(async () => {
    const id = idOf('Resynced');
    store.products.update(id, { price: 5, custom_url: { url: '/resynced/', is_customized: false } });
    await resync(id);
  });
  afterEach(() => shop.simulator.faults.clear());
  afterAll(() => shop.close());

  const idOf = (name: string) => store.products.ids().find((id) => store.products.get(id)?.fields.name === name) ?? 0;
  const resync = async (idOrSlug: string | number) =>
    productResync.parse(
      (await shop.site.admin('POST', `/commerce-bridge/products/${encodeURIComponent(idOrSlug)}/resync`)).body,
    );

  test('works by slug or id, and reports the outcome', async () => {
    const id = idOf('Resynced');
    expect(await resync('resynced')).toEqual({ id, outcome: 'unchanged', reason: null });
    store.products.update(id, { price: 6 });
    expect(await resync(id)).toEqual({ id, outcome: 'updated', reason: null });
    expect(product.parse(await shop.read('/products/resynced')).price).toBe(6);
  });

  test('takes one request, with priority over a run', async () => {
    shop.simulator.requests.clear();
    await resync('resynced');
    expect(shop.simulator.requests.all().map(({ path }) => path)).toEqual(['/stores/demostore1/v3/catalog/products']);
  });

  test('treats a number as an id first, and as a slug if no product has that id', async () => {
    expect((await resync('365')).id).toBe(365);
    expect((await resync('366')).id).toBe(idOf('Other year'));
  });

  test('imports a product that is not cached yet with its categories and brand', async () => {
    const category = store.categories.create({ name: 'Just made', url: { path: '/just-made/', is_customized: false } });
    const brand = store.brands.create({ name: 'Just founded' });
    const { id } = store.products.create({
      name: 'Latest',
      channels: [1],
      categories: [category.id],
      brand_id: brand.id,
    });
    expect(await resync(id)).toMatchObject({ id, outcome: 'created' });
    expect(product.parse(await shop.read('/products/latest?include=brand'))).toMatchObject({
      categories: ['just-made'],
      brand: { id: brand.id, name: 'Just founded' },
    });
  });

  test('removes a product that is gone upstream, and says so for one that never existed', async () => {
    const { id } = store.products.create({ name: 'Short-lived', channels: [1] });
    expect(await resync(id)).toMatchObject({ outcome: 'created' });
    store.products.delete(id);
    expect(await resync('short-lived')).toEqual({ id, outcome: 'removed', reason: null });
    expect((await shop.site.rest('/products/short-lived')).status).toBe(404);
    expect(await resync(424_242)).toEqual({ id: 424_242, outcome: 'absent', reason: null });
    const unknown = await shop.site.admin('POST', '/commerce-bridge/products/no-such-slug/resync');
    expect([unknown.status, unknown.body]).toEqual([
      404,
      expect.objectContaining({
        error: expect.objectContaining({
          message: expect.stringMatching(/No cached product has the slug "no-such-slug"/),
        }),
      }),
    ]);
  });

  test('leaves a product that cannot be cached unchanged, with the reason', async () => {
    const id = idOf('Resynced');
    store.products.update(id, { price: 1e30 });
    expect(await resync(id)).toEqual({ id, outcome: 'failed', reason: expect.stringMatching(/price/) });
    expect(product.parse(await shop.read('/products/resynced')).price).toBe(5);
  });

  test("is available to the site's code as a service", async () => {
    const service: { product(idOrSlug: string | number): Promise<unknown> } = shop.site.strapi
      .plugin('commerce-bridge')
      .service('sync');
    store.products.update(idOf('Resynced'), { price: 7 });
    expect(await service.product('resynced')).toMatchObject({ outcome: 'updated' });
    expect(await service.product(365)).toMatchObject({ id: 365, outcome: 'unchanged' });
  });

  describe('compared with what upstream says now', () => {
    const upstream = async (id: number) =>
      productUpstream.parse((await shop.site.admin('GET', `/commerce-bridge/products/${id}/upstream`)).body);
    const path = '/v3/catalog/products';

    test('shows what differs, and upstream’s own JSON, and changes nothing here', async () => {
      const id = idOf('Resynced');
      const before = await upstream(id);
      expect(before).toMatchObject({
        kind: 'found',
        differences: [],
        reason: null,
        fields: { price: 5, slug: 'resynced' },
      });
      store.products.update(id, { price: 8, custom_url: { url: '/moved/', is_customized: true } });
      const after = await upstream(id);
      expect(after).toMatchObject({
        kind: 'found',
        raw: { id, name: 'Resynced', price: 8, variants: [{ product_id: id }] },
        fields: { price: 8, slug: 'moved' },
      });
      expect(
        after.kind === 'found' &&
          after.differences
            .filter(({ field }) => field !== 'modifiedAt')
            .map(({ field, item, part, from, to }) => [item ?? field, part, from, to]),
      ).toEqual([
        ['price', null, 5, 8],
        ['calculatedPrice', null, 5, 8],
        ['Resynced', 'price', 5, 8],
        ['slug', null, 'resynced', 'moved'],
      ]);
      expect(product.parse(await shop.read('/products/resynced')).price).toBe(5);
    });

    test('matches again after the resync, and the history shows what that changed', async () => {
      const id = idOf('Resynced');
      store.products.update(id, { price: 8, custom_url: { url: '/moved/', is_customized: true } });
      expect(await resync(id)).toMatchObject({ outcome: 'updated' });
      expect(await upstream(id)).toMatchObject({ kind: 'found', differences: [] });
      const detail = productDetail.parse((await shop.site.admin('GET', `/commerce-bridge/products/${id}`)).body);
      expect(detail).toMatchObject({ writtenBy: { kind: 'resync' }, comparedBy: { kind: 'resync' } });
      expect(detail.history[0]).toMatchObject({
        kind: 'updated',
        origin: { kind: 'resync' },
        changes: expect.arrayContaining([expect.objectContaining({ field: 'price', from: 5, to: 8 })]),
      });
      expect(detail.links.upstream).toBe(`https://store-demostore1.mybigcommerce.com/manage/products/edit/${id}`);
    });

    test('names the run that wrote it, and the failure of a later run', async () => {
      const id = idOf('Year');
      const detail = async () =>
        productDetail.parse((await shop.site.admin('GET', `/commerce-bridge/products/${id}`)).body);
      const { writtenBy, history } = await detail();
      expect([writtenBy, history]).toEqual([{ kind: 'run', runId: expect.any(String) }, []]);
      store.products.update(id, { name: '' });
      const { id: runId } = await shop.synchronize();
      expect((await detail()).failure).toEqual({
        runId,
        at: expect.any(String),
        reason: expect.stringMatching(/name/),
      });
      store.products.update(id, { name: 'Year' });
      await shop.synchronize();
      expect(await detail()).toMatchObject({ failure: null, writtenBy: { kind: 'run' }, comparedBy: { kind: 'run' } });
    });

    test('never shows the access token, wherever it appears', async () => {
      const { id } = store.products.create({
        name: 'Leaky',
        description: `<p>${shop.simulator.account.accessToken}</p>`,
        channels: [1],
      });
      const { body } = await shop.site.admin('GET', `/commerce-bridge/products/${id}/upstream`);
      expect(JSON.stringify(body)).toContain('[redacted]');
      expect(JSON.stringify(body)).not.toContain(shop.simulator.account.accessToken);
      store.products.delete(id);
    });

    test('says that it is gone, or cannot be cached', async () => {
      const { id } = store.products.create({ name: 'Expensive', channels: [1], price: 1e30 });
      expect(await upstream(id)).toMatchObject({
        kind: 'found',
        fields: null,
        reason: expect.stringMatching(/price/),
        raw: { id },
      });
      store.products.delete(id);
      expect(await upstream(id)).toMatchObject({ kind: 'gone' });
    });

    test.each([
      [{ kind: 'status', status: 500 }, 'unavailable'],
      [{ kind: 'status', status: 404 }, 'not_found'],
      [{ kind: 'status', status: 401 }, 'unauthorized'],
      [{ kind: 'status', status: 403 }, 'scope_missing'],
      [{ kind: 'reset' }, 'unreachable'],
      // Last, since all later requests wait after a 429.
      [{ kind: 'status', status: 429 }, 'rate_limited'],
    ] as const)('says that upstream responds with %j, after one request', async (fault, problem) => {
      shop.simulator.requests.clear();
      shop.simulator.faults.add({ path, ...fault });
      expect(await upstream(365)).toMatchObject({ kind: 'failed', problem, message: expect.any(String) });
      expect(shop.simulator.requests.all().filter((request) => request.path.endsWith(path))).toHaveLength(1);
    });
  });

  test('returns 502 with the reason while upstream is unreachable', async () => {
    shop.simulator.faults.add({ kind: 'status', status: 401, path: '/v3/catalog/products' });
    const { status, body } = await shop.site.admin('POST', '/commerce-bridge/products/365/resync');
    expect([status, body]).toEqual([
      502,
      expect.objectContaining({ error: expect.objectContaining({ message: expect.stringMatching(/returned 401/) }) }),
    ]);
  });
});
