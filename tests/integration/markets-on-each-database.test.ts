import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { ProductFilter, ProductListRequest } from '../../server/src/catalog/model/product-reader';
import type { BrowseMarketRequest } from '../../server/src/catalog/admin/product-browser';
import { containerOf } from '../../server/src/container';
import { fromJson } from '../../server/src/database/database';
import { tables } from '../../server/src/database/tables';
import { readSoldIn } from '../../server/src/markets/knex-sold-in';
import { createCatalogSize } from '../../server/src/markets/knex-catalog-size';
import { onEachDatabase } from '../support/databases/on-each-database';

const side = { membershipId: 900, pricesId: 901, texts: null, categoriesId: null };
/** Charged and regular prices by product; products that are not in this list are not sold. */
const offers: [id: number, price: number | null, charged: number | null][] = [
  [10, 8, 8],
  [11, 9.5, 4.25],
  [12, 4.25, 4.25],
  // In the catalog, but hidden.
  [13, 1, 1],
  // No price: not sold.
  [14, null, null],
  [15, 100.0001, 100.0001],
];
const stored = z.array(z.unknown());
/** A product that is sold, but whose price was not read yet. */
const unpriced = 16;

onEachDatabase('products of a market', ({ site }) => {
  const reader = () => containerOf(site().strapi).catalog.marketProducts;

  beforeAll(async () => {
    const database = site().strapi.db.connection;
    const member = (id: number) => ({ part_id: side.membershipId, product_id: id });
    await database(tables.marketMembers).insert([...offers.map(([id]) => member(id)), member(unpriced)]);
    const priced = offers.map(([id, price, charged]) => ({ price, calculated_price: charged, product_id: id }));
    const others = { part_id: side.pricesId, fingerprint: '', sale_price: null, variants: '[]' };
    await database(tables.marketPrices).insert(priced.map((row) => ({ ...others, ...row })));
  });

  const list = async (filter: ProductFilter, order: Partial<ProductListRequest> = {}) => {
    const usual = { orderBy: 'price', direction: 'asc', page: 1, pageSize: 20, depth: 'summary' } as const;
    const { records, total } = await reader().list(side, { ...usual, ...order, filter });
    expect(records.length).toBe(Math.min(total, order.pageSize ?? total));
    return records.map(({ id }) => id);
  };

  test.each<[string, ProductFilter, Partial<ProductListRequest>, number[]]>([
    ['the cheapest first, and what has no price last', {}, {}, [11, 12, 10, 15, 14, unpriced]],
    ['the highest price first, and what has no price last', {}, { direction: 'desc' }, [15, 10, 12, 11, unpriced, 14]],
    ['up to a price', { maxPrice: 8 }, {}, [11, 12, 10]],
    ['from a price on', { minPrice: 8 }, {}, [10, 15]],
    ['on sale', { onSale: true }, {}, [11]],
    ['not on sale', { onSale: false }, {}, [12, 10, 15, 14, unpriced]],
    ['of a brand', { brand: '1' }, {}, [12, 10]],
    ['that a search finds', { search: 'APPLE' }, {}, [12, 10]],
    ['by their ids', { ids: [10, 13, 99] }, {}, [10]],
    ['of a category', { categorySlug: 'mugs' }, {}, [11, 12, 10]],
    ['a page', {}, { page: 1, pageSize: 2 }, [11, 12]],
  ])('lists %s', async (...[, filter, order, expected]) => {
    expect(await list(filter, order)).toEqual(expected);
  });

  test('what has no price is not in stock', async () => {
    expect(await list({ inStock: true })).toEqual([11, 12, 10, 15]);
    expect(await list({ inStock: false })).toEqual([14, unpriced]);
  });

  test('counts by brand and by category', async () => {
    expect(await reader().countBy('brand', side)).toEqual(
      new Map([
        [1, 2],
        [2, 1],
        [41, 1],
      ]),
    );
    expect((await reader().countBy('category', side)).get(2)).toBe(3);
  });

  test.each<[string, ProductFilter]>([
    ['nothing', {}],
    ['a brand', { brand: '1' }],
    ['a brand that does not exist', { brand: 'nobody-there' }],
    ['prices', { minPrice: 4.25, maxPrice: 8 }],
    ['a category and what is on sale', { categorySlug: 'mugs', onSale: true }],
    ['a search', { search: 'a', inStock: false }],
    ['ids', { ids: [10, 11, 13, 14] }],
  ])('facets of lists by %s count what the lists would have', async (...[, filter]) => {
    const { findMarketFacets } = containerOf(site().strapi).catalog;
    const { total, brands, categories, ...counts } = await findMarketFacets(filter, side);
    const countOf = async (others: ProductFilter) => (await list({ ...filter, ...others })).length;
    expect(total).toBe(await countOf({}));
    for (const { id, count } of brands) expect([id, count]).toEqual([id, await countOf({ brand: String(id) })]);
    for (const { slug, count } of categories)
      expect([slug, count]).toEqual([slug, await countOf({ categorySlug: slug })]);
    expect(brands.length + categories.length).toBeGreaterThan(0);
    expect([counts.inStock, counts.outOfStock, counts.onSale]).toEqual([
      await countOf({ inStock: true }),
      await countOf({ inStock: false }),
      await countOf({ onSale: true }),
    ]);
    const byPrice = (await list({ ...filter, minPrice: undefined, maxPrice: undefined })).flatMap(
      (id) => offers.find(([offered]) => offered === id)?.[2] ?? [],
    );
    const range = byPrice.length === 0 ? null : { min: Math.min(...byPrice), max: Math.max(...byPrice) };
    expect(counts.price).toEqual(range);
  });

  const browse = async (filter: BrowseMarketRequest['filter'], order: Partial<BrowseMarketRequest> = {}) => {
    const usual = { orderBy: 'price', direction: 'asc', page: 1, pageSize: 20 } as const;
    return containerOf(site().strapi).catalog.browser.browseMarket(side, { ...usual, ...order, filter });
  };

  test.each<[string, BrowseMarketRequest['filter'], Partial<BrowseMarketRequest>, number[]]>([
    ['the highest price first, and what has no price last', {}, { direction: 'desc' }, [15, 10, 12, 11, unpriced, 14]],
    ['that a search finds', { search: 'APPLE' }, {}, [12, 10]],
    ['by their id', { search: ' 12 ' }, {}, [12]],
    ['of a category, by its id', { categoryId: 1 }, {}, [12, 10]],
    ['of a brand', { brandId: 1 }, {}, [12, 10]],
    ['in stock', { inStock: true }, {}, [11, 12, 10, 15]],
    ['by the ids', { ids: [10, 13, 99] }, {}, [10]],
    ['a page', {}, { page: 2, pageSize: 4 }, [14, unpriced]],
  ])('administrators see %s', async (...[, filter, order, expected]) => {
    expect((await browse(filter, order)).products.map(({ id }) => id)).toEqual(expected);
  });

  test('administrators see its prices', async () => {
    const { products } = await browse({ ids: [11, 12, 14] });
    expect(
      products.map(({ price, salePrice, calculatedPrice, inStock }) => [price, salePrice, calculatedPrice, inStock]),
    ).toEqual([
      [9.5, 4.25, 4.25, true],
      [4.25, null, 4.25, true],
      [null, null, null, false],
    ]);
  });

  test('a product is said to be sold where the channel has it and it has a price', async () => {
    const { db } = site().strapi;
    const other = { ...side, membershipId: 902 };
    await db
      .connection(tables.marketMembers)
      .insert([10, 14].map((id) => ({ part_id: other.membershipId, product_id: id })));
    const markets = new Map([
      ['first', side],
      ['other', other],
    ]);
    const productIds = [10, 11, 14, unpriced, 21];
    expect(await readSoldIn(db.connection, { markets, productIds })).toEqual(
      new Map([
        [10, ['first', 'other']],
        [11, ['first']],
      ]),
    );
    expect(await readSoldIn(db.connection, { markets: new Map(), productIds })).toEqual(new Map());
  });

  test('counts what has a price, and what of the catalog has one of its own', async () => {
    const { tables: catalogTables, markets, counts } = containerOf(site().strapi);
    expect((await markets.partStates.countPrices()).get(side.pricesId)).toEqual({ priced: 5, unpriced: 1 });
    const database = site().strapi.db.connection;
    const productTable = catalogTables.tables.product;
    const rows = await database(productTable).whereNull('withdrawn_at').select('variants');
    const lengths = rows.map(({ variants }) => stored.parse(fromJson(variants)).length);
    const size = await createCatalogSize({ ...markets, database, productTable, counts })();
    expect(size).toMatchObject({
      products: lengths.length,
      priced: lengths.reduce((sum, length) => sum + (length > 1 ? length + 1 : 1), 0),
    });
    expect(size.priced).toBeGreaterThan(size.products);
    expect(size.soldOn(1)).toBeNull();
  });
});
