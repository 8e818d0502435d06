import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { productResync } from '../../contracts/admin/catalog';
import { recordOrigin } from '../../contracts/admin/records';
import { openShop, type Shop } from '../support/shops/shop';

const uid = 'plugin::commerce-bridge.product';
const stored = z.looseObject({ documentId: z.string(), title: z.string(), upstreamId: z.int() });

describe('a cached record', () => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await openShop({ simulator: { products: 12 } });
    await shop.synchronize();
  });
  afterAll(() => shop.close());

  const documents = () => shop.site.strapi.documents(uid);
  const update = (documentId: string, data: object) => documents().update({ documentId, data });
  const anyProduct = async () => stored.parse(await documents().findFirst());

  test('cannot be created, deleted, or cloned except by a sync, and the error says why', async () => {
    const { documentId } = await anyProduct();
    const why = /are managed in BigCommerce/;
    await expect(documents().create({ data: {} })).rejects.toThrow(why);
    await expect(documents().delete({ documentId })).rejects.toThrow(why);
    await expect(documents().clone({ documentId, data: {} })).rejects.toThrow(why);
  });

  test('rejects a changed synced value by name, and accepts the whole form unchanged', async () => {
    const product = await anyProduct();
    const { documentId, ...form } = product;
    await expect(update(documentId, { title: 'Mine' })).rejects.toThrow(/cannot change title of a Commerce product/);
    await expect(update(documentId, { categories: { set: [] } })).rejects.toThrow(/cannot change categories/);
    await expect(update(documentId, { ...form, categories: { connect: [], disconnect: [] } })).resolves.toMatchObject({
      title: product.title,
    });
  });

  test('shows its categories and brand as relations that editors can follow', async () => {
    const [named] = shop.simulator.store.products.ids().filter((id) => {
      const product = shop.simulator.store.products.get(id);
      return product && product.fields.categories.length > 0 && product.fields.brand_id > 0;
    });
    const found = await documents().findFirst({
      filters: { upstreamId: Number(named) },
      populate: ['categories', 'brand'],
    });
    const upstream = shop.simulator.store.products.get(Number(named));
    const related = z
      .looseObject({
        categories: z.array(z.looseObject({ upstreamId: z.int() })),
        brand: z.looseObject({ upstreamId: z.int() }),
      })
      .parse(found);
    const inTree = new Set(
      shop.simulator.store.categories
        .all()
        .filter(({ tree_id: tree }) => tree === 1)
        .map(({ id }) => id),
    );
    expect(related.categories.map(({ upstreamId }) => upstreamId)).toEqual(
      upstream?.fields.categories.filter((id) => inTree.has(id)),
    );
    expect(related.brand.upstreamId).toBe(upstream?.fields.brand_id);
  });

  test('has unique upstream ids and an index for every filter and order, in the database itself', async () => {
    const indexes = await shop.site.strapi.db.connection.raw(
      "select name, sql from sqlite_master where type = 'index' and tbl_name = 'commerce_bridge_products'",
    );
    const text = JSON.stringify(indexes);
    for (const name of ['by_date', 'by_title', 'by_price', 'slug', 'sku', 'brand', 'in_stock', 'on_sale'])
      expect(text).toContain(`cb_products_${name}`);
    expect(text).toMatch(/unique index[^"]*upstream_id/i);
  });

  test('shows where it comes from: the page in the store, and when it was compared with the store', async () => {
    const [id = 0] = shop.simulator.store.products.ids();
    const store = shop.simulator.account.storeHash;
    for (const [path, page] of [
      [`product/${id}`, `products/edit/${id}`],
      ['category/7', 'products/categories/7/edit'],
      ['brand/7', 'products/brands/7/edit'],
    ]) {
      const { body } = await shop.site.admin('GET', `/commerce-bridge/records/${path}`);
      const { comparedAt, upstreamUrl } = recordOrigin.parse(body);
      expect(upstreamUrl).toBe(`https://store-${store}.mybigcommerce.com/manage/${page}`);
      expect(comparedAt).not.toBeNull();
    }
    for (const path of ['order/1', 'product/x', 'product/0', 'brand/99999999999999999']) {
      expect((await shop.site.admin('GET', `/commerce-bridge/records/${path}`)).status).toBe(400);
    }
  });

  test('of a category or brand can be resynced by itself, and is removed when it is no longer in the store', async () => {
    const resync = async (path: string) =>
      productResync.parse((await shop.site.admin('POST', `/commerce-bridge/records/${path}/resync`)).body).outcome;
    const [category] = shop.simulator.store.categories.all().filter(({ tree_id: tree }) => tree === 1);
    // It has no products, so it doesn't affect other tests.
    const brand = shop.simulator.store.brands.create({ name: 'New' });
    expect(await resync(`category/${category?.id ?? 0}`)).toBe('unchanged');
    expect(await resync(`brand/${brand.id}`)).toBe('created');
    expect(await resync(`brand/${brand.id}`)).toBe('unchanged');
    shop.simulator.store.brands.update(brand.id, { name: 'Renamed' });
    expect(await resync(`brand/${brand.id}`)).toBe('updated');
    expect(
      await shop.site.strapi
        .documents('plugin::commerce-bridge.brand')
        .findFirst({ filters: { upstreamId: brand.id } }),
    ).toMatchObject({ title: 'Renamed' });
    shop.simulator.store.brands.delete(brand.id);
    expect(await resync(`brand/${brand.id}`)).toBe('removed');
    expect(await resync('brand/987654')).toBe('absent');
  });

  test('is shown in the Content Manager with read-only synced fields', async () => {
    const { status, body } = await shop.site.admin('GET', `/content-manager/content-types/${uid}/configuration`);
    expect(status).toBe(200);
    const { contentType } = z
      .object({
        data: z.object({
          contentType: z.looseObject({
            settings: z.looseObject({ mainField: z.string() }),
            metadatas: z.record(
              z.string(),
              z.looseObject({ edit: z.looseObject({ editable: z.boolean().optional() }) }),
            ),
            layouts: z.looseObject({ list: z.array(z.string()) }),
          }),
        }),
      })
      .parse(body).data;
    expect(contentType.settings.mainField).toBe('title');
    expect(contentType.layouts.list).toEqual(['title', 'sku', 'calculatedPrice', 'inStock', 'publicationStatus']);
    for (const field of ['title', 'price', 'variants', 'categories', 'brand'])
      expect(contentType.metadatas[field]?.edit.editable).toBe(false);
  });
});
