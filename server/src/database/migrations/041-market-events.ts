import type { Knex } from 'knex';
import { tables } from '../tables';

/** The event that administrators see for a change in markets; null for changes that an earlier version stored. */
export const marketEvents = {
  name: '041-market-events',

  async up(database: Knex): Promise<void> {
    if (await database.schema.hasColumn(tables.marketChanges, 'event_key')) return;
    await database.schema.alterTable(tables.marketChanges, (table) => void table.string('event_key', 32));
  },
};
