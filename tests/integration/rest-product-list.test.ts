import { describe, expect, test } from 'vitest';
import { includeGroups } from '../../contracts/rest/parameters';
import { productList } from '../../contracts/rest/products';
import { onEachDatabase } from '../support/databases/on-each-database';
import { publishedIds } from '../support/shops/rest-shop';

onEachDatabase('listing products', ({ read }) => {
  const list = (query: string) => read(`/products?${query}`, productList);
  const ids = async (query: string) => (await list(`per_page=100&${query}`)).products.map(({ id }) => id);

  describe('the product list', () => {
    test('shows the ten newest published products, and counts all', async () => {
      const { products, total, pages } = await list('');
      expect(products.map(({ id }) => id)).toEqual(publishedIds.slice(0, 10));
      expect({ total, pages }).toEqual({ total: 11, pages: 2 });
    });

    test('shows exactly the specified fields', async () => {
      const [full] = (await list('ids=19')).products;
      expect(full).toEqual({
        id: 19,
        name: 'Full',
        slug: 'full',
        price: 20,
        sale_price: null,
        description: '<p>About Full</p>',
        images: [{ url: 'https://images.example/1/standard.jpg', alt: 'Front' }],
        categories: ['bowls'],
        in_stock: true,
        permalink: 'http://shop.example.com/products/full',
      });
    });

    test('names only visible categories, in upstream’s order', async () => {
      const { products } = await list('ids=10,12');
      expect(products.map(({ id, categories }) => [id, categories])).toEqual([
        [12, ['kitchen', 'mugs']],
        [10, ['mugs', 'kitchen']],
      ]);
    });

    test.each(['date', 'title', 'price'])(
      'ordered by %s shows every product once, page after page, both ways',
      async (orderby) => {
        const walk = async (order: string) => {
          const pages = await Promise.all(
            [1, 2, 3, 4, 5, 6].map((page) => list(`orderby=${orderby}&order=${order}&per_page=2&page=${page}`)),
          );
          return pages.flatMap(({ products }) => products.map(({ id }) => id));
        };
        const up = await walk('asc');
        expect([...up].sort((a, b) => b - a)).toEqual(publishedIds);
        expect(await walk('desc')).toEqual([...up].reverse());
      },
    );

    test('is ordered by date, with ties broken by id', async () => {
      expect(await ids('')).toEqual(publishedIds);
      expect(await ids('order=asc')).toEqual([...publishedIds].reverse());
    });

    test('is ordered by title without regard to case', async () => {
      expect((await ids('orderby=title&order=asc')).slice(0, 3)).toEqual([10, 12, 11]);
    });

    test('is ordered by what the shopper pays, not by the regular price', async () => {
      expect(await ids('orderby=price&order=asc')).toEqual([17, 18, 12, 14, 10, 11, 16, 20, 21, 19, 15]);
    });

    test('past its end is empty and still has the total', async () => {
      expect(await list('page=3')).toEqual({ products: [], total: 11, pages: 2 });
      expect(await list('page=2147483647&per_page=100')).toEqual({ products: [], total: 11, pages: 1 });
    });

    test('never shows drafts, regardless of the filter', async () => {
      for (const query of ['search=draft', 'ids=13', 'sku=DRAFT', 'brand=1', 'category=mugs'])
        expect(await ids(query)).not.toContain(13);
    });

    test('adds what is included and nothing else', async () => {
      const before = (await list('ids=19')).products[0] ?? {};
      const [after] = (await list(`ids=19&include=${includeGroups.join(',')}`)).products;
      expect(
        Object.keys(after ?? {})
          .filter((key) => !(key in before))
          .sort(),
      ).toEqual(includeGroups.filter((group) => !(group in before)).sort());
      expect(after).toMatchObject({
        calculated_price: 20,
        custom_fields: [{ name: 'Origin', value: 'Delft' }],
        brand: null,
      });
      expect(after?.dates?.created).toBe('2024-01-01T00:19:00Z');
    });
  });

  describe('filters', () => {
    test.each([
      ['category=mugs', [12, 11, 10]],
      ['category=kitchen', [12, 10]],
      ['category=warehouse-a', []],
      ['category=nowhere', []],
      ['category=MUGS', []],
      ['brand=1', [12, 10]],
      ['brand=zeta', [12, 10]],
      ['brand=1883', [18]],
      ['brand=365', [16]],
      ['brand=99999999999', []],
      ['brand=nobody', []],
      ['brand=nowhere', []],
      ['min_price=7', [19, 15]],
      ['max_price=2', [18, 17, 12]],
      ['min_price=3.5&max_price=5', [21, 20, 16, 14, 11, 10]],
      ['min_price=100.0001', [15]],
      ['min_price=9&max_price=1', []],
      ['in_stock=false', [14]],
      ['on_sale=true', [12]],
      ['sku=AP-2', [12]],
      ['sku=SKU-191', []],
      ['ids=11,10,4711,99999999999', [11, 10]],
      ['ids=99999999999', []],
      ['category=mugs&brand=1&on_sale=false', [10]],
      ['category=%00', []],
      ['sku=%00', []],
    ])('%s finds %j', async (query, expected) => {
      expect(await ids(query)).toEqual(expected);
      expect((await list(query)).total).toBe(expected.length);
    });

    test('in_stock=true and on_sale=false find all the others', async () => {
      expect(await ids('in_stock=true')).toEqual(publishedIds.filter((id) => id !== 14));
      expect(await ids('on_sale=false')).toEqual(publishedIds.filter((id) => id !== 12));
    });
  });

  describe('search', () => {
    test.each([
      ['appl', [12, 10]],
      ['APPLE', [12, 10]],
      ['fruit', [16, 11, 10]],
      ['ripe fruit', [10]],
      ['100%', [11]],
      ['0% f', [11]],
      ['%', [11]],
      ['no_sugar', [11]],
      ['_', [11]],
      ['&', [11]],
      ['amp', []],
      ['back\\slash', [14]],
      ['\\', [14]],
      ['éclair', [14]],
      ['GRÖSSE', []],
      ['größe', [14]],
      ['cafe', [15]],
      ['CAFÉ', [16]],
      ['cafe\u0301', [16]],
      ['red shoe', [15]],
      ['<b>', []],
      ['cafe red', []],
      ['apple\nripe', []],
      ['tw', [21, 20]],
      ["'; drop table x; --", []],
    ])('for %j finds %j', async (term, expected) => {
      expect(await ids(`search=${encodeURIComponent(term)}`)).toEqual(expected);
    });

    test('for only blanks is no search', async () => {
      expect(await ids('search=%20%00%20')).toEqual(publishedIds);
    });
  });
});
