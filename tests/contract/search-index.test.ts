import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ProductIndexEntry, productIndexEntryOf } from '../../server/src/catalog/model/product-index-entry';
import { prepareProduct } from '../../server/src/catalog/views/prepare-product';
import { createProductIndex } from '../../server/src/catalog/product-index/product-index';
import { createSearchIndex } from '../../server/src/catalog/search/search-index';
import type { SearchIndex } from '../../server/src/catalog/search/search-port';
import { fold, htmlToText } from '../../server/src/catalog/model/text';
import { tables } from '../../server/src/database/tables';
import { aProduct } from '../support/shops/catalog-items';
import { openOwnTables, type OwnTables } from '../support/databases/own-tables';
import { createQuietLogger } from '../support/quiet-logger';
import { whenAvailable } from '../support/requirements';
import { databaseKinds } from '../support/databases/test-databases';

// What a search index can get wrong: quotes and operators of its query language, wildcards, case folding, characters
// of more than one code unit, repeated sequences.
const words = [
  'aaaa',
  'aaa',
  'Größe',
  'ÉCLAIR',
  'éclair',
  'ΣΊΣΥΦΟΣ',
  'İstanbul',
  '日本語の茶碗',
  '茶',
  '😀😀😀',
  '👩‍👩‍👧',
  '100%',
  'no_sugar',
  '"quoted"',
  "it's",
  'AND',
  'NOT (x)',
  'a*b',
  '^caret',
  '-minus',
  'col:on',
  'back\\slash',
  '50 % off',
  'naïve',
  'x|y',
  'cafe',
  'café',
];
const long = 'ordinary '.repeat(60);
const terms = [
  ...words,
  'a',
  'é',
  '%',
  '_',
  '"',
  "'",
  '\\',
  '|',
  'aa',
  '😀',
  '😀😀',
  '茶碗',
  'σ',
  'i',
  'st',
  'r g',
  'aaaaa',
  'AND aaaa',
  'ße',
  'tan',
  '日本語',
  '" OR "',
  'search_text:aaaa',
  long.trim(),
  `${long}nary`,
  '(',
  '*',
  'le',
  'xt',
  'xq',
  '\u{10ffff}\u{10ffff}',
  'zzzzzz',
  'some text',
  'some  TEXT',
  'title text',
];

// More letters follow these two than one index condition can have.
const manyLetters = aProduct({
  id: 5,
  title: 'Letters',
  content: Array.from({ length: 600 }, (_, place) => `xq${String.fromCodePoint(0x4e00 + place)}`).join(' '),
});

