import { beforeAll, expect, test } from 'vitest';
import { productListQuery } from '../../contracts/rest/products';
import type { ProductColumns } from '../../server/src/catalog/columns/product-columns';
import { createReading } from '../../server/src/catalog/reading/create-reading';
import { createSearchIndex } from '../../server/src/catalog/search/search-index';
import { readCatalogTables } from '../../server/src/catalog/tables';
import { containerOf } from '../../server/src/container';
import { listRequestOf } from '../../server/src/controllers/product-list-request';
import { machineLoop } from '../../server/src/lib/clock';
import { onEachDatabase } from '../support/databases/on-each-database';
import { plansOf } from '../support/databases/statement-plans';
import {
  type ListFacts,
  type ListShape,
  listShapes,
  nameOfShape,
  pageOfShape,
  queryOfShape,
} from '../support/http/list-shapes';
import { createQuietLogger } from '../support/quiet-logger';
import { aBrand, aCategory, aProduct } from '../support/shops/catalog-items';
import { eventually } from '../support/time/eventually';

/*
 * Every pair of values that two parameters of `/products` can have, on a catalog in which many products have the same date, price,
 * or title.
 */

const count = 1500;
const numbers = (length: number) => Array.from({ length }, (_, index) => index);
const categories = numbers(12).map((at) => aCategory({ id: 700 + at, title: `Shelf ${at}` }));
const brands = numbers(12).map((at) => aBrand({ id: 700 + at, title: `Maker ${at}` }));
const words = ['Amber', 'blue', 'Copper', 'dotted', 'Élan', 'Zoë'];
const products = numbers(count).map((at) =>
  aProduct({
    id: 10_001 + at,
    title: `${words[(at * 7) % words.length] ?? ''} ${(at * 31) % 97}`,
    slugClaim: `shape-${at}`,
    sku: `SHAPE-${at % 400}`,
    price: 100 + ((at * 13) % 50),
    salePrice: at % 5 === 0 ? 1 + ((at * 17) % 99) : null,
    calculatedPrice: at % 5 === 0 ? 1 + ((at * 17) % 99) : 100 + ((at * 13) % 50),
    inStock: at % 4 !== 0,
    publicationStatus: at % 10 === 9 ? 'draft' : 'publish',
    createdAt: new Date(Date.UTC(2023, 0, 1) + ((at * 11) % 300) * 60_000).toISOString().replace('.000', ''),
    brandId: 700 + (at % 3 === 0 ? 0 : at % 12),
    categoryIds: [700, 701 + (at % 11)],
  }),
);
const facts: ListFacts = {
  categories: categories.map(({ slugClaim }) => slugClaim),
  brands: brands.map(({ slugClaim }) => slugClaim),
  prices: products.map(({ calculatedPrice }) => calculatedPrice).sort((a, b) => a - b),
  skus: products.slice(0, 50).map(({ sku }) => sku),
  usual: ['copper 1', 'blue 2', 'about'],
  broad: ['er', 'o', 'about'],
  products: count,
};

const productTableNames = /commerce_bridge_(?:products|listed|category_listings|categories|brands)/;
/** By their names, and as what statements name them. */
const productTables = new Set([
  ...['commerce_bridge_products', 'commerce_bridge_listed_products', 'commerce_bridge_category_listings'],
  ...['product', 'listed', 'listing'],
]);

