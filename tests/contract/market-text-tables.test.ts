import type { Knex } from 'knex';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CatalogCategory } from '../../server/src/catalog/model';
import { createReadVersions } from '../../server/src/catalog/writing/knex-read-versions';
import type { Transaction } from '../../server/src/database/database';
import { tables } from '../../server/src/database/tables';
import { transact } from '../../server/src/database/transact';
import { createKnexCategories } from '../../server/src/markets/knex-categories';
import { createKnexMembers } from '../../server/src/markets/knex-members';
import { createKnexPartPasses } from '../../server/src/markets/knex-part-passes';
import { createKnexTexts, type TextOwner } from '../../server/src/markets/knex-texts';
import type { LocalTexts } from '../../server/src/upstream/mapping/local-texts';
import { openSharedTables, type SharedTables } from '../support/databases/shared-tables';
import { databaseKinds } from '../support/databases/test-databases';
import { whenAvailable } from '../support/requirements';
import { ManualClock } from '../support/time/clocks';

const many = Array.from({ length: 20 }, (_, place) => place + 1);
const ours = [
  tables.marketParts,
  tables.marketVersions,
  tables.marketMembers,
  tables.marketCategories,
  tables.marketTexts,
];

const aCategory = (id: number, changes: Partial<CatalogCategory> = {}): CatalogCategory => ({
  id,
  title: `Étagères ${id} 🪴`,
  slugClaim: `etageres-${id}`,
  content: '<p>Bois</p>',
  parentId: null,
  isVisible: true,
  sortOrder: 0,
  imageUrl: '',
  path: `/maison/etageres-${id}/`,
  ...changes,
});