const products = [
  manyLetters,
  ...Array.from({ length: 220 }, (_, index) =>
    aProduct({
      id: 10 + index * 3,
      title: `${words[index % words.length]} ${index} title`,
      content:
        index % 50 === 7
          ? `<p>${long}</p>`
          : `<p>Some <b>${(words[(index * 7 + 3) % words.length] ?? '').replaceAll('<', '&lt;')}</b> text</p>`,
      publicationStatus: index % 11 === 5 ? 'draft' : 'publish',
    }),
  ),
];

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`the search index on ${kind.name}`, (at) => {
    let own: OwnTables;
    let index: SearchIndex;
    const warnings: string[] = [];

    beforeAll(async () => {
      own = await openOwnTables(await kind.create(at));
      index = createSearchIndex({
        database: own.database,
        logger: { ...createQuietLogger(), warn: (message) => void warnings.push(message) },
      });
      await index.prepare();
      await write(products.map(listed));
    });
    afterAll(() => own.close());

    const listed = (product: (typeof products)[number]): ProductIndexEntry =>
      productIndexEntryOf(product, prepareProduct(product), 'fingerprint');
    const write = (entries: ProductIndexEntry[]) =>
      own.database.transaction((transaction) =>
        createProductIndex({ searchIndex: index }).write(transaction, { entries }),
      );

    async function find(term: string): Promise<number[]> {
      const found: number[] = [];
      for (let after: number | null = 0; after !== null; ) {
        const piece: Awaited<ReturnType<SearchIndex['find']>> = await index.find(fold(term), after);
        found.push(...piece.ids);
        after = piece.next;
      }
      return found;
    }

    test('exists', () => {
      expect(warnings).toEqual([]);
    });

    test.each(terms)('finds for %j what a plain comparison of folded texts finds', async (term) => {
      const holds = (text: string) => fold(text).includes(fold(term));
      const published = products.filter(({ publicationStatus }) => publicationStatus === 'publish');
      const matching = published.filter(({ title, content }) => holds(title) || holds(htmlToText(content)));
      expect(await find(term)).toEqual(matching.map(({ id }) => id));
    });

    describe('after a product changed', () => {
      const wordy = (given: Parameters<typeof aProduct>[0]) => listed(aProduct({ ...given, slugClaim: 'wordy' }));

      test('contains its new words and not the old ones, as long as it is published', async () => {
        await write([wordy({ id: 9000, title: 'Former xylophone' })]);
        expect(await find('xylophone')).toEqual([9000]);
        await write([wordy({ id: 9000, title: 'Present glockenspiel' })]);
        expect([await find('xylophone'), await find('glockenspiel')]).toEqual([[], [9000]]);
        await write([wordy({ id: 9000, title: 'Present glockenspiel', publicationStatus: 'draft' })]);
        expect(await find('glockenspiel')).toEqual([]);
        await write([wordy({ id: 9000, title: 'Present glockenspiel' })]);
        expect(await find('glockenspiel')).toEqual([9000]);
        await own.database.transaction((transaction) =>
          createProductIndex({ searchIndex: index }).remove(transaction, [9000]),
        );
        expect(await find('glockenspiel')).toEqual([]);
      });

      test('is not changed by what was rolled back', async () => {
        const undone = own.database.transaction(async (transaction) => {
          await createProductIndex({ searchIndex: index }).write(transaction, {
            entries: [wordy({ id: 9001, title: 'Undone tuba' })],
          });
          throw new Error('undone');
        });
        await expect(undone).rejects.toThrow('undone');
        expect(await find('undone tuba')).toEqual([]);
      });
    });
  });
}

describe('a search on SQLite, which blocks the whole process', () => {
  let own: OwnTables;
  beforeAll(async () => {
    own = await openOwnTables();
  });
  afterAll(() => own.close());

  test('queries the index only for the start of a long term, since all its parts may occur in every product', async () => {
    const { database } = own;
    const index = createSearchIndex({ database, logger: createQuietLogger() });
    await index.prepare();
    const phrases: string[] = [];
    database.on('query', ({ bindings }: { bindings: readonly unknown[] }) => {
      for (const value of bindings) if (typeof value === 'string' && value.startsWith('"')) phrases.push(value);
    });
    await index.find('ing '.repeat(60).trim(), 0);
    expect(phrases).toEqual([`"${'ing '.repeat(8)}"`]);
  });
});

describe('a search index of an earlier version', () => {
  let own: OwnTables;
  beforeAll(async () => {
    own = await openOwnTables();
  });
  afterAll(() => own.close());

  test('is rebuilt from the stored texts', async () => {
    const { database } = own;
    await database.raw(
      "create virtual table ?? using fts5(search_text, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1')",
      [tables.searchIndex],
    );
    const old = aProduct({ id: 1, title: 'Kept bassoon' });
    await database.transaction((transaction) =>
      createProductIndex({ searchIndex: { add: async () => undefined, remove: async () => undefined } }).write(
        transaction,
        {
          entries: [productIndexEntryOf(old, prepareProduct(old), 'fingerprint')],
        },
      ),
    );
    const index = createSearchIndex({ database, logger: createQuietLogger() });
    await index.prepare();
    expect([await index.find('bassoon', 0), await index.find('ba', 0)]).toEqual([
      { ids: [1], next: null },
      { ids: [1], next: null },
    ]);
  });
});
