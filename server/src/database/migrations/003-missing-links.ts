import type { Knex } from 'knex';
import { createTable } from '../create-table';
import { tables } from '../tables';

/** Products that reference a category or brand that is not cached. */
export const missingLinks = {
  name: '003-missing-links',

  async up(database: Knex): Promise<void> {
    // Developers' sites have an unreleased form of it.
    await database.schema.dropTableIfExists(tables.missingLinks);
    await createTable(database, tables.missingLinks, (table) => {
      table.string('entity', 16).notNullable();
      table.integer('upstream_id').notNullable();
      table.integer('product_id').notNullable();
      table.integer('position').notNullable();
      table.primary(['entity', 'upstream_id', 'product_id']);
      table.index(['product_id'], 'cb_missing_links_product');
    });
  },
};
