import type { Knex } from 'knex';
import { createTable } from '../create-table';
import { tables } from '../tables';

/**
 * Products that events concerned, and that are still to be read in parts of markets (docs/decisions/0030-markets.md).
 */
export const staleMarketProducts = {
  name: '036-stale-market-products',

  async up(database: Knex): Promise<void> {
    await createTable(database, tables.marketStaleProducts, (table) => {
      table.integer('part_id').notNullable();
      table.bigInteger('product_id').notNullable();
      // Only a response that was requested later settles the product.
      table.bigInteger('asked_version').notNullable();
      table.bigInteger('due_at').notNullable();
      // Consecutive failed attempts.
      table.integer('attempts').notNullable();
      // For membership: the number of responses without the product; for texts: how often they were read.
      table.integer('step').notNullable();
      table.primary(['part_id', 'product_id']);
      table.index(['due_at', 'part_id'], 'cb_market_stale_due');
    });
  },
};