const aText = (id: number, title: string, resolved = 'fr'): LocalTexts => ({
  id,
  resolved,
  title,
  slugClaim: `pot-${id}`,
  path: `/pot-${id}/`,
  content: '<p>Grès</p>',
  seo: { pageTitle: title, metaDescription: '', metaKeywords: ['grès', 'pot'] },
});

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`categories and texts of channels, on ${kind.name}`, (at) => {
    let own: SharedTables;
    let parts: { membership: number; categories: number; french: number; categoryTexts: number; brands: number };

    beforeAll(async () => {
      own = await openSharedTables(await kind.create(at));
    });
    afterAll(() => own.close());
    beforeEach(async () => {
      await own.empty(ours);
      const { idOf } = createKnexPartPasses({
        database: own.database,
        drawVersion: () => createReadVersions(own.database).draw(),
        clock: new ManualClock(),
      });
      const french = { channelId: 3, locale: 'fr' };
      parts = {
        membership: await idOf({ kind: 'membership', channelId: 3 }),
        categories: await idOf({ kind: 'categories', channelId: 3 }),
        french: await idOf({ kind: 'texts', ...french }),
        categoryTexts: await idOf({ kind: 'category texts', ...french }),
        brands: await idOf({ kind: 'brand texts', ...french }),
      };
    });

    const within = <Result>(work: (transaction: Transaction) => Promise<Result>, database: Knex = own.database) =>
      transact(database, work);
    const grow = (categories: CatalogCategory[], readVersion: number) =>
      within((transaction) =>
        createKnexCategories(own.database).upsert(transaction, { partId: parts.categories, categories, readVersion }),
      );
    const cut = (productIds: number[], readVersion: number) =>
      within((transaction) =>
        createKnexCategories(own.database).remove(transaction, { partId: parts.categories, productIds, readVersion }),
      );
    const sell = (productIds: number[], readVersion: number) =>
      within((transaction) =>
        createKnexMembers(own.database).add(transaction, { partId: parts.membership, productIds, readVersion }),
      );
    const drop = (productIds: number[], readVersion: number, database = own.database) =>
      within(
        (transaction) =>
          createKnexMembers(database).remove(transaction, { partId: parts.membership, productIds, readVersion }),
        database,
      );
    const owners = () => ({
      texts: { kind: 'membership', partId: parts.membership } satisfies TextOwner,
      'category texts': { kind: 'categories', partId: parts.categories } satisfies TextOwner,
      'brand texts': null,
    });
    const partOf = { texts: 'french', 'category texts': 'categoryTexts', 'brand texts': 'brands' } as const;
    const call = (
      of: keyof typeof partOf,
      texts: LocalTexts[],
      { readVersion, database = own.database }: { readVersion: number; database?: Knex },
    ) =>
      within(
        (transaction) =>
          createKnexTexts(database).upsert(transaction, {
            partId: parts[partOf[of]],
            owner: owners()[of],
            texts,
            readVersion,
          }),
        database,
      );
    const called = (of: keyof typeof partOf) => createKnexTexts(own.database).read(parts[partOf[of]], many);
    const tree = () => createKnexCategories(own.database).read(parts.categories);

    async function writesDuring(table: string, work: () => Promise<unknown>): Promise<string[]> {
      const written: string[] = [];
      const listen = ({ sql }: { sql: string }) => {
        if (/^(insert|update|delete)/i.test(sql) && sql.includes(table)) written.push(sql);
      };
      own.database.on('query', listen);
      await work();
      own.database.removeListener('query', listen);
      return written;
    }

    test('a tree is read as it was written, and an older response changes nothing of it', async () => {
      const hidden = aCategory(2, { parentId: 1, isVisible: false, sortOrder: -3, imageUrl: 'https://cdn.example/a' });
      expect(await grow([aCategory(1), hidden], 10)).toEqual({ created: 2, updated: 0, unchanged: 0, outdated: 0 });
      expect(await grow([aCategory(1, { title: 'Old' })], 9)).toMatchObject({ updated: 0, outdated: 1 });
      expect(await cut([2], 9)).toEqual([]);
      expect(await tree()).toEqual([aCategory(1), hidden]);
      expect(await cut([2], 12)).toEqual([2]);
      expect(await grow([hidden], 11)).toMatchObject({ outdated: 1 });
      expect(await grow([aCategory(1, { parentId: 5 })], 13)).toMatchObject({ updated: 1 });
      expect(await tree()).toEqual([aCategory(1, { parentId: 5 })]);
    });

    test('categories and texts that are unchanged are not written, and still outdate older responses', async () => {
      await grow([aCategory(1)], 10);
      await call('brand texts', [aText(1, 'Potier')], { readVersion: 10 });
      expect(await writesDuring(tables.marketCategories, () => grow([aCategory(1)], 20))).toEqual([]);
      const again = () => call('brand texts', [aText(1, 'Potier')], { readVersion: 20 });
      expect(await writesDuring(tables.marketTexts, again)).toEqual([]);
      expect(await grow([aCategory(1, { title: 'Between' })], 15)).toMatchObject({ outdated: 1 });
      expect(await call('brand texts', [aText(1, 'Between')], { readVersion: 15 })).toMatchObject({ outdated: 1 });
    });

    test('texts of a product, a category, and a brand with one id are kept apart', async () => {
      await sell([1], 1);
      await grow([aCategory(1)], 1);
      await call('texts', [aText(1, 'Pot en grès')], { readVersion: 10 });
      await call('category texts', [aText(1, 'Étagères')], { readVersion: 5 });
      await call('brand texts', [aText(1, 'Potier')], { readVersion: 3 });
      expect(await called('texts')).toEqual([aText(1, 'Pot en grès')]);
      expect(await called('category texts')).toEqual([aText(1, 'Étagères')]);
      expect(await called('brand texts')).toEqual([aText(1, 'Potier')]);
    });

    test('a fallback is stored as one, and a translation that comes later replaces it', async () => {
      await sell([1], 1);
      await call('texts', [aText(1, 'Stone pot', 'en')], { readVersion: 10 });
      expect(await called('texts')).toEqual([aText(1, 'Stone pot', 'en')]);
      expect(await call('texts', [aText(1, 'Stone pot', 'fr')], { readVersion: 11 })).toMatchObject({ updated: 1 });
      expect(await call('texts', [aText(1, 'Older', 'en')], { readVersion: 9 })).toMatchObject({ outdated: 1 });
      expect(await called('texts')).toEqual([aText(1, 'Stone pot', 'fr')]);
    });

    test('what a channel no longer has has no texts, and slow texts do not come back', async () => {
      await sell([1, 2], 1);
      await grow([aCategory(1), aCategory(2)], 1);
      for (const of of ['texts', 'category texts'] as const)
        await call(of, [aText(1, 'One'), aText(2, 'Two')], { readVersion: 20 });
      await drop([1], 12);
      await cut([1], 12);
      for (const of of ['texts', 'category texts'] as const) {
        expect(await call(of, [aText(1, 'Slow')], { readVersion: 11 })).toMatchObject({ outdated: 1 });
        expect(await call(of, [aText(1, 'Slow')], { readVersion: 21 })).toMatchObject({ outdated: 1 });
        expect(await called(of)).toEqual([aText(2, 'Two')]);
      }
    });

    test('texts and the removal of their products, at the same time on two instances, leave no text behind', async () => {
      await sell(many, 1);
      await Promise.all([
        ...many.map((id) => call('texts', [aText(id, 'Late')], { readVersion: 100 + id })),
        ...many.map((id) => drop([id], 50, own.elsewhere)),
      ]);
      expect(await called('texts')).toEqual([]);
    });

    test('what a pass has not seen of a tree is what no response since its beginning has shown', async () => {
      await grow(
        [1, 2, 3].map((id) => aCategory(id)),
        10,
      );
      await grow([aCategory(2)], 21);
      const store = createKnexCategories(own.database);
      const partId = parts.categories;
      expect(await store.unseen({ partId, since: 20, after: 0, limit: 10 })).toEqual([1, 3]);
      expect(await store.seen({ partId, since: 20, limit: 10 })).toEqual([2]);
      expect(await store.count(partId)).toBe(3);
    });
  });
}
