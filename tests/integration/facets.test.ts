import { expect, test } from 'vitest';
import { facets as facetsSchema } from '../../contracts/rest/facets';
import { productList } from '../../contracts/rest/products';
import { onEachDatabase } from '../support/databases/on-each-database';

onEachDatabase('facets', ({ read, status }) => {
  const facets = (query: string) => read(`/facets?${query}`, facetsSchema);
  const totalOf = async (query: string) => (await read(`/products?${query}`, productList)).total;

  test('say how many products each brand, collection and stock would leave', async () => {
    const { total, brands, collections, stock, on_sale: onSale, price } = await facets('');
    expect(total).toBe(await totalOf(''));
    for (const { slug, count } of brands) expect([slug, count]).toEqual([slug, await totalOf(`brand=${slug}`)]);
    for (const { slug, count } of collections) expect([slug, count]).toEqual([slug, await totalOf(`category=${slug}`)]);
    expect(brands.map(({ name }) => name)).toContain('zeta');
    expect(collections.map(({ slug }) => slug)).not.toContain('warehouse-a');
    expect(stock).toEqual({
      in_stock: await totalOf('in_stock=true'),
      out_of_stock: await totalOf('in_stock=false'),
    });
    expect(onSale).toBe(await totalOf('on_sale=true'));
    expect(price).toEqual({ min: 1, max: 100.0001 });
  });

  test.each([
    'search=apple',
    'search=a&brand=1',
    'category=mugs',
    'category=mugs&in_stock=true&max_price=5',
    'ids=10,11,12,19',
    'sku=AP-2',
    'on_sale=true&min_price=2',
  ])('of %s count what the list would show with one filter more, or another one in its place', async (query) => {
    const { total, brands, collections, stock } = await facets(query);
    const instead = (name: string, value: string) => {
      const search = new URLSearchParams(query);
      search.set(name, value);
      return totalOf(search.toString());
    };
    expect(total).toBe(await totalOf(query));
    for (const { slug, count } of brands) expect([slug, count]).toEqual([slug, await instead('brand', slug)]);
    for (const { slug, count } of collections) expect([slug, count]).toEqual([slug, await instead('category', slug)]);
    expect(stock.in_stock).toBe(await instead('in_stock', 'true'));
  });

  test('of a brand or collection that does not exist are those of the others', async () => {
    const { total, brands } = await facets('brand=nobody-there');
    expect(total).toBe(0);
    expect(brands.length).toBeGreaterThan(0);
    expect((await facets('category=no-such')).total).toBe(0);
  });

  test('are refused with a filter that lists refuse, too', async () => {
    expect(await status('/facets?min_price=cheap')).toBe(400);
    expect(await status('/facets?page=2')).toBe(await status('/products?nonsense=1'));
  });
});
