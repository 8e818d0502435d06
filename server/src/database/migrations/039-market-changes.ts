import type { Knex } from 'knex';
import { createTable } from '../create-table';
import { tables } from '../tables';

/** Changes in markets that webhooks reported, until the affected parts are known (docs/decisions/0030-markets.md). */
export const marketChanges = {
  name: '039-market-changes',

  async up(database: Knex): Promise<void> {
    await createTable(database, tables.marketChanges, (table) => {
      table.bigIncrements('id');
      // JSON; a batch of price records is one change.
      table.text('change', 'longtext').notNullable();
      table.bigInteger('due_at').notNullable();
      // Consecutive failed attempts.
      table.integer('attempts').notNullable();
      table.index(['due_at', 'id'], 'cb_market_changes_due');
    });
  },
};
