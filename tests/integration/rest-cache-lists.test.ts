import { beforeEach, describe, expect, test } from 'vitest';
import { productList } from '../../contracts/rest/products';
import type { CatalogProduct } from '../../server/src/catalog/model/catalog-types';
import { containerOf } from '../../server/src/container';
import { anotherInstanceOf } from '../support/sites/another-instance';
import { aCategory, aProduct, anImage } from '../support/shops/catalog-items';
import { eventually } from '../support/time/eventually';
import { onEachDatabase } from '../support/databases/on-each-database';
import { brands, categories, fillShop } from '../support/shops/rest-shop';

/** None of them shows product 18. */
const lists = {
  'by date': '/products?per_page=2',
  'by price': '/products?orderby=price&per_page=2',
  'by title': '/products?orderby=title&order=asc&per_page=2',
  'in stock, by price': '/products?in_stock=true&orderby=price&per_page=2',
  'on sale, by price': '/products?on_sale=true&orderby=price',
  'expensive, by title': '/products?min_price=20&orderby=title',
  'of a category, by title': '/products?category=bowls&orderby=title',
  'of a brand, by title': '/products?brand=acme&orderby=title',
  'found, by title': '/products?search=shoe&orderby=title',
  'with a SKU, by title': '/products?sku=FULL&orderby=title',
  named: '/products?ids=13,19,21&in_stock=true&orderby=price',
  related: '/products/banana/related?per_page=1',
  brands: '/brands',
  'one brand': '/brands/2',
  collections: '/collections',
  'one collection': '/collections/bowls',
  'one product': '/products/full',
} as const;
type Name = keyof typeof lists;
const names = Object.keys(lists).filter((name): name is Name => name in lists);
const exceptFor = (...kept: Name[]) => names.filter((name) => !kept.includes(name));

const plain = aProduct({ id: 18, title: 'Of 1883', price: 1, brandId: 1883, categoryIds: [] });

