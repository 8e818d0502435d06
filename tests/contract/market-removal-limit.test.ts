import type { Knex } from 'knex';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dialectOf, type Transaction } from '../../server/src/database/database';
import { createMachineClock } from '../../server/src/database/database-clock';
import { tables } from '../../server/src/database/tables';
import { transact } from '../../server/src/database/transact';
import { createKnexMembers } from '../../server/src/markets/knex-members';
import { createKnexPartRemovals } from '../../server/src/markets/knex-part-removals';
import { MassUnassignmentError } from '../../server/src/markets/market-errors';
import { lockWaits } from '../support/databases/lock-waits';
import { openSharedTables, type SharedTables } from '../support/databases/shared-tables';
import { databaseKinds } from '../support/databases/test-databases';
import { whenAvailable } from '../support/requirements';
import { ManualClock } from '../support/time/clocks';
import { eventually } from '../support/time/eventually';

const partId = 7;
const many = Array.from({ length: 100 }, (_, place) => place + 1);

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`the removal limit of a channel, on ${kind.name}`, (at) => {
    let own: SharedTables;
    beforeAll(async () => {
      own = await openSharedTables(await kind.create(at));
    });
    afterAll(() => own.close());
    beforeEach(async () => {
      await own.empty([tables.marketMembers, tables.marketVersions, tables.removals]);
      const members = createKnexMembers(own.database);
      await transact(own.database, (transaction) =>
        members.add(transaction, { partId, productIds: many, readVersion: 1 }),
      );
    });

    async function remove(transaction: Transaction, database: Knex, missing: number): Promise<void> {
      const removals = createKnexPartRemovals({
        clock: createMachineClock({ database, clock: new ManualClock() }),
        limit: () => ({ percent: 50, minimum: 20 }),
      });
      const held = (counts: { missing: number; cached: number }) =>
        new MassUnassignmentError({ channelId: 3, ...counts });
      await removals.refuseMass(transaction, { partId, missing, ids: createKnexMembers(database), held });
      await transaction(tables.marketMembers).where({ part_id: partId }).where('product_id', '<=', missing).delete();
      await removals.note(transaction, { partId, records: missing });
    }

    test.each([
      { when: 'for the first time', isFirst: true },
      { when: 'later', isFirst: false },
    ])('counts what another instance is removing at that moment, $when', async ({ isFirst }) => {
      const lockRow = { name: 'removals.markets' };
      await own.database(tables.sequences).where(lockRow).delete();
      if (!isFirst) await own.database(tables.sequences).insert({ ...lockRow, value: 1 });
      const one = await own.database.transaction();
      await remove(one, own.database, 40);
      const other = transact(own.elsewhere, (transaction) => remove(transaction, own.elsewhere, 40)).catch(
        (reason: unknown) => reason,
      );
      // On SQLite, it waits for the only connection.
      if (dialectOf(own.database) !== 'sqlite') await eventually(async () => (await lockWaits(own.database)) > 0);
      await one.commit();
      expect(await other).toMatchObject({ code: 'channel_removal_held', data: { missing: 80, cached: 100 } });
    });
  });
}
