import type { Knex } from 'knex';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createReadVersions } from '../../server/src/catalog/writing/knex-read-versions';
import { readProductChanges } from '../../server/src/catalog/writing/product-history';
import type { Transaction } from '../../server/src/database/database';
import { tables } from '../../server/src/database/tables';
import { transact } from '../../server/src/database/transact';
import { createKnexMembers } from '../../server/src/markets/knex-members';
import { createKnexPartStates } from '../../server/src/markets/knex-part-states';
import { createKnexPartPasses } from '../../server/src/markets/knex-part-passes';
import { createKnexPrices, type ProductPrices } from '../../server/src/markets/knex-prices';
import type { PricesPart } from '../../server/src/markets/market-parts';
import { type PartPasses, PassTakenOverError } from '../../server/src/markets/part-pass';
import { openSharedTables, type SharedTables } from '../support/databases/shared-tables';
import { databaseKinds } from '../support/databases/test-databases';
import { whenAvailable } from '../support/requirements';
import { ManualClock } from '../support/time/clocks';

const membership = { kind: 'membership', channelId: 3 } as const;
const euros: PricesPart = { kind: 'prices', channelId: 3, currency: 'EUR', customerGroupId: null };
const clock = new ManualClock();
const many = Array.from({ length: 30 }, (_, place) => place + 1);
const ours = [
  tables.marketParts,
  tables.marketVersions,
  tables.marketMembers,
  tables.marketPrices,
  tables.marketTexts,
  tables.productChanges,
];

