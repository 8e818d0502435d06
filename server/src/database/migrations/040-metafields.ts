import type { Knex } from 'knex';
import { createTable } from '../create-table';
import { tables } from '../tables';

/** Metafields that the store shows to storefronts, and the products for which they are to be read (behavior 2.16). */
export const metafields = {
  name: '040-metafields',

  async up(database: Knex): Promise<void> {
    await createTable(database, tables.metafields, (table) => {
      table.bigInteger('metafield_id').notNullable();
      table.bigInteger('product_id').notNullable();
      // The read version of the newest response with the metafield.
      table.bigInteger('read_version').notNullable();
      // JSON.
      table.text('content', 'longtext').notNullable();
      table.primary(['metafield_id']);
      table.index(['product_id'], 'cb_metafields_product');
      table.index(['read_version'], 'cb_metafields_version');
    });
    await createTable(database, tables.metafieldProducts, (table) => {
      table.bigInteger('product_id').notNullable();
      // The read version of the newest response with all of the product's metafields; 0 if there was none.
      table.bigInteger('read_version').notNullable();
      // The read version of the newest page of a listing with any of them.
      table.bigInteger('listed_version').notNullable().defaultTo(0);
      // Only a response that was requested later settles the product.
      table.bigInteger('asked_version').notNullable();
      // Null: up to date.
      table.bigInteger('due_at');
      // 1: marked by an event about its metafields; 0: not.
      table.integer('urgency').notNullable();
      // Consecutive failed attempts.
      table.integer('attempts').notNullable();
      table.primary(['product_id']);
      table.index(['due_at'], 'cb_metafields_due');
    });
  },
};
