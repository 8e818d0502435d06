import { createKnexEventAdmin } from '../../server/src/database/knex-event-admin';
import { createKnexEventDelays } from '../../server/src/database/knex-event-delays';
import { createKnexEventWork } from '../../server/src/database/knex-event-work';
import { createKnexEventWriter } from '../../server/src/database/knex-event-writer';
import { tables } from '../../server/src/database/tables';
import { openOwnTables } from '../support/own-tables';
import { whenAvailable } from '../support/requirements';
import { databaseKinds } from '../support/test-databases';
import { describeEventQueue } from './event-queue';

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`on ${kind.name}`, (at) => {
    describeEventQueue("the site's database", async () => {
      const { database, close } = await openOwnTables(await kind.create(at));
      return {
        queue: { ...createKnexEventWriter(database), ...createKnexEventWork(database), ...createKnexEventAdmin(database), ...createKnexEventDelays(database) },
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
