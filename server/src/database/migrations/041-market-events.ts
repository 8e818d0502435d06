import type { Knex } from 'knex';
import { tables } from '../tables';

/** Which event administrators see for what a webhook said changed in markets; null for what an earlier version stored. */
export const marketEvents = {
  name: '041-market-events',

  async up(database: Knex): Promise<void> {
    if (await database.schema.hasColumn(tables.marketChanges, 'event_key')) return;
    await database.schema.alterTable(tables.marketChanges, (table) => void table.string('event_key', 32));
  },
};
