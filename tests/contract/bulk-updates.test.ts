import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Knex } from 'knex';
import { updateRows } from '../../server/src/database/update-rows';
import { toBoolean, toNumber } from '../../server/src/database/database';
import { momentColumnOf, utcTextOf } from '../../server/src/catalog/tables/moments';
import { type OwnTables, openDatabase } from '../support/databases/own-tables';
import { whenAvailable } from '../support/requirements';
import { databaseKinds } from '../support/databases/test-databases';

const table = 'bulk_rows';
const largest = Number.MAX_SAFE_INTEGER;
const oddText = 'Größe “XL” — 100 % ☕️ 漢字 \\ \' " ? ?? $1 :name given.x \n';
const places = Array.from({ length: 250 }, (_, place) => place);
const noon = new Date('2026-03-01T12:00:00.123Z');

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`bulk updates on ${kind.name}`, (at) => {
    let own: OwnTables;
    let database: Knex;
    const dialect = kind.name === 'SQLite' ? 'sqlite' : kind.name === 'PostgreSQL' ? 'postgres' : 'mysql';
    const moment = dialect === 'mysql' ? utcTextOf(noon) : noon;

    beforeAll(async () => {
      own = await openDatabase(await kind.create(at));
      ({ database } = own);
      await database.schema.createTable(table, (columns) => {
        columns.bigInteger('id').primary();
        columns.string('word');
        columns.text('long_text', 'longtext');
        columns.boolean('flag');
        columns.integer('whole');
        columns.double('price');
        columns.jsonb('list');
        columns.datetime('wall', { useTz: false, precision: 3 });
        if (dialect === 'mysql') columns.string('moment', 32);
        else columns.specificType('moment', momentColumnOf[dialect] ? 'timestamptz(6)' : 'datetime');
      });
    });
    beforeEach(async () => {
      await database(table).delete();
      for (const some of [places.slice(0, 125), places.slice(125)])
        await database(table).insert(some.map((place) => ({ id: place, word: 'before' })));
    });
    afterAll(() => own.close());

    async function update(rows: Parameters<typeof updateRows>[2]['rows']): Promise<number> {
      let statements = 0;
      const count = ({ sql }: { sql: string }) => void (statements += /^update /i.test(sql) ? 1 : 0);
      await database.transaction(async (transaction) => {
        transaction.on('query', count);
        await updateRows(transaction, table, { by: 'id', rows });
      });
      return statements;
    }
    const stored = (id: number): Promise<Record<string, unknown>> => database(table).where({ id }).first();

    test('take one statement per page, and each row gets its own values', async () => {
      const rows = places.map((place) => ({ id: place, word: `${place} ${oddText}`, price: place / 7 }));
      expect(await update(rows)).toBe(1);
      const found = await database(table).orderBy('id').select('id', 'word', 'price');
      expect(found.map(({ id, word, price }) => ({ id: toNumber(id), word, price }))).toEqual(rows);
    });

    test('keep every type: nulls, booleans, timestamps, JSON, 64-bit ids, very small and very large numbers', async () => {
      await database(table).insert({ id: largest });
      const given = { word: null, flag: true, whole: 7, price: 1e-7, list: '[{"a":"1"}]', wall: noon, moment };
      const none = { word: 'x', flag: null, whole: null, price: null, list: null, wall: null, moment: null };
      await update([
        { id: 1, ...none },
        { id: largest, ...given },
        { id: 2, ...given, flag: false, whole: -2_147_483_648, price: 123_456_789_012_345_680_000, list: '"text"' },
      ]);
      const [bare, full, second] = [await stored(1), await stored(largest), await stored(2)];
      expect(bare).toMatchObject(none);
      expect(full).toMatchObject({ word: null, whole: 7, price: 1e-7 });
      expect([toBoolean(full.flag), toBoolean(second.flag)]).toEqual([true, false]);
      expect([full.list, second.list].map((list) => (dialect === 'sqlite' ? JSON.parse(String(list)) : list))).toEqual([
        [{ a: '1' }],
        'text',
      ]);
      expect([full.wall, full.moment].map((at) => new Date(typeof at === 'string' ? at : Number(at)))).toEqual([
        noon,
        noon,
      ]);
      expect(second).toMatchObject({ whole: -2_147_483_648, price: 123_456_789_012_345_680_000 });
    });

    test('may all be null in a column', async () => {
      await database(table).update({ flag: true, list: '[]', whole: 1 });
      await update([1, 2].map((id) => ({ id, flag: null, list: null, whole: null })));
      expect(await stored(2)).toMatchObject({ flag: null, list: null, whole: null });
    });

    test('ignore missing rows, and leave all others alone', async () => {
      await update([
        { id: 1, word: 'after' },
        { id: 9_999, word: 'nobody' },
      ]);
      expect(await stored(9_999)).toBeUndefined();
      expect(
        await database(table)
          .where({ word: 'after' })
          .pluck('id')
          .then((ids) => ids.map(toNumber)),
      ).toEqual([1]);
      expect(await update([])).toBe(0);
    });

    test('are split if their texts together are too long for one statement', async () => {
      const text = 'é'.repeat(400_000);
      const statements = await update([1, 2, 3, 4].map((id) => ({ id, long_text: `${id}${text}` })));
      expect(statements).toBe(dialect === 'sqlite' ? 1 : 2);
      expect((await stored(4)).long_text).toBe(`4${text}`);
    });
  });
}
