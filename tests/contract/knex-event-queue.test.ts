import { createMachineClock } from '../../server/src/database/database-clock';
import { createKnexEventAdmin } from '../../server/src/webhooks/knex-event-admin';
import { createKnexEventDelays } from '../../server/src/webhooks/knex-event-delays';
import { createKnexEventWork } from '../../server/src/webhooks/knex-event-work';
import { createKnexEventWriter } from '../../server/src/webhooks/knex-event-writer';
import { tables } from '../../server/src/database/tables';
import { openOwnTables } from '../support/databases/own-tables';
import { whenAvailable } from '../support/requirements';
import { databaseKinds } from '../support/databases/test-databases';
import { describeEventQueue } from './event-queue';
import { queueTime } from './event-queue-tools';

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`on ${kind.name}`, (at) => {
    describeEventQueue("the site's database", async () => {
      const { database, close } = await openOwnTables(await kind.create(at));
      const parts = { database, clock: createMachineClock({ database, clock: queueTime }) };
      return {
        queue: {
          ...createKnexEventWriter(parts),
          ...createKnexEventWork(parts),
          ...createKnexEventAdmin(parts),
          ...createKnexEventDelays(parts),
        },
        empty: async () => {
          await database(tables.events).delete();
          await database(tables.eventKeys).delete();
          await database(tables.eventDelays).delete();
        },
        close,
      };
    });
  });
}
