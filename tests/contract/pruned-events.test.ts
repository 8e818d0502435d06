import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMachineClock } from '../../server/src/database/database-clock';
import { transact } from '../../server/src/database/transact';
import { days } from '../../server/src/lib/durations';
import { createKnexEventAdmin } from '../../server/src/webhooks/knex-event-admin';
import { createKnexEventWork } from '../../server/src/webhooks/knex-event-work';
import { createKnexEventWriter } from '../../server/src/webhooks/knex-event-writer';
import { sentStatement } from '../support/databases/sent-statement';
import { openSharedTables, type SharedTables } from '../support/databases/shared-tables';
import { databaseKinds } from '../support/databases/test-databases';
import { whenAvailable } from '../support/requirements';
import { anEvent, at, dropped, leaseFor, QueueTime } from './event-queue-tools';

// On SQLite, whoever writes second waits for the whole transaction of the first.
for (const kind of databaseKinds.filter(({ name }) => name !== 'SQLite')) {
  whenAvailable(kind.requirement).describe(`old events of two instances, on ${kind.name}`, (given) => {
    let own: SharedTables;
    beforeAll(async () => {
      own = await openSharedTables(await kind.create(given));
    });
    afterAll(() => own.close());

    test('are not deleted when an administrator has retried them in the meantime', async () => {
      const time = new QueueTime();
      const partsOf = (database: typeof own.database) => ({
        database,
        clock: createMachineClock({ database, clock: time }),
      });
      const queue = {
        ...createKnexEventWriter(partsOf(own.database)),
        ...createKnexEventWork(partsOf(own.database)),
        ...createKnexEventAdmin(partsOf(own.database)),
      };
      await queue.add([anEvent({ entityId: 1 }), anEvent({ entityId: 2 })]);
      const { events } = await queue.claim({ claimId: 'a', leaseFor, batchSize: () => 50, untriedFirst: false });
      await queue.finish({ claimId: 'a', claimedAt: at(0), results: dropped(events) });
      time.moveTo(days(31));

      const deleting = sentStatement(own.database, /^delete from .*events/);
      let pruning: Promise<number> = Promise.resolve(0);
      await transact(own.elsewhere, async (transaction) => {
        await createKnexEventAdmin({ ...partsOf(own.elsewhere), database: transaction }).retry(events[0]?.id ?? '');
        pruning = queue.prune({ finishedFor: days(30), limit: 500 });
        await deleting;
      });
      await pruning;
      expect(await queue.counts()).toEqual({ pending: 1, failed: 0, complete: 0, dropped: 0 });
    });
  });
}
