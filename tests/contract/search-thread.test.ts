import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSearchIndex } from '../../server/src/catalog/search/search-index';
import type { SearchIndex } from '../../server/src/catalog/search/search-port';
import { createSearchThread, type SearchThread } from '../../server/src/catalog/search/search-thread';
import { describeSqliteFile } from '../../server/src/database/sqlite-file';
import { tables } from '../../server/src/database/tables';
import { openOwnTables, type OwnTables } from '../support/databases/own-tables';
import { createQuietLogger } from '../support/quiet-logger';
import { compiledProgram } from '../support/sites/compiled-programs';
import { eventually } from '../support/time/eventually';

/* Compares searches on SQLite by the thread with those by the process itself. */

const repository = resolve(__dirname, '../..');
const count = 9000;

let own: OwnTables;
let thread: SearchThread;
let here: SearchIndex;
let warnings: string[] = [];

beforeEach(async () => {
  warnings = [];
  own = await openOwnTables();
  await own.database.raw('pragma journal_mode = wal');
  await own.database.raw(
    `insert into ?? (product_id, fingerprint, is_published, created, price, title_key, search_text)
     with recursive ids (id) as (select 1 union all select id + 1 from ids where id < ?)
     select id, '', id % 7 <> 0, 0, 0, '', 'a wooden bowl number ' || id || case when id % 3 = 0 then ', softened so that it feels good in the hand' else '' end from ids`,
    [tables.listedProducts, count],
  );
  here = createSearchIndex({ database: own.database, logger: createQuietLogger() });
  await here.prepare();
  thread = await startThread(await compiledProgram('server/src/catalog/search/search-thread-entry.ts'));
  await eventually(() => thread.find({ term: 'bowl', isIndexed: true, among: Float64Array.of(1) }));
});
afterEach(async () => {
  await thread.stop();
  await own.close();
});

async function startThread(file: string): Promise<SearchThread> {
  const sqlite = await describeSqliteFile(own.database, repository);
  if (!sqlite) throw new Error('the file can be opened a second time');
  const logger = { ...createQuietLogger(), warn: (event: string) => void warnings.push(event) };
  return createSearchThread({ file }, { sqlite, logger });
}

async function allOf(pieces: ReturnType<SearchIndex['find']>): Promise<number[]> {
  const all: number[] = [];
  for await (const ids of pieces) all.push(...Array.from(ids));
  return all;
}

const inThread = async (term: string, among: Float64Array | null = null) => [
  ...((await thread.find({ term, isIndexed: true, among })) ?? []),
];

const terms = ['w', 'z', 'oo', '99', 'bowl', 'number 12', 'softened so that it feels good in the hand', 'no such text'];

test('find what the process itself finds, regardless of the term', async () => {
  for (const term of terms)
    expect({ term, ids: await inThread(term) }).toEqual({ term, ids: await allOf(here.find(term)) });
});

test('find the same among given products', async () => {
  const among = Float64Array.from([3, 6, 12, 99, 1200, 8999]);
  for (const term of terms) {
    const ids = await inThread(term, among);
    expect({ term, ids }).toEqual({ term, ids: await allOf(here.among(among, term)) });
  }
  expect(await inThread('number 12', among)).toEqual([12, 1200]);
});

test('find what was committed before they began', async () => {
  expect(await inThread('lamp')).toEqual([]);
  await own.database.transaction((transaction) =>
    here.write(transaction, [{ id: 5, text: 'a brass lamp', was: 'a wooden bowl number 5' }]),
  );
  expect(await inThread('lamp')).toEqual([5]);
});

test('leave the statements of the process alone', async () => {
  const sent: string[] = [];
  own.database.on('query', ({ sql }: { sql: string }) => void sent.push(sql));
  const index = createSearchIndex({ database: own.database, searchThread: thread, logger: createQuietLogger() });
  await index.prepare();
  sent.length = 0;
  expect(await allOf(index.find('number 4321'))).toEqual([4321]);
  expect(sent).toEqual([]);
});

test('run in the process once the thread cannot, also those that waited for it', async () => {
  await thread.stop();
  thread = await startThread(join(repository, 'tests/fixtures/dying-search-thread.mjs'));
  const index = createSearchIndex({ database: own.database, searchThread: thread, logger: createQuietLogger() });
  await index.prepare();
  // Each round starts two searches at once, until one round finds the thread loaded, and kills it.
  await eventually(async () => {
    const [one, other] = await Promise.all([allOf(index.find('number 4321')), allOf(index.find('number 4322'))]);
    expect([one, other]).toEqual([[4321], [4322]]);
    return warnings.length > 0;
  });
  expect(await thread.find({ term: 'bowl', isIndexed: true, among: null })).toBeNull();
});
