import type { Knex } from 'knex';
import { createTable } from '../create-table';
import { isMysql } from '../database';
import { tables } from '../tables';

/** The product index, and the number that shows whether the categories kept in memory are outdated. */
export const reading = {
  name: '005-reading',

  async up(database: Knex): Promise<void> {
    // Every product: the columns that lists sort by, and the text that is searched. Wide columns come last, so that
    // SQLite reaches the others without reading them.
    await createTable(database, tables.listedProducts, (table) => {
      table.integer('product_id').notNullable().primary();
      table.string('fingerprint', 64).notNullable();
      table.boolean('is_published').notNullable();
      table.bigInteger('created').notNullable();
      table.decimal('price', 20, 4).notNullable();
      table.string('title_key', 512).notNullable();
      const text = table.text('search_text', 'longtext').notNullable();
      if (isMysql(database)) text.collate('utf8mb4_bin');
    });

    // Published products in each category that they reference, whether or not it is cached.
    await createTable(database, tables.categoryListings, (table) => {
      table.integer('product_id').notNullable();
      table.integer('category_id').notNullable();
      table.bigInteger('created').notNullable();
      table.decimal('price', 20, 4).notNullable();
      table.string('title_key', 512).notNullable();
      table.primary(['product_id', 'category_id']);
      // A page of a category is one scan along one of these, in each order.
      table.index(['category_id', 'created', 'product_id'], 'cb_listings_by_date');
      table.index(['category_id', 'price', 'product_id'], 'cb_listings_by_price');
      table.index(['category_id', 'title_key', 'product_id'], 'cb_listings_by_title');
    });

    await database(tables.sequences).insert({ name: 'categories', value: 0 }).onConflict('name').ignore();
  },
};
