import { expect, test } from 'vitest';
import { productList } from '../../contracts/rest/products';
import { createProductIndexRepair } from '../../server/src/catalog/product-index/product-index-repair';
import { createSearchIndex } from '../../server/src/catalog/search/search-index';
import { readCatalogTables } from '../../server/src/catalog/tables/strapi-tables';
import { createLeftovers } from '../../server/src/catalog/verification/verify-leftovers';
import { containerOf } from '../../server/src/container';
import { dialectOf } from '../../server/src/database/database';
import { createKnexStateStore } from '../../server/src/database/knex-state-store';
import { tables } from '../../server/src/database/tables';
import { onEachDatabase } from '../support/databases/on-each-database';
import { sentStatement } from '../support/databases/sent-statement';
import { createQuietLogger } from '../support/quiet-logger';
import { aProduct } from '../support/shops/catalog-items';

// More than are removed in one transaction.
const count = 600;

type Place = 'productIndex' | 'categoryListings' | 'missingLinks' | 'searchIndex';

onEachDatabase('a product that is written while leftovers of its former record are removed', (shop) => {
  const idsOf = async (query: string) =>
    (await shop.read(`/products?${query}`, productList)).products.map(({ id }) => id);

  function partsOf(rest: () => Promise<void>) {
    const { strapi } = shop.site();
    const { productIndex, catalogChanges } = containerOf(strapi);
    const database = strapi.db.connection;
    const common = { database, tables: readCatalogTables(strapi), loop: { rest } };
    const searchIndex = createSearchIndex({ database, logger: createQuietLogger() });
    const productIndexRepair = createProductIndexRepair({
      ...common,
      productIndex,
      searchIndex,
      state: createKnexStateStore(database),
      changes: { publish: async () => undefined },
      othersRun: async () => false,
      logger: createQuietLogger(),
    });
    const leftovers = createLeftovers({ ...common, productIndexRepair, searchIndex, changes: catalogChanges.bulk });
    return { database, searchIndex, productIndexRepair, leftovers };
  }

  type Parts = ReturnType<typeof partsOf>;

  async function expectKept(place: Place, first: number): Promise<void> {
    const ids = Array.from({ length: count }, (_, index) => first + index);
    const returning = first + count - 1;
    let hasReturned = false;
    const { database, searchIndex, leftovers } = partsOf(async () => {
      if (hasReturned || !(await isPartlyRemoved())) return;
      hasReturned = true;
      await shop
        .catalog()
        .write('product', [
          aProduct({ id: returning, title: `Homecoming kettle ${first}`, categoryIds: [4], brandId: first }),
        ]);
    });

    const listed = await database(tables.listedProducts).where('is_published', true).first();
    const placed = await database(tables.categoryListings).first();
    const leaveIn = (table: string, row: object) => () =>
      database.batchInsert(
        table,
        ids.map((id) => ({ ...row, product_id: id })),
        100,
      );
    const leave = {
      productIndex: leaveIn(tables.listedProducts, listed),
      categoryListings: leaveIn(tables.categoryListings, placed),
      missingLinks: leaveIn(tables.missingLinks, { entity: 'brand', upstream_id: first, position: 1 }),
      searchIndex: () =>
        database.transaction((transaction) =>
          searchIndex.write(
            transaction,
            ids.map((id) => ({ id, text: 'homecoming', was: null })),
          ),
        ),
    };
    const remainingIn = (table: string) => () => database(table).whereIn('product_id', ids);
    const remaining = {
      productIndex: remainingIn(tables.listedProducts),
      categoryListings: remainingIn(tables.categoryListings),
      missingLinks: remainingIn(tables.missingLinks),
      searchIndex: async () => {
        const left: number[] = [];
        for await (const some of searchIndex.leftovers()) left.push(...some);
        return left;
      },
    };
    const isPartlyRemoved = async () => (await remaining[place]()).length < count;

    await searchIndex.prepare();
    await leave[place]();
    expect(await leftovers.remove()).toBe(count - 1);
    expect(hasReturned).toBe(true);
    expect(await idsOf(`search=kettle%20${first}`)).toEqual([returning]);
    expect(await idsOf('category=bowls&orderby=price&per_page=100')).toContain(returning);
    expect(await database(tables.missingLinks).whereIn('product_id', ids).pluck('product_id')).toHaveLength(1);
  }

  /** On SQLite, whoever writes second waits for the whole transaction of the first. */
  async function expectKeptWhileWritten(id: number, remove: (parts: Parts) => Promise<unknown>): Promise<void> {
    const parts = partsOf(async () => undefined);
    const { database } = parts;
    if (dialectOf(database) === 'sqlite') return;
    const product = aProduct({ id, title: `Homecoming kettle ${id}`, categoryIds: [4], brandId: id });
    const { store, readVersions, write } = shop.catalog();
    await write('product', [product]);
    await database(readCatalogTables(shop.site().strapi).tables.product).where({ upstream_id: id }).delete();

    const items = [{ ...product, price: 77, calculatedPrice: 77 }];
    const responses = [{ items, readVersion: await readVersions.draw() }];
    let removed: Promise<unknown> = Promise.resolve();
    await store.transaction(async (transaction) => {
      await store.upsert(transaction, 'product', { responses, origin: { kind: 'event' }, now: new Date() });
      const isRemoving = sentStatement(database, /^insert|^delete/);
      removed = remove(parts);
      await isRemoving;
    });
    await removed;
    expect(await idsOf(`search=kettle%20${id}`)).toEqual([id]);
    expect(await idsOf('category=bowls&orderby=price&per_page=100')).toContain(id);
    expect(await database(tables.missingLinks).where({ product_id: id }).pluck('product_id')).toHaveLength(1);
  }

  test('stays where it was when its transaction ends while an instance starts', () =>
    expectKeptWhileWritten(950_001, ({ productIndexRepair }) => productIndexRepair.removeOrphans()));
  test('stays where it was when its transaction ends during a verification', () =>
    expectKeptWhileWritten(950_002, ({ leftovers }) => leftovers.remove()));

  test('stays in lists', () => expectKept('productIndex', 910_000));
  test('stays in lists of its categories', () => expectKept('categoryListings', 920_000));
  test('still waits for its brand', () => expectKept('missingLinks', 930_000));
  test('is still found by its text', () => expectKept('searchIndex', 940_000));
});
