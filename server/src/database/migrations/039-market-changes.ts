import type { Knex } from 'knex';
import { createTable } from '../create-table';
import { tables } from '../tables';

/** What webhooks said changed in markets, until it is known which parts that concerns (docs/decisions/0030-markets.md). */
export const marketChanges = {
  name: '039-market-changes',

  async up(database: Knex): Promise<void> {
    await createTable(database, tables.marketChanges, (table) => {
      table.bigIncrements('id');
      // JSON: a batch of price records is one.
      table.text('change', 'longtext').notNullable();
      table.bigInteger('due_at').notNullable();
      // Failed ones in a row.
      table.integer('attempts').notNullable();
      table.index(['due_at', 'id'], 'cb_market_changes_due');
    });
  },
};
