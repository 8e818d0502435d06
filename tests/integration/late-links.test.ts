import { expect, test } from 'vitest';
import type { Core } from '@strapi/strapi';
import { product } from '../../contracts/rest/products';
import { aBrand, aCategory, aProduct } from '../support/shops/catalog-items';
import { onEachDatabase, type RestShop } from '../support/databases/on-each-database';

/** Strapi's own relations, by upstream ids. */
async function relationsOf(strapi: Core.Strapi, id: number): Promise<{ categories: unknown; brand: unknown }> {
  const record: unknown = await strapi.db
    .query('plugin::commerce-bridge.product')
    .findOne({ where: { upstreamId: id }, populate: { categories: true, brand: true } });
  const { categories, brand } = Object(record);
  return {
    categories: categories.map(({ upstreamId }: { upstreamId: unknown }) => upstreamId),
    brand: brand?.upstreamId ?? null,
  };
}

onEachDatabase('relations to records that arrive later', (shop: RestShop) => {
  const slugs = async (slug: string) => (await shop.read(`/products/${slug}`, product)).categories;

  test("a product is related to a category that appears after it, in upstream's order", async () => {
    await shop
      .catalog()
      .write('product', [aProduct({ id: 500, title: 'Early', categoryIds: [2, 90, 4], brandId: 91 })]);
    expect(await slugs('early')).toEqual(['mugs', 'bowls']);
    expect(await relationsOf(shop.site().strapi, 500)).toEqual({ categories: [2, 4], brand: null });

    await shop.catalog().write('category', [aCategory({ id: 90, title: 'Late' })]);
    await shop.catalog().write('brand', [aBrand({ id: 91, title: 'Late brand' })]);
    expect(await slugs('early')).toEqual(['mugs', 'late', 'bowls']);
    expect(await relationsOf(shop.site().strapi, 500)).toEqual({ categories: [2, 90, 4], brand: 91 });
  });

  test('a category that is removed and comes back has its products again', async () => {
    await shop.catalog().write('category', [aCategory({ id: 92, title: 'Seasonal' })]);
    await shop
      .catalog()
      .write('product', [
        aProduct({ id: 501, title: 'Sledge', categoryIds: [92, 2] }),
        aProduct({ id: 502, title: 'Skates', categoryIds: [1, 92] }),
      ]);
    await shop.catalog().remove('category', [92]);
    expect([await slugs('sledge'), await slugs('skates')]).toEqual([['mugs'], ['kitchen']]);

    await shop.catalog().write('category', [aCategory({ id: 92, title: 'Seasonal' })]);
    expect([await slugs('sledge'), await slugs('skates')]).toEqual([
      ['seasonal', 'mugs'],
      ['kitchen', 'seasonal'],
    ]);
    await shop.catalog().remove('category', [92]);
    await shop.catalog().remove('category', [92]);
    await shop.catalog().write('category', [aCategory({ id: 92, title: 'Seasonal' })]);
    expect(await slugs('sledge')).toEqual(['seasonal', 'mugs']);
  });

  test('a product that no longer names a category is not related to it when it appears', async () => {
    await shop.catalog().write('product', [aProduct({ id: 503, title: 'Moved', categoryIds: [93] })]);
    await shop.catalog().write('product', [aProduct({ id: 503, title: 'Moved', categoryIds: [2] })]);
    await shop.catalog().write('product', [aProduct({ id: 504, title: 'Gone', categoryIds: [93] })]);
    await shop.catalog().remove('product', [504]);
    await shop.catalog().write('category', [aCategory({ id: 93, title: 'Nobody' })]);
    expect(await slugs('moved')).toEqual(['mugs']);
  });
});
