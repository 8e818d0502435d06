import type { Knex } from 'knex';
import { createTable } from '../create-table';
import { tables } from '../tables';

/** Changes to the catalog that external systems have yet to be notified of, and how far each of them is. */
export const outbox = {
  name: '030-outbox',

  async up(database: Knex): Promise<void> {
    await createTable(database, tables.outbox, (table) => {
      table.bigIncrements('id');
      table.string('target', 64).notNullable();
      table.text('content', 'longtext').notNullable();
      table.bigInteger('made_at').notNullable();
      table.index(['target', 'id'], 'cb_outbox_target');
    });
    await createTable(database, tables.outboxTargets, (table) => {
      table.string('target', 64).primary();
      // Failed attempts in a row.
      table.integer('attempts').notNullable().defaultTo(0);
      // The next attempt is not made before this time.
      table.bigInteger('due_at').notNullable().defaultTo(0);
      table.bigInteger('delivered_at');
      table.bigInteger('failed_at');
      table.text('error');
      // Changes that were dropped since the last delivery.
      table.integer('dropped').notNullable().defaultTo(0);
    });
  },
};
