import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ProductIndexEntry, productIndexEntryOf } from '../../server/src/catalog/model/product-index-entry';
import { prepareProduct } from '../../server/src/catalog/views/prepare-product';
import { createProductIndex } from '../../server/src/catalog/product-index/product-index';
import { createSearchIndex } from '../../server/src/catalog/search/search-index';
import type { FoundIds, SearchIndex } from '../../server/src/catalog/search/search-port';
import { fold, htmlToText } from '../../server/src/catalog/model/text';
import { aProduct } from '../support/shops/catalog-items';
import { plansOf } from '../support/databases/statement-plans';
import { openOwnTables, type OwnTables } from '../support/databases/own-tables';
import { createQuietLogger } from '../support/quiet-logger';
import { whenAvailable } from '../support/requirements';
import { databaseKinds } from '../support/databases/test-databases';

// Hard cases for a search index: quotes and operators of its query language, wildcards, case folding, characters of
// more than one code unit, repeated sequences.
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

// More different letters follow these two than one index condition can contain.
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

const published = products.filter(({ publicationStatus }) => publicationStatus === 'publish');

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
      index.trust();
    });
    afterAll(() => own.close());

    const listed = (product: (typeof products)[number]): ProductIndexEntry =>
      productIndexEntryOf(product, prepareProduct(product), 'fingerprint');
    const write = (entries: ProductIndexEntry[]) =>
      own.database.transaction((transaction) =>
        createProductIndex({ searchIndex: index }).write(transaction, { entries }),
      );

    async function all(pieces: FoundIds): Promise<number[]> {
      const found: number[] = [];
      for await (const ids of pieces) found.push(...ids);
      return found;
    }
    const find = (term: string, searched: SearchIndex = index) => all(searched.find(fold(term)));
    const leftovers = () => all(index.leftovers());

    test('exists', () => {
      expect(warnings).toEqual([]);
    });

    const matchesOf = (term: string): number[] => {
      const holds = (text: string) => fold(text).includes(fold(term));
      return published.filter(({ title, content }) => holds(title) || holds(htmlToText(content))).map(({ id }) => id);
    };

    test.each(terms)('finds for %j what a plain comparison of folded texts finds', async (term) => {
      expect(await find(term)).toEqual(matchesOf(term));
    });

    test.each(terms)('finds for %j the same among a few products and among many', async (term) => {
      const some = published.filter((_, at) => at % 3 > 0).map(({ id }) => id);
      const absent = Array.from({ length: 2000 }, (_, at) => 5000 + at);
      const expected = matchesOf(term).filter((id) => some.includes(id));
      for (const ids of [some, [...some, ...absent]])
        expect(await all(index.among(Float64Array.from(ids), fold(term)))).toEqual(expected);
    });

    const many = Float64Array.from({ length: 3000 }, (_, at) => at + 1);
    const searchMany = (term: string) => all(index.among(many, term));
    const textsReadFor = (term: string) => plansOf(own.database, /listed_products/, () => searchMany(term));

    test('reads the texts of thousands of products without sorting them, nor planning for each', async () => {
      const plans = await textsReadFor('title');
      const ofGrams = await plansOf(own.database, /search_grams/, () => searchMany('title'));
      expect([...ofGrams, ...plans].filter(({ isSorted }) => isSorted)).toEqual([]);
      // With a list of ids, PostgreSQL's planning would take longer than reading the texts.
      if (kind.name === 'PostgreSQL') expect(plans.map(({ sql }) => sql.length < 1000)).toEqual([true]);
    });

    test('reads none of them where its own tables tell that no text has the term', async () => {
      if (kind.name === 'SQLite') return;
      for (const term of ['zq', 'zqqxyw']) expect([term, await textsReadFor(term)]).toEqual([term, []]);
    });

    test('finds the same before it can be trusted, when an earlier version may have written texts', async () => {
      const untrusted = createSearchIndex({ database: own.database, logger: createQuietLogger() });
      await untrusted.prepare();
      for (const term of terms) expect([term, await find(term, untrusted)]).toEqual([term, matchesOf(term)]);
    });

    describe('after any edits', () => {
      // Few characters, so that texts share them; neighboring ids, and some that are far apart.
      const someText = fc.string({ unit: fc.constantFrom(...'abcß😀 '), maxLength: 12 });
      const someId = fc.constantFrom(20_000, 20_001, 20_030, 20_031, 20_247, 20_248, 3_000_000_000);
      const edit = fc.record({
        id: someId,
        title: someText,
        kind: fc.constantFrom('write', 'write', 'draft', 'remove'),
      });

      test('finds what a plain comparison finds, and lacks nothing', async () => {
        const present = new Map<number, string>();
        const indexing = createProductIndex({ searchIndex: index });
        await fc.assert(
          fc.asyncProperty(
            fc.array(edit, { minLength: 1, maxLength: 6 }),
            fc.array(someText),
            async (edits, searched) => {
              await own.database.transaction(async (transaction) => {
                for (const { id, title, kind } of edits) {
                  const publicationStatus = kind === 'draft' ? 'draft' : 'publish';
                  const entry = listed(aProduct({ id, title, content: '', slugClaim: 'edited', publicationStatus }));
                  if (kind === 'remove') await indexing.remove(transaction, [id]);
                  else await indexing.write(transaction, { entries: [entry] });
                  if (kind === 'write') present.set(id, entry.searchText);
                  else present.delete(id);
                }
              });
              const edited = (ids: number[]) => ids.filter((id) => id >= 20_000);
              const expected = [...present].sort(([one], [other]) => one - other);
              for (const term of searched.map(fold).filter((folded) => folded !== '')) {
                const matching = expected.filter(([, text]) => text.includes(term)).map(([id]) => id);
                expect([term, edited(await find(term))]).toEqual([term, matching]);
              }
              const texts = expected.map(([id, text]) => ({ id, text }));
              expect(await index.lacking(own.database, texts)).toEqual([]);
              expect(await leftovers()).toEqual([]);
            },
          ),
          { numRuns: 40 },
        );
        await own.database.transaction((transaction) => indexing.remove(transaction, [...present.keys()]));
      });
    });

    test('knows which products it lacks, and which should not be in it', async () => {
      const text = 'lacking\nits text';
      const isLacking = async (other: string) => index.lacking(own.database, [{ id: 31_000, text: other }]);
      expect(await isLacking(text)).toEqual([31_000]);
      await own.database.transaction((transaction) => index.write(transaction, [{ id: 31_000, text, was: null }]));
      expect([await isLacking(text), await isLacking('another longer text')]).toEqual([[], [31_000]]);
      expect(await leftovers()).toEqual([31_000]);
      await own.database.transaction((transaction) => index.remove(transaction, [31_000]));
      expect(await leftovers()).toEqual([]);
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
