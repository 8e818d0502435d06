import type { Knex } from 'knex';
import { createIndex, createTable } from '../create-table';
import { tables } from '../tables';

/** What the admin pages show about runs and events in addition to their rows. */
export const steering = {
  name: '009-steering',

  async up(database: Knex): Promise<void> {
    await createTable(database, tables.runLog, (table) => {
      table.bigIncrements('id');
      table.string('run_id', 36).notNullable();
      table.bigInteger('at').notNullable();
      table.text('line', 'longtext').notNullable();
      table.index(['run_id', 'id'], 'cb_run_log_run');
    });

    await createTable(database, tables.eventDelays, (table) => {
      // The start of the hour.
      table.bigInteger('hour').primary();
      table.bigInteger('completed').notNullable();
      // In total, in milliseconds.
      table.bigInteger('delay').notNullable();
      table.bigInteger('longest').notNullable();
    });

    // For the newest events of one status; without it, 300,000 completed events would be sorted for each page.
    await createIndex(database, { table: tables.events, columns: ['status', 'id'], name: 'cb_events_status_id' });
    await createIndex(database, {
      table: tables.runChanges,
      columns: ['run_id', 'kind', 'id'],
      name: 'cb_run_changes_kind',
    });
  },
};
