import createKnex from 'knex';
import { underMigrationLock } from '../../../server/src/database/migration-lock';
import { systemClock } from '../../../server/src/lib/clock';
import { createQuietLogger } from '../quiet-logger';

/*
 * A process in the middle of a migration, for tests that kill it: `migrating-process.ts {client, connection}`. It prints
 * `migrating` and never ends.
 */

const [, , config = '{}'] = process.argv;
const database = createKnex(JSON.parse(config));

void underMigrationLock({ database, clock: systemClock, logger: createQuietLogger() }, async () => {
  await database('commerce_bridge_migrations_lock').update({ is_locked: 1 });
  process.stdout.write('migrating\n');
  return new Promise<never>(() => undefined);
});
