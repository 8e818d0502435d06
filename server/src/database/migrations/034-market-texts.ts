import type { Knex } from 'knex';
import { createTable } from '../create-table';
import { tables } from '../tables';

/**
 * What the store reports about markets in addition to membership and prices: the categories of a channel, and the texts
 * of products, categories, and brands there in a locale (docs/decisions/0030-markets.md).
 */
export const marketTexts = {
  name: '034-market-texts',

  async up(database: Knex): Promise<void> {
    await createTable(database, tables.marketCategories, (table) => {
      table.integer('part_id').notNullable();
      table.bigInteger('category_id').notNullable();
      table.string('fingerprint', 40).notNullable();
      // Null: a top-level category.
      table.bigInteger('parent_id');
      table.string('title', 512).notNullable();
      // What the address asks for.
      table.string('slug', 512).notNullable();
      table.text('path').notNullable();
      table.text('content', 'longtext').notNullable();
      table.text('image_url').notNullable();
      table.integer('sort_order').notNullable();
      table.boolean('is_visible').notNullable();
      table.primary(['part_id', 'category_id']);
    });
    // Of a product, a category, or a brand, as the part's kind says. Without a row, the texts are not known yet.
    await createTable(database, tables.marketTexts, (table) => {
      table.integer('part_id').notNullable();
      table.bigInteger('entity_id').notNullable();
      table.string('fingerprint', 40).notNullable();
      // The locale that upstream served: another than the part's is a fallback.
      table.string('resolved', 64).notNullable();
      table.string('title', 512).notNullable();
      table.string('slug', 512).notNullable();
      table.text('path').notNullable();
      table.text('content', 'longtext').notNullable();
      // JSON.
      table.text('seo', 'longtext').notNullable();
      table.primary(['part_id', 'entity_id']);
    });
  },
};
