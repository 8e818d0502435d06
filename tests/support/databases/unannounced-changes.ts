import type { PartChanges } from '../../../server/src/markets/knex-part-changes';
import type { Database } from '../../../server/src/database/database';
import { transact } from '../../../server/src/database/transact';

/** For tests in which nothing listens to changes in markets. */
export function unannouncedChanges(database: Database): PartChanges {
  return { transaction: (work) => transact(database, work), collectMarketParts: () => undefined };
}
