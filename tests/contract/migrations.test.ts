import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Knex } from 'knex';
import { migrate, refuseNewerTables } from '../../server/src/database/migrator';
import { SwiftClock } from '../support/time/swift-clock';
import { openDatabase, type OwnTables } from '../support/databases/own-tables';
import { createQuietLogger } from '../support/quiet-logger';
import { whenAvailable } from '../support/requirements';
import { tableDefinitions } from '../support/databases/table-definitions';
import { databaseKinds } from '../support/databases/test-databases';

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`our own tables on ${kind.name}`, (at) => {
    let whole: OwnTables;
    let broken: OwnTables;
    const boot = (database: Knex) => migrate({ database, clock: new SwiftClock(10_000), logger: createQuietLogger() });

    beforeAll(async () => {
      [whole, broken] = [await openDatabase(await kind.create(at)), await openDatabase(await kind.create(at))];
      await boot(whole.database);
    });
    afterAll(async () => {
      await whole.close();
      await broken.close();
    });

    test('are correct after boots that died at every statement of a migration', async () => {
      let deaths = 0;
      // How far each boot gets: further than the previous one, until some of its work persists. If a migration is
      // rolled back as a whole, nothing persists before its end.
      const step = kind.name === 'MySQL or MariaDB' ? 1 : 9;
      for (let reach = 1, left = ''; ; reach += step) {
        const process = mortal(broken.connect(), reach);
        const end = await boot(process).then(
          () => 'survived',
          (error: unknown) => String(error),
        );
        await process.destroy();
        if (end === 'survived') break;
        expect(end).toMatch(/died here/);
        deaths += 1;
        const leaves = JSON.stringify(await finishedTables(broken.database));
        if (leaves !== left) reach = 1 - step;
        left = leaves;
      }

      expect(deaths).toBeGreaterThan(3);
      expect(await tableDefinitions(broken.database)).toEqual(await tableDefinitions(whole.database));
    }, 300_000);

    test('are not changed by a second boot', async () => {
      const before = await tableDefinitions(whole.database);
      const process = mortal(whole.connect(), 0);
      await boot(process);
      await process.destroy();
      expect(await tableDefinitions(whole.database)).toEqual(before);
    });

    test('are refused by a version that is older than they are', async () => {
      await refuseNewerTables(whole.database);
      const added = { name: '999-of-a-later-version', batch: 99, migration_time: new Date() };
      await whole.database('commerce_bridge_migrations').insert(added);
      const refusal = await refuseNewerTables(whole.database).catch((error: unknown) => error);
      await whole.database('commerce_bridge_migrations').where({ name: added.name }).delete();
      expect(String(refusal)).toContain('A later version of Commerce Bridge has migrated this database (999-of-a-');
    });
  });
}

const finishedTables = async (database: Knex) =>
  Object.entries(await tableDefinitions(database)).filter(
    ([name]) => !name.endsWith('_unfinished') && !name.includes('_migrations'),
  );

/** Lets this many table changes through; before the next one the process dies, and does nothing more. */
function mortal(database: Knex, changes: number): Knex {
  let left = changes;
  let isDead = false;
  return database.on('query', ({ sql }: { sql: string }) => {
    const isChange =
      /^(create|alter|drop|insert|update|delete|rename)/i.test(sql) && !sql.includes('commerce_bridge_migrations');
    isDead ||= isChange && left === 0;
    if (isDead) throw new Error(`died here: ${sql}`);
    if (isChange) left -= 1;
  });
}
