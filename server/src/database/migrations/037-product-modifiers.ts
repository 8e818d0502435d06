import type { Knex } from 'knex';
import { createTable } from '../create-table';
import { tables } from '../tables';

/** What shoppers choose or enter in addition to variants, and whose modifiers are to be read (behavior 2.15). */
export const productModifiers = {
  name: '037-product-modifiers',

  async up(database: Knex): Promise<void> {
    await createTable(database, tables.productModifiers, (table) => {
      table.bigInteger('product_id').notNullable();
      // The read version of the newest response; 0 if there was none.
      table.bigInteger('read_version').notNullable();
      // JSON; null: never read.
      table.text('content', 'longtext');
      // Only a response that was requested later settles the product.
      table.bigInteger('asked_version').notNullable();
      // Null: up to date.
      table.bigInteger('due_at');
      // 1: marked by an event; 0: marked by a run.
      table.integer('urgency').notNullable();
      // Consecutive failed attempts.
      table.integer('attempts').notNullable();
      table.primary(['product_id']);
      table.index(['due_at'], 'cb_modifiers_due');
    });
  },
};