onEachDatabase('lists by every pair of parameters', ({ site, catalog }) => {
  beforeAll(async () => {
    await catalog().write('category', categories);
    await catalog().write('brand', brands);
    for (let from = 0; from < count; from += 250) await catalog().write('product', products.slice(from, from + 250));
    await eventually(async () => (await columns())?.hasTitles === true);
  });

  const columns = (): Promise<ProductColumns | null> => containerOf(site().strapi).productColumns.current();

  /** What reads without the product columns, as while they are loaded. */
  function byStatements() {
    const { strapi } = site();
    const { connection: database } = strapi.db;
    return createReading({
      source: { database, tables: readCatalogTables(strapi) },
      searchIndex: createSearchIndex({ database, logger: createQuietLogger() }),
      loop: machineLoop,
      feed: () => ({ catchUp: () => undefined, isBlind: () => true }),
      logger: createQuietLogger(),
    });
  }

  const requestOf = (shape: ListShape, page: number) => {
    const query = queryOfShape(shape, facts, page);
    const numberOf = (name: string) => (query.has(name) ? { [name]: Number(query.get(name)) } : {});
    const truthOf = (name: string) => (query.has(name) ? { [name]: query.get(name) === 'true' } : {});
    const ids = query
      .get('ids')
      ?.split(',')
      .map((id) => Number(id) + 10_000);
    return listRequestOf(
      productListQuery.parse({
        ...Object.fromEntries(
          ['category', 'brand', 'search', 'sku', 'orderby', 'order'].map((name) => [
            name,
            query.get(name) ?? undefined,
          ]),
        ),
        ...['per_page', 'min_price', 'max_price'].reduce((all, name) => ({ ...all, ...numberOf(name) }), {}),
        ...['in_stock', 'on_sale'].reduce((all, name) => ({ ...all, ...truthOf(name) }), {}),
        ...(ids && { ids }),
        page,
      }),
    );
  };

  test('are the same from memory and from the tables', async () => {
    const { products: tables } = byStatements();
    const { products: memory } = containerOf(site().strapi).catalog;
    for (const shape of listShapes()) {
      const pages = shape.page === 'first' ? [1] : [1, 2, pageOfShape(shape, 12, 0)];
      for (const page of pages) {
        const request = requestOf(shape, page);
        const [found, wanted] = [await memory.list(request), await tables.list(request)];
        const idsOf = ({ records, total }: typeof found) => ({ total, ids: records.map(({ id }) => id) });
        expect([nameOfShape(shape), page, idsOf(found)]).toEqual([nameOfShape(shape), page, idsOf(wanted)]);
      }
    }
  });

  test('have the same facets from memory and from the tables', async () => {
    const tables = byStatements();
    const { catalog: memory } = containerOf(site().strapi);
    for (const shape of listShapes()) {
      const { filter } = requestOf(shape, 1);
      const named = { shape: nameOfShape(shape) };
      expect({ ...named, ...(await memory.findFacets(filter)) }).toEqual({
        ...named,
        ...(await tables.findFacets(filter)),
      });
    }
  });

  test('read no table of products from end to end, and sort no more than a page', async () => {
    const { strapi } = site();
    const { prepared } = containerOf(strapi).catalog;
    let count = 0;
    for (const shape of listShapes()) {
      const request = requestOf(shape, 1);
      const plans = await plansOf(strapi.db.connection, productTableNames, () =>
        prepared.list(request, { productPageAddress: 'https://shop.example/{slug}' }),
      );
      count += plans.length;
      for (const { sql, scanned, isSorted } of plans) {
        // How texts are searched is the search index's concern.
        if (sql.includes('search_text') || sql.includes('search_index')) continue;
        const isOfNamed = /in \((?:\?|\$\d+)/.test(sql);
        const judged = { shape: nameOfShape(shape), sql };
        expect({
          ...judged,
          scanned: scanned.filter((table) => productTables.has(table)),
          sortsMany: isSorted && !isOfNamed,
        }).toEqual({ ...judged, scanned: [], sortsMany: false });
      }
    }
    expect(count).toBeGreaterThan(30);
  });

  test('follow a change at once, whatever they are sorted by', async () => {
    const { products: memory } = containerOf(site().strapi).catalog;
    const { products: tables } = byStatements();
    const changed = products.slice(0, 40).map((product, at) => ({
      ...product,
      title: `Moved ${at % 7}`,
      salePrice: 3,
      calculatedPrice: 3,
      inStock: at % 2 === 0,
      categoryIds: [702],
    }));
    await catalog().write('product', changed);
    await catalog().remove('product', [10_050, 10_051]);
    for (const orderBy of ['title', 'date', 'price'] as const) {
      const request = {
        filter: { onSale: true },
        orderBy,
        direction: 'asc',
        page: 2,
        pageSize: 50,
        depth: 'summary',
      } as const;
      const [found, wanted] = [await memory.list(request), await tables.list(request)];
      expect([orderBy, found.total, found.records.map(({ id }) => id)]).toEqual([
        orderBy,
        wanted.total,
        wanted.records.map(({ id }) => id),
      ]);
    }
  });
});
