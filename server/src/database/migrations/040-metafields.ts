import type { Knex } from 'knex';
import { createTable } from '../create-table';
import { tables } from '../tables';

/** Metafields that the store shows to storefronts, and of which products they are to be read (behavior 2.16). */
export const metafields = {
  name: '040-metafields',

  async up(database: Knex): Promise<void> {
    await createTable(database, tables.metafields, (table) => {
      table.bigInteger('metafield_id').notNullable();
      table.bigInteger('product_id').notNullable();
      // Of the newest response that has it.
      table.bigInteger('read_version').notNullable();
      // JSON.
      table.text('content', 'longtext').notNullable();
      table.primary(['metafield_id']);
      table.index(['product_id'], 'cb_metafields_product');
      table.index(['read_version'], 'cb_metafields_version');
    });
    await createTable(database, tables.metafieldProducts, (table) => {
      table.bigInteger('product_id').notNullable();
      // Of the newest response that had all of the product's; 0: there was none.
      table.bigInteger('read_version').notNullable();
      // Of the newest page of a listing that had any of them.
      table.bigInteger('listed_version').notNullable().defaultTo(0);
      // Only what was requested later settles it.
      table.bigInteger('asked_version').notNullable();
      // Null: up to date.
      table.bigInteger('due_at');
      // 1: an event was about its metafields, 0: none was.
      table.integer('urgency').notNullable();
      // Failed ones in a row.
      table.integer('attempts').notNullable();
      table.primary(['product_id']);
      table.index(['due_at'], 'cb_metafields_due');
    });
  },
};
