import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Knex } from 'knex';
import { z } from 'zod';
import {
  conflictOf,
  DatabaseDownError,
  isDatabaseAway,
  isDatabaseUnreachable,
} from '../../server/src/database/conflicts';
import { transact } from '../../server/src/database/transact';
import { tables } from '../../server/src/database/tables';
import { eventually } from '../support/time/eventually';
import { openOwnTables, type OwnTables } from '../support/databases/own-tables';
import { whenAvailable } from '../support/requirements';
import { databaseKinds } from '../support/databases/test-databases';

const withoutRests = { rest: async () => undefined, random: () => 0 };

/** Connection settings of a site that our transactions must work with. */
const moods: Record<string, readonly string[]> = {
  PostgreSQL: [
    'select 1',
    'set default_transaction_isolation = "repeatable read"',
    'set default_transaction_isolation = "serializable"',
  ],
  'MySQL or MariaDB': [
    'select 1',
    'set session transaction isolation level serializable',
    'set session innodb_snapshot_isolation = on',
  ],
};

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`a transaction on ${kind.name}`, (at) => {
    let own: OwnTables;

    beforeAll(async () => {
      own = await openOwnTables(await kind.create(at));
    });
    afterAll(() => own.close());

    const value = async (database: Knex, name: string) =>
      (await database(tables.state).where({ name }).first('value'))?.value;
    const write = (database: Knex, name: string, text: string) =>
      database(tables.state).insert({ name, value: text }).onConflict('name').merge();

    test('that fails because of its own writes is not retried, and leaves nothing', async () => {
      let begun = 0;
      const failing = transact(own.database, async (transaction) => {
        begun += 1;
        await write(transaction, 'failed', 'x');
        throw new Error('no good');
      });
      await expect(failing).rejects.toThrow('no good');
      expect([begun, await value(own.database, 'failed')]).toEqual([1, undefined]);
    });

    test('that keeps conflicting with others fails after several attempts, with the conflict', async () => {
      let begun = 0;
      const conflict = Object.assign(new Error('two waited for each other'), { code: '40P01' });
      const failing = transact(own.database, async () => Promise.reject(conflict), {
        ...withoutRests,
        rest: async () => void (begun += 1),
      });
      await expect(failing).rejects.toBe(conflict);
      expect(begun).toBe(11);
    });

    test('that finds no database says whether it has lost a connection before', async () => {
      const refused = Object.assign(new Error('too many clients'), { code: '53300' });
      const lost = Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' });
      const failure = (...errors: Error[]) =>
        transact(own.database, async () => Promise.reject(errors.shift()), withoutRests).catch(
          (error: unknown) => error,
        );
      expect(await failure(refused)).toBe(refused);
      expect(await failure(lost, lost, lost)).toBe(lost);
      const down = await failure(lost, refused);
      expect(down).toBeInstanceOf(DatabaseDownError);
      expect(down).toMatchObject({ message: 'too many clients', cause: refused });
      expect([isDatabaseAway(down), isDatabaseUnreachable(down)]).toEqual([true, true]);
    });

    if (kind.name === 'PostgreSQL')
      test('whose statement is not possible at this moment has found its database all the same', async () => {
        const unused = transact(own.database, async (transaction) => {
          await transaction.raw('create temporary sequence never_drawn');
          await transaction.raw("select currval('never_drawn')");
        });
        const error = await unused.catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ code: '55000' });
        expect(isDatabaseUnreachable(error)).toBe(false);
      });

    if (kind.name === 'SQLite') return;

    for (const mood of moods[kind.name] ?? []) {
      test(`that deadlocks with another one is retried as a whole (${mood})`, async () => {
        const [one, two] = [own.connect({ min: 1, max: 1 }), own.connect({ min: 1, max: 1 })];
        try {
          for (const name of ['a', 'b']) await write(one, name, '0');
          let begun = 0;
          const met = [signal(), signal()];
          // A retried transaction waits until the other one has finished or is retried, too, so it does not overtake
          // it.
          const through = [signal(), signal()];
          const restOf = (place: 0 | 1) => async () => {
            through[place]?.give();
            await through[1 - place]?.given;
          };
          // Each locks one row, waits until the other has locked its own, and then requests that one.
          const both = async (database: Knex, { names, place }: { names: readonly [string, string]; place: 0 | 1 }) => {
            await database.raw(mood);
            await transact(
              database,
              async (transaction) => {
                begun += 1;
                await transaction(tables.state)
                  .where({ name: names[0] })
                  .update({ value: transaction.raw("concat(value, '+')") });
                met[place]?.give();
                await met[1 - place]?.given;
                await transaction(tables.state)
                  .where({ name: names[1] })
                  .update({ value: transaction.raw("concat(value, '+')") });
              },
              { ...withoutRests, rest: restOf(place) },
            );
            through[place]?.give();
          };
          await Promise.all([both(one, { names: ['a', 'b'], place: 0 }), both(two, { names: ['b', 'a'], place: 1 })]);
          // The retried transaction may conflict with the other's commit again, if transactions are serializable.
          expect(begun).toBeGreaterThanOrEqual(3);
          expect([await value(one, 'a'), await value(one, 'b')]).toEqual(['0++', '0++']);
        } finally {
          await one.destroy();
          await two.destroy();
        }
      });

      test(`reads what others have committed in the meantime, and leaves the connection as it was (${mood})`, async () => {
        const other = own.connect();
        const single = own.connect({ min: 1, max: 1 });
        try {
          await single.raw(mood);
          const before = await settingsOf(single);
          await write(other, 'meanwhile', 'before');
          const seen = await transact(single, async (transaction) => {
            await value(transaction, 'meanwhile');
            await write(other, 'meanwhile', 'after');
            const inside = await settingsOf(transaction);
            expect(inside).not.toEqual(before);
            return value(transaction, 'meanwhile');
          });
          expect(seen).toBe('after');
          await expect(
            transact(single, async (transaction) => transaction.raw('select nothing_of_that_name')),
          ).rejects.toThrow();
          expect(await settingsOf(single)).toEqual(before);
        } finally {
          await other.destroy();
          await single.destroy();
        }
      });
    }

    test('whose connection breaks halfway is retried, but not if it breaks during the commit', async () => {
      let begun = 0;
      await transact(
        own.database,
        async (transaction) => {
          begun += 1;
          await write(transaction, 'survivor', String(begun));
          if (begun === 1) await endConnectionOf(transaction, own.database);
          await write(transaction, 'survivor', `${begun}!`);
        },
        withoutRests,
      );
      expect([begun, await value(own.database, 'survivor')]).toEqual([2, '2!']);

      const uncertain = transact(
        own.database,
        async (transaction) => {
          begun += 1;
          await endConnectionOf(transaction, own.database);
        },
        withoutRests,
      );
      expect(conflictOf(await uncertain.catch((error: unknown) => error))).toBe('connection-lost');
      expect(begun).toBe(3);
    });
  });
}

