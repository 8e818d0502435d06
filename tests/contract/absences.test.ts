import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAbsences } from '../../server/src/catalog/removal/absences';
import { createReadVersions } from '../../server/src/catalog/writing/knex-read-versions';
import { createMachineClock } from '../../server/src/database/database-clock';
import { tables } from '../../server/src/database/tables';
import { transact } from '../../server/src/database/transact';
import { milliseconds, seconds } from '../../server/src/lib/durations';
import { openSharedTables, type SharedTables } from '../support/databases/shared-tables';
import { databaseKinds } from '../support/databases/test-databases';
import { whenAvailable } from '../support/requirements';
import { ManualClock } from '../support/time/clocks';

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`records missing from a response, on ${kind.name}`, (at) => {
    let own: SharedTables;
    beforeAll(async () => {
      own = await openSharedTables(await kind.create(at));
    });
    afterAll(() => own.close());
    beforeEach(() => own.empty([tables.absences, tables.readVersions]));

    test('may be confirmed after the delay, but not once they have been seen since', async () => {
      const { database } = own;
      const clock = new ManualClock();
      const absences = createAbsences({ database, clock: createMachineClock({ database, clock }) });
      const entity = 'product';
      const confirmable = async () => [...(await absences.confirmable({ entity, ids: [1, 2, 3] })).keys()].sort();
      const see = (upstreamId: number, readVersion: number) =>
        transact(database, (transaction) =>
          createReadVersions(database).raise(transaction, {
            entity,
            responses: [{ ids: [upstreamId], readVersion }],
            seen: { at: clock.now(), by: { kind: 'event' } },
          }),
        );
      await see(1, 9);
      await transact(database, (transaction) =>
        absences.note(transaction, { entity, ids: [1, 2, 3], readVersion: 10, confirmableAfter: seconds(5) }),
      );
      await see(2, 11);
      expect(await confirmable()).toEqual([]);
      await clock.advance(milliseconds(5000));
      expect(await confirmable()).toEqual([1, 3]);
    });
  });
}
