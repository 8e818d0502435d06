import type { Knex } from 'knex';
import { createTable } from '../create-table';
import { tables } from '../tables';

/** What shoppers choose or enter in addition to variants, and whose modifiers are to be read (behavior 2.15). */
export const productModifiers = {
  name: '037-product-modifiers',

  async up(database: Knex): Promise<void> {
    await createTable(database, tables.productModifiers, (table) => {
      table.bigInteger('product_id').notNullable();
      // Of the newest response; 0: there was none.
      table.bigInteger('read_version').notNullable();
      // JSON; null: never read.
      table.text('content', 'longtext');
      // Only what was requested later settles it.
      table.bigInteger('asked_version').notNullable();
      // Null: up to date.
      table.bigInteger('due_at');
      // 1: an event was about the product, 0: a run was.
      table.integer('urgency').notNullable();
      // Failed ones in a row.
      table.integer('attempts').notNullable();
      table.primary(['product_id']);
      table.index(['due_at'], 'cb_modifiers_due');
    });
  },
};