function signal() {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { give, given };
}

const isPostgres = (database: Knex) => database.client.config.client === 'pg';

/** Everything that our transactions set. */
async function settingsOf(database: Knex): Promise<string> {
  const names = isPostgres(database)
    ? ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_isolation']
    : ['innodb_lock_wait_timeout', 'max_statement_time', 'idle_transaction_timeout', 'tx_isolation'];
  const read = isPostgres(database)
    ? names.map((name) => `current_setting('${name}') as ${name}`)
    : names.map((name) => `@@session.${name} as ${name}`);
  return JSON.stringify(await database.select(database.raw(read.join(', '))).first());
}

const idSchema = z.object({ id: z.coerce.number() });

async function endConnectionOf(transaction: Knex.Transaction, database: Knex): Promise<void> {
  const own: unknown = await transaction
    .select(transaction.raw(isPostgres(database) ? 'pg_backend_pid() as id' : 'connection_id() as id'))
    .first();
  const { id } = idSchema.parse(own);
  await database.raw(isPostgres(database) ? 'select pg_terminate_backend(?)' : 'kill ?', [id]);
  const sessions = isPostgres(database)
    ? { table: 'pg_stat_activity', column: 'pid' }
    : { table: 'information_schema.processlist', column: 'id' };
  await eventually(
    async () =>
      (await database(sessions.table)
        .where({ [sessions.column]: id })
        .first(sessions.column)) === undefined,
  );
}
