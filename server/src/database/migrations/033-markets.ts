import type { Knex } from 'knex';
import { createTable } from '../create-table';
import { tables } from '../tables';

/**
 * What the store reports about markets, by part: which products a channel sells, and what they cost to whom
 * (docs/decisions/0030-markets.md).
 */
export const markets = {
  name: '033-markets',

  async up(database: Knex): Promise<void> {
    // One row for each part, with the pass over it that is under way, or the last one.
    await createTable(database, tables.marketParts, (table) => {
      table.increments('id');
      table.string('name', 64).notNullable().unique('cb_market_parts_name');
      table.string('kind', 16).notNullable();
      table.bigInteger('channel_id').notNullable();
      // Incremented when an instance takes over the pass: writes of earlier holders are rejected.
      table.integer('epoch').notNullable().defaultTo(0);
      // Null: no pass is under way.
      table.string('phase', 16);
      table.bigInteger('position').notNullable().defaultTo(0);
      // Drawn when the pass began: rows with a lower read version have not been seen by it.
      table.bigInteger('first_read_version').notNullable().defaultTo(0);
      table.text('report');
      // The first read version of the last complete pass; null before the first one, until which the part is not read.
      table.bigInteger('complete_since');
      table.bigInteger('started_at');
      table.bigInteger('completed_at');
      table.index(['channel_id'], 'cb_market_parts_channel');
    });
    // The read version of the newest response about a product. Removed products keep their rows.
    await createTable(database, tables.marketVersions, (table) => {
      table.integer('part_id').notNullable();
      table.bigInteger('product_id').notNullable();
      table.bigInteger('read_version').notNullable();
      table.primary(['part_id', 'product_id']);
    });
    await createTable(database, tables.marketMembers, (table) => {
      table.integer('part_id').notNullable();
      table.bigInteger('product_id').notNullable();
      table.primary(['part_id', 'product_id']);
    });
    // Null prices: the product is not sold. Without a row, its price is not known yet.
    await createTable(database, tables.marketPrices, (table) => {
      table.integer('part_id').notNullable();
      table.bigInteger('product_id').notNullable();
      table.string('fingerprint', 40).notNullable();
      table.decimal('price', 20, 4);
      table.decimal('sale_price', 20, 4);
      table.decimal('calculated_price', 20, 4);
      // JSON: the price of each variant.
      table.text('variants', 'longtext').notNullable();
      table.primary(['part_id', 'product_id']);
    });
  },
};
