import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { productIndexEntryOf } from '../../server/src/catalog/model/product-index-entry';
import { createProductIndex } from '../../server/src/catalog/product-index/product-index';
import { createSearchIndex } from '../../server/src/catalog/search/search-index';
import type { SearchIndex } from '../../server/src/catalog/search/search-port';
import { prepareProduct } from '../../server/src/catalog/views/prepare-product';
import { tables } from '../../server/src/database/tables';
import { openOwnTables, type OwnTables } from '../support/databases/own-tables';
import { createQuietLogger } from '../support/quiet-logger';
import { aProduct } from '../support/shops/catalog-items';

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
    for await (const ids of index.find('ing '.repeat(60).trim())) expect(ids).toEqual([]);
    expect(phrases).toEqual([`"${'ing '.repeat(8)}"`]);
  });
});

describe('a search on SQLite that more products match than a piece of it takes', () => {
  // The longest phrase that the index looks for, so that it takes the fewest products at a time.
  const phrase = 'softened so that it feels good i';
  const count = 22_000;
  const hasIt = (id: number) => id % 10 !== 3;
  let own: OwnTables;
  let index: SearchIndex;
  beforeAll(async () => {
    own = await openOwnTables();
    index = createSearchIndex({ database: own.database, logger: createQuietLogger() });
    await own.database.raw(
      `insert into ?? (product_id, fingerprint, is_published, created, price, title_key, search_text)
       with recursive ids (id) as (select 1 union all select id + 1 from ids where id < ?)
       select id, '', true, 0, 0, '', case when id % 10 = 3 then 'nothing' when id % 2 = 0 then ? || 'n the hand' else ? end from ids`,
      [tables.listedProducts, count, phrase, phrase],
    );
    await index.prepare();
  });
  afterAll(() => own.close());

  const ids = Array.from({ length: count }, (_, place) => place + 1);
  async function found(term: string): Promise<number[]> {
    const all: number[] = [];
    for await (const some of index.find(term)) all.push(...some);
    return all;
  }

  test('waits for the one before it to end', async () => {
    const order: string[] = [];
    const read = async (name: string, term: string) => {
      for await (const ids of index.find(term)) order.push(`${name} ${ids.length > 0 ? 'found' : 'looked'}`);
    };
    await Promise.all([read('first', phrase), read('second', 'nothing')]);
    expect(order.slice(0, -1).every((step) => step.startsWith('first'))).toBe(true);
    expect(order.at(-1)).toBe('second found');
  });

  test('finds each of them once, in order', async () => {
    expect(await found(phrase)).toEqual(ids.filter(hasIt));
    expect(await found('so')).toEqual(ids.filter(hasIt));
    expect(await found(`${phrase}n the hand`)).toEqual(ids.filter((id) => hasIt(id) && id % 2 === 0));
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
      createProductIndex({ searchIndex: { write: async () => undefined, remove: async () => undefined } }).write(
        transaction,
        {
          entries: [productIndexEntryOf(old, prepareProduct(old), 'fingerprint')],
        },
      ),
    );
    const index = createSearchIndex({ database, logger: createQuietLogger() });
    await index.prepare();
    const found: number[] = [];
    for (const term of ['bassoon', 'ba']) for await (const ids of index.find(term)) found.push(...ids);
    expect(found).toEqual([1, 1]);
  });
});