onEachDatabase('cached lists', (shop) => {
  const sourceOf = async (name: Name) => (await shop.site().rest(lists[name])).headers.get('x-cache');

  /** The lists that a change drops; all of them are cached before it. */
  async function droppedBy(change: () => Promise<void>): Promise<Name[]> {
    for (const name of names) await sourceOf(name);
    for (const name of names) expect([name, await sourceOf(name)]).toEqual([name, 'HIT']);
    await change();
    const dropped: Name[] = [];
    for (const name of names) if ((await sourceOf(name)) === 'MISS') dropped.push(name);
    return dropped;
  }
  const write = (...products: CatalogProduct[]) => shop.catalog().write('product', products);

  beforeEach(async () => {
    await fillShop(shop.catalog());
  });

  describe('are dropped because of a product that they do not show when', () => {
    test.each<[string, Partial<CatalogProduct>, Name[]]>([
      [
        'its price changes: those by price',
        { price: 2, calculatedPrice: 2 },
        ['by price', 'in stock, by price', 'on sale, by price', 'expensive, by title'],
      ],
      ['it is sold out: those of what is in stock', { inStock: false }, ['in stock, by price']],
      [
        'it goes on sale at the same price: those of what is on sale',
        { salePrice: 1, calculatedPrice: 1 },
        ['on sale, by price'],
      ],
      ['its description changes: searches', { content: '<p>News</p>' }, ['found, by title']],
      ['its SKU changes: those of a SKU', { sku: 'ELEVEN' }, ['with a SKU, by title']],
      [
        'its name changes: those by title, and searches',
        { title: 'Zebra' },
        [
          'by title',
          'expensive, by title',
          'of a category, by title',
          'of a brand, by title',
          'found, by title',
          'with a SKU, by title',
          'one brand',
        ],
      ],
      [
        'its brand changes: those of a brand, and counts',
        { brandId: 2 },
        ['of a brand, by title', 'related', 'brands', 'one brand'],
      ],
      [
        'its categories change: those of a category, and counts',
        { categoryIds: [3] },
        ['of a category, by title', 'related', 'collections', 'one collection'],
      ],
      ['the store says it is older: those by date', { createdAt: '2024-01-01T00:00:05Z' }, ['by date', 'related']],
      [
        'it is hidden: all but those of named products',
        { publicationStatus: 'draft' },
        exceptFor('named', 'one product'),
      ],
    ])('%s', async (_, changed, dropped) => {
      expect(await droppedBy(() => write({ ...plain, ...changed }))).toEqual(dropped);
    });

    test('it appears or disappears: all except those of named products', async () => {
      const all = exceptFor('named', 'one product');
      expect(
        await droppedBy(() => write(aProduct({ id: 30, title: 'Oldest', createdAt: '2020-01-01T00:00:00Z' }))),
      ).toEqual(all);
      expect(await droppedBy(() => shop.catalog().remove('product', [30]))).toEqual(all);
    });
  });

  describe('stay cached when a product that they do not show', () => {
    test.each<[string, Partial<CatalogProduct>]>([
      [
        'has other pictures, tags and stock',
        {
          images: [anImage(5, 'Side')],
          tags: ['new'],
          inventoryTracking: 'product',
          inventoryLevel: 7,
          modifiedAt: '2025-01-01T00:00:00Z',
        },
      ],
      ['has other HTML around the same words', { content: '<div><p class="lead">About Of 1883</p></div>' }],
      ['moves to another address', { slugClaim: 'elsewhere' }],
    ])('%s', async (_, changed) => {
      expect(await droppedBy(() => write({ ...plain, ...changed }))).toEqual([]);
    });

    test('is a draft, however it changes', async () => {
      const draft = aProduct({ id: 31, title: 'Hidden', publicationStatus: 'draft' });
      expect(await droppedBy(() => write(draft))).toEqual([]);
      expect(
        await droppedBy(() =>
          write({ ...draft, title: 'Still hidden', price: 50, categoryIds: [4], brandId: 2, inStock: false }),
        ),
      ).toEqual([]);
      await shop.catalog().remove('product', [31]);
    });

    test('is written again unchanged', async () => {
      expect(await droppedBy(() => write(plain))).toEqual([]);
    });
  });

  test('are dropped when a product that they show gets another image, wherever they show it', async () => {
    const full = {
      ...aProduct({ id: 19, title: 'Full', price: 20, categoryIds: [4], sku: 'FULL' }),
      images: [anImage(9, 'Back')],
    };
    await write({ ...full, images: [] });
    const dropped = await droppedBy(() => write(full));
    expect(dropped).toEqual([
      'by price',
      'in stock, by price',
      'expensive, by title',
      'of a category, by title',
      'with a SKU, by title',
      'named',
      'one product',
    ]);
  });

  test('of named products are dropped when one of them is published that they did not show', async () => {
    expect(
      await droppedBy(() =>
        write(
          aProduct({
            id: 13,
            title: 'Draft',
            publicationStatus: 'publish',
            categoryIds: [1, 2],
            brandId: 1,
            sku: 'DRAFT',
          }),
        ),
      ),
    ).toContain('named');
  });

  test('are all dropped when a category or brand changes', async () => {
    expect(
      await droppedBy(() =>
        shop.catalog().write(
          'brand',
          brands.map((brand) => ({ ...brand, content: 'New' })),
        ),
      ),
    ).toEqual(exceptFor('one product'));
    const mugs = categories.filter(({ id }) => id === 2).map((category) => aCategory({ ...category, content: 'New' }));
    expect(await droppedBy(() => shop.catalog().write('category', mugs))).toEqual(exceptFor('one product'));
  });

  test('are all dropped when something other than a sync writes a product: nothing knows what changed', async () => {
    const { strapi } = shop.site();
    const dropped = await droppedBy(async () => {
      await strapi.db
        .query('plugin::commerce-bridge.product')
        .update({ where: { upstreamId: 18 }, data: { title: 'By hand' } });
    });
    expect(dropped).toEqual(exceptFor('named', 'one product'));
  });

  describe('when another instance of the site', () => {
    /** Writes like another instance, and waits until this one has noticed it. */
    async function writeElsewhere(changed: Partial<CatalogProduct>): Promise<void> {
      const kept = () => shop.site().rest('/products/of-1883');
      await kept();
      await anotherInstanceOf(shop.site().strapi).write('product', [{ ...plain, ...changed }]);
      await eventually(async () => (await kept()).headers.get('x-cache') !== 'HIT');
    }

    test('changes a product, are dropped exactly as when this one does', async () => {
      expect(await droppedBy(() => writeElsewhere({ sku: 'THEIRS', tags: ['theirs'] }))).toEqual([
        'with a SKU, by title',
      ]);
    });

    test('hides a product, are not read again with the earlier count', async () => {
      const totalOf = async (page: number) =>
        productList.parse(await (await shop.site().rest(`/products?per_page=1&page=${page}`)).json()).total;
      await containerOf(shop.site().strapi).purgeCaches();
      const before = await totalOf(1);
      await writeElsewhere({ publicationStatus: 'draft' });
      expect(await totalOf(2)).toBe(before - 1);
    });
  });
});