const aPrice = (productId: number, price: number | null, variants: ProductPrices['variants'] = []): ProductPrices => ({
  productId,
  price,
  salePrice: null,
  calculatedPrice: price,
  variants,
});

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`what markets are made of, on ${kind.name}`, (at) => {
    let own: SharedTables;
    let passes: PartPasses;
    let partId: number;
    let priceId: number;

    const passesOn = (database: Knex) =>
      createKnexPartPasses({
        database,
        drawVersion: () => createReadVersions(database).draw(),
        clock: new ManualClock(),
      });

    beforeAll(async () => {
      own = await openSharedTables(await kind.create(at));
      passes = passesOn(own.database);
    });
    afterAll(() => own.close());
    beforeEach(async () => {
      await own.empty(ours);
      partId = await passes.idOf(membership);
      priceId = await passes.idOf(euros);
    });

    const within = <Result>(work: (transaction: Transaction) => Promise<Result>, database = own.database) =>
      transact(database, work);
    const add = (productIds: number[], readVersion: number, database = own.database) =>
      within(
        (transaction) => createKnexMembers(database).add(transaction, { partId, productIds, readVersion }),
        database,
      );
    const remove = (productIds: number[], readVersion: number, database = own.database) =>
      within(
        (transaction) => createKnexMembers(database).remove(transaction, { partId, productIds, readVersion }),
        database,
      );
    const sell = (prices: ProductPrices[], readVersion: number, database = own.database) =>
      within(
        (transaction) =>
          createKnexPrices(database, clock).upsert(transaction, {
            partId: priceId,
            membershipId: partId,
            prices,
            readVersion,
          }),
        database,
      );
    const members = async (): Promise<number[]> => {
      const ids: unknown[] = await own.database(tables.marketMembers).orderBy('product_id').pluck('product_id');
      return ids.map(Number);
    };
    const priced = () => createKnexPrices(own.database, clock).read(priceId, many);

    test('a channel that sells something is distinguished from one that sells nothing', async () => {
      const states = createKnexPartStates(own.database);
      const other = await passes.idOf({ ...membership, channelId: 4 });
      await add([1, 2], 1);
      expect(await states.withMembers([partId, other])).toEqual(new Set([partId]));
      expect(await states.withMembers([other])).toEqual(new Set());
      expect(await states.withMembers([])).toEqual(new Set());
    });

    test('the locale in which texts came is that of most of them, in any order of their ids', async () => {
      const states = createKnexPartStates(own.database);
      const [french, untold] = await Promise.all([
        passes.idOf({ kind: 'texts', channelId: 3, locale: 'fr' }),
        passes.idOf({ kind: 'texts', channelId: 4, locale: 'fr' }),
      ]);
      await own.database(tables.marketTexts).insert(
        ['fr', 'en', 'en'].map((resolved, place) => ({
          ...{ part_id: french, entity_id: place + 1, resolved, fingerprint: '', seo: '{}' },
          ...{ title: 'Pot', slug: `pot-${place}`, path: '/pot/', content: '' },
        })),
      );
      expect(await states.servedLocales([french, untold])).toEqual(new Map([[french, 'en']]));
    });

    test('an older response about what is sold changes nothing that a newer one said', async () => {
      expect(await add([1, 2], 10)).toEqual({ created: 2, unchanged: 0, outdated: 0 });
      expect(await remove([2], 12)).toEqual([2]);
      expect(await add([2, 3], 11)).toEqual({ created: 1, unchanged: 0, outdated: 1 });
      expect(await remove([1, 3], 9)).toEqual([]);
      expect(await members()).toEqual([1, 3]);
      expect(await add([2], 13)).toEqual({ created: 1, unchanged: 0, outdated: 0 });
      expect(await members()).toEqual([1, 2, 3]);
    });

    test('a newer response that changes nothing still outdates those between', async () => {
      await add([1], 10);
      expect(await add([1], 20)).toEqual({ created: 0, unchanged: 1, outdated: 0 });
      expect(await remove([1], 15)).toEqual([]);
      await sell([aPrice(1, 5)], 20);
      expect(await sell([aPrice(1, 5)], 30)).toMatchObject({ unchanged: 1 });
      expect(await sell([aPrice(1, 6)], 25)).toMatchObject({ outdated: 1 });
      expect(await priced()).toEqual([aPrice(1, 5)]);
    });

    test('an older price never overwrites a newer one, and null is a price', async () => {
      await add([1, 2], 1);
      expect(await sell([aPrice(1, 10), aPrice(2, 20.5, [{ id: 7, price: 20.5 }])], 10)).toEqual({
        created: 2,
        updated: 0,
        unchanged: 0,
        outdated: 0,
      });
      expect(await sell([aPrice(1, 9)], 9)).toMatchObject({ updated: 0, outdated: 1 });
      expect(await sell([aPrice(1, null), aPrice(2, 20.5, [{ id: 7, price: null }])], 11)).toMatchObject({
        updated: 2,
      });
      expect(await priced()).toEqual([aPrice(1, null), aPrice(2, 20.5, [{ id: 7, price: null }])]);
    });

    test('prices that are unchanged are not written, in any order of their variants', async () => {
      await add([1], 1);
      const variants = [7, 8].map((id) => ({ id, price: id }));
      await sell([aPrice(1, 10, variants)], 10);
      const written: string[] = [];
      const listen = ({ sql }: { sql: string }) => {
        if (/^(insert|update|delete)/i.test(sql) && sql.includes(tables.marketPrices)) written.push(sql);
      };
      own.database.on('query', listen);
      expect(await sell([aPrice(1, 10, [...variants].reverse())], 11)).toMatchObject({ unchanged: 1 });
      own.database.removeListener('query', listen);
      expect(written).toEqual([]);
    });

    test('what a channel no longer sells has no price, and a slow price does not bring it back', async () => {
      await add([1, 2], 1);
      await sell([aPrice(1, 10), aPrice(2, 20)], 10);
      await remove([1], 12);
      expect(await sell([aPrice(1, 9)], 11)).toMatchObject({ outdated: 1 });
      expect(await sell([aPrice(1, 9)], 13)).toMatchObject({ outdated: 1 });
      expect(await priced()).toEqual([aPrice(2, 20)]);
      await add([1], 14);
      expect(await priced()).toEqual([aPrice(2, 20)]);
      expect(await sell([aPrice(1, 9)], 15)).toMatchObject({ created: 1 });
    });

    test('even a price that was asked for later than the removal goes with it', async () => {
      await add([1], 1);
      await sell([aPrice(1, 10)], 20);
      expect(await remove([1], 12)).toEqual([1]);
      expect(await priced()).toEqual([]);
    });

    test('parts keep apart what they say about one product', async () => {
      const dollars = await passes.idOf({ ...euros, currency: 'USD' });
      const wholesale = await passes.idOf({ ...euros, customerGroupId: 7 });
      expect(new Set([partId, priceId, dollars, wholesale]).size).toBe(4);
      expect(await passesOn(own.elsewhere).idOf({ ...euros })).toBe(priceId);
      await add([1], 1);
      await sell([aPrice(1, 10)], 10);
      expect(await createKnexPrices(own.database, clock).read(dollars, [1])).toEqual([]);
    });

    test('a changed price is in the history of its product, unless the write is undone, outdated, or changes nothing', async () => {
      const reported = async () =>
        (await readProductChanges(own.database, 1)).map(({ changes, pricedFor }) => ({ changes, pricedFor }));
      await add([1], 1);
      await sell([aPrice(1, 10)], 10);
      await sell([aPrice(1, 10)], 11);
      await sell([aPrice(1, 9)], 9);
      const undone = within(async (transaction) => {
        const prices = createKnexPrices(own.database, clock);
        await prices.upsert(transaction, {
          partId: priceId,
          membershipId: partId,
          prices: [aPrice(1, 99)],
          readVersion: 12,
        });
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
      expect(await reported()).toEqual([]);
      await sell([aPrice(1, null)], 13);
      const one = { item: null, part: null, from: 10, to: null };
      expect(await reported()).toEqual([
        {
          changes: [
            { field: 'price', ...one },
            { field: 'calculatedPrice', ...one },
          ],
          pricedFor: { channelId: 3, currency: 'EUR', customerGroupId: null },
        },
      ]);
    });

    test('of writers at the same time, on two instances, the newest response wins each product', async () => {
      await add(many, 1);
      const writes = many.map((version) => {
        const some = many.filter((id) => (id * version) % 3 !== 0).map((id) => aPrice(id, version));
        const database = version % 2 === 0 ? own.database : own.elsewhere;
        return () => sell(version % 4 < 2 ? some : [...some].reverse(), version + 1, database);
      });
      await Promise.all(writes.map((write) => write()));
      const newest = (id: number) => Math.max(...many.filter((version) => (id * version) % 3 !== 0), 0);
      expect((await priced()).map(({ productId, price }) => [productId, price])).toEqual(
        many.filter((id) => newest(id) > 0).map((id) => [id, newest(id)]),
      );
    });

    test('prices and the removal of their products, at the same time on two instances, leave no price behind', async () => {
      await add(many, 1);
      await Promise.all([
        ...many.map((id) => sell([aPrice(id, id)], 100 + id, own.database)),
        ...many.map((id) => remove([id], 50, own.elsewhere)),
      ]);
      expect([await members(), await priced()]).toEqual([[], []]);
    });

    test('a page is written with its checkpoint, or not at all', async () => {
      const pass = await passes.carry(membership);
      const page = (productIds: number[], position: number) =>
        within(async (transaction) => {
          const claim = { partId, productIds, readVersion: pass.firstReadVersion + position };
          await createKnexMembers(own.database).add(transaction, claim);
          await passes.checkpoint(transaction, { ...pass, position });
        });
      await page([1, 2], 1);
      const next = await passesOn(own.elsewhere).carry(membership);
      expect(next).toEqual({ ...pass, epoch: pass.epoch + 1, position: 1 });
      await expect(page([3, 4], 2)).rejects.toBeInstanceOf(PassTakenOverError);
      expect(await members()).toEqual([1, 2]);
    });

    test('a part is complete once a pass over it was, and the next pass starts over', async () => {
      const pass = await passes.carry(euros);
      expect(await passes.isComplete(euros)).toBe(false);
      await within((transaction) => passes.complete(transaction, { ...pass, position: 9 }));
      expect(await passes.isComplete(euros)).toBe(true);
      await expect(within((transaction) => passes.checkpoint(transaction, pass))).rejects.toBeInstanceOf(
        PassTakenOverError,
      );
      const next = await passes.carry(euros);
      expect(next).toMatchObject({ phase: 'listing', position: 0, epoch: pass.epoch + 1 });
      expect(next.firstReadVersion).toBeGreaterThan(pass.firstReadVersion);
      expect(await passes.isComplete(euros)).toBe(true);
    });

    test('what a pass has not seen is what no response since its beginning has shown', async () => {
      await add([1, 2, 3], 10);
      await add([2], 21);
      const store = createKnexMembers(own.database);
      expect(await store.unseen({ partId, since: 20, after: 0, limit: 10 })).toEqual([1, 3]);
      expect(await store.unseen({ partId, since: 20, after: 1, limit: 10 })).toEqual([3]);
      expect(await store.seen({ partId, since: 20, limit: 10 })).toEqual([2]);
      expect(await store.count(partId)).toBe(3);
    });
  });
}
