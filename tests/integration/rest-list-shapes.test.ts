import { beforeAll, expect, test } from 'vitest';
import type { ProductColumns } from '../../server/src/catalog/columns/product-columns';
import { containerOf } from '../../server/src/container';
import { dialectOf } from '../../server/src/database/database';
import { onEachDatabase } from '../support/databases/on-each-database';
import { plansOf } from '../support/databases/statement-plans';
import { listShapes, nameOfShape, pageOfShape } from '../support/http/list-shapes';
import { fillShapedCatalog, products, readingByStatements, requestOfShape } from '../support/http/shaped-catalog';
import { eventually } from '../support/time/eventually';

/*
 * Every pair of values that two parameters of `/products` can have, on a catalog in which many products have the same
 * date, price, or title.
 */

const productTableNames = /commerce_bridge_(?:products|listed|category_listings|categories|brands)/;
/** Names of tables, and their aliases in statements. */
const productTables = new Set([
  ...['commerce_bridge_products', 'commerce_bridge_listed_products', 'commerce_bridge_category_listings'],
  ...['product', 'listed', 'listing'],
]);

/** How the plan of a statement shows that it seeks a title in the index. */
const seeksTitle = {
  sqlite: /SEARCH before USING .*cb_products_by_title \(publication_status=\? AND title_key<\?\)/,
  mysql: /^before range cb_products_by_title$/,
  postgres: /^before Index .*publication_status.*title_key.* <= /,
};

onEachDatabase('lists by every pair of parameters', ({ site, catalog }) => {
  beforeAll(async () => {
    await fillShapedCatalog(catalog());
    await eventually(async () => (await columns())?.hasTitles === true);
  });

  const columns = (): Promise<ProductColumns | null> => containerOf(site().strapi).productColumns.current();

  test('are the same from memory and from the tables', async () => {
    const { products: tables } = readingByStatements(site().strapi);
    const { products: memory } = containerOf(site().strapi).catalog;
    for (const shape of listShapes()) {
      const pages = shape.page === 'first' ? [1] : [1, 2, pageOfShape(shape, 12, 0)];
      for (const page of pages) {
        const request = requestOfShape(shape, page);
        const [found, wanted] = [await memory.list(request), await tables.list(request)];
        const idsOf = ({ records, total }: typeof found) => ({ total, ids: records.map(({ id }) => id) });
        expect([nameOfShape(shape), page, idsOf(found)]).toEqual([nameOfShape(shape), page, idsOf(wanted)]);
      }
    }
  });

  test('have related products that are provisional from the tables, where not all products are compared', async () => {
    const { products: tables } = readingByStatements(site().strapi);
    const { products: memory } = containerOf(site().strapi).catalog;
    const request = { slug: 'shape-0', limit: 20, depth: 'summary' } as const;
    expect((await tables.findRelated(request))?.isProvisional).toBe(true);
    expect((await memory.findRelated(request))?.isProvisional).toBe(false);
  });

  test('have the same facets from memory and from the tables', async () => {
    const tables = readingByStatements(site().strapi);
    const { catalog: memory } = containerOf(site().strapi);
    for (const shape of listShapes()) {
      const { filter } = requestOfShape(shape, 1);
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
      const request = requestOfShape(shape, 1);
      const plans = await plansOf(strapi.db.connection, productTableNames, () =>
        prepared.list(request, { productPageAddress: 'https://shop.example/{slug}' }),
      );
      count += plans.length;
      for (const { sql, scanned, isSorted } of plans) {
        // Searching texts is the search index's concern, but sorting the results is not.
        const isSearch = sql.includes('search_text') || sql.includes('search_index');
        const isOfNamed = /in \((?:\?|\$\d+)/.test(sql);
        const judged = { shape: nameOfShape(shape), sql };
        expect({
          ...judged,
          scanned: scanned.filter((table) => productTables.has(table) && !isSearch),
          sortsMany: isSorted && !isOfNamed,
        }).toEqual({ ...judged, scanned: [], sortsMany: false });
      }
    }
    expect(count).toBeGreaterThan(30);
  });

  test('find the new position of a renamed product by one seek in the index', async () => {
    await columns();
    const renamed = products.slice(40, 60).map((product, at) => ({ ...product, title: `Renamed ${at % 7}` }));
    await catalog().write('product', renamed);
    const plans = await plansOf(site().strapi.db.connection, /as [`"]?before/, columns);
    expect(plans).toHaveLength(1);
    const accesses = plans.flatMap((plan) => plan.accesses).filter((access) => /\bbefore\b/.test(access));
    expect(accesses.length).toBeGreaterThan(0);
    for (const access of accesses) expect(access).toMatch(seeksTitle[dialectOf(site().strapi.db.connection)]);
  });

  test('follow a change at once, in every sort order', async () => {
    const { products: memory } = containerOf(site().strapi).catalog;
    const { products: tables } = readingByStatements(site().strapi);
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
