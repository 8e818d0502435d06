import { expect, test } from 'vitest';
import { product, productList } from '../../contracts/rest/products';
import { createSideTables } from '../../server/src/catalog/writing/side-tables';
import { createStrapiCatalogStore } from '../../server/src/catalog/writing/strapi-catalog-store';
import { readCatalogTables } from '../../server/src/catalog/tables/strapi-tables';
import { containerOf } from '../../server/src/container';
import { createReadVersions } from '../../server/src/catalog/writing/knex-read-versions';
import { aProduct } from '../support/shops/catalog-items';
import { onEachDatabase, type RestShop } from '../support/databases/on-each-database';

const origin = { kind: 'event' } as const;

onEachDatabase('of two upstream responses', (shop: RestShop) => {
  let lastId = 700;
  /** The operations of a test on a product that no other test uses. */
  const parts = () => {
    const id = (lastId += 1);
    const { strapi } = shop.site();
    const database = strapi.db.connection;
    const readVersions = createReadVersions(database);
    const { productIndex: productIndex, catalogChanges: changes } = containerOf(strapi);
    const store = createStrapiCatalogStore({
      database,
      catalogTables: readCatalogTables(strapi),
      sideTables: createSideTables({ database, catalogTables: readCatalogTables(strapi) }),
      readVersions,
      productIndex,
      changes,
    });
    const writeTogether = (reads: readonly { price: number; readVersion: number }[]) => {
      const responses = reads.map(({ price, readVersion }) => ({
        items: [aProduct({ id, title: 'Twice', slugClaim: `twice-${id}`, price })],
        readVersion,
      }));
      return store.transaction((transaction) =>
        store.upsert(transaction, 'product', { responses, origin, now: new Date() }),
      );
    };
    const write = (price: number, readVersion: number) => writeTogether([{ price, readVersion }]);
    const remove = (readVersion: number) =>
      store.transaction((transaction) =>
        store.remove(transaction, { entity: 'product', ids: [id], readVersion, origin, now: new Date() }),
      );
    const confirm = (readVersion: number) =>
      store.transaction((transaction) =>
        readVersions.raise(transaction, {
          entity: 'product',
          responses: [{ ids: [id], readVersion }],
          seen: { at: new Date(), by: origin },
        }),
      );
    const shown = async () => (await shop.read(`/products/twice-${id}`, product)).price;
    return { id, draw: () => readVersions.draw(), write, writeTogether, remove, confirm, shown };
  };

  test('the one whose request started later wins, whichever is written first', async () => {
    const { id, draw, write, shown } = parts();
    const [older, newer] = [await draw(), await draw()];
    expect(await write(2, newer)).toEqual([{ id, kind: 'created' }]);
    expect(await write(1, older)).toEqual([{ id, kind: 'outdated' }]);
    expect(await shown()).toBe(2);
  });

  test('an older one does not restore a product that a newer one showed to be gone', async () => {
    const { id, draw, write, remove, shown } = parts();
    await write(2, await draw());
    const [older, newer, newest] = [await draw(), await draw(), await draw()];
    expect(await remove(newer)).toEqual([id]);
    expect(await write(3, older)).toEqual([{ id, kind: 'outdated' }]);
    expect((await shop.read(`/products?ids=${id}`, productList)).total).toBe(0);
    expect(await write(4, newest)).toEqual([{ id, kind: 'created' }]);
    expect(await shown()).toBe(4);
  });

  test('the newer one wins when both are written together, as when a product moves to the next page of a listing', async () => {
    const { id, draw, write, writeTogether, shown } = parts();
    await write(6, await draw());
    const [older, newer] = [await draw(), await draw()];
    expect(
      await writeTogether([
        { price: 7, readVersion: older },
        { price: 8, readVersion: newer },
      ]),
    ).toEqual([
      { id, kind: 'outdated' },
      { id, kind: 'updated' },
    ]);
    expect(await shown()).toBe(8);
  });

  test('an older removal does not remove a product that a newer one contains', async () => {
    const { draw, write, remove, shown } = parts();
    const [older, newer] = [await draw(), await draw()];
    await write(5, newer);
    expect(await remove(older)).toEqual([]);
    expect(await shown()).toBe(5);
  });

  test('an older one does not change a product that a newer one found unchanged', async () => {
    const { id, draw, write, confirm, shown } = parts();
    await write(5, await draw());
    const [older, newer] = [await draw(), await draw()];
    await confirm(newer);
    expect(await write(6, older)).toEqual([{ id, kind: 'outdated' }]);
    expect(await shown()).toBe(5);
  });
});
