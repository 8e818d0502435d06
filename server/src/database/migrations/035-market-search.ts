import type { Knex } from 'knex';
import { createIndex, createTable } from '../create-table';
import { isMysql } from '../database';
import { tables } from '../tables';

/** For finding the texts of markets: by slug, by an earlier slug, and by search. */
export const marketSearch = {
  name: '035-market-search',

  async up(database: Knex): Promise<void> {
    // Narrow, since lists and searches read many of its rows.
    await createTable(database, tables.marketSearchTexts, (table) => {
      table.integer('part_id').notNullable();
      table.bigInteger('product_id').notNullable();
      table.string('fingerprint', 40).notNullable();
      // The folded title.
      table.string('title_key', 512).notNullable();
      const text = table.text('search_text', 'longtext').notNullable();
      table.primary(['part_id', 'product_id']);
      // Compared byte by byte: `cafe` does not find `café`.
      if (isMysql(database)) text.collate('utf8mb4_bin');
    });
    await createTable(database, tables.marketRedirects, (table) => {
      table.integer('part_id').notNullable();
      const slug = table.string('slug', 512).notNullable();
      // MySQL ignores case by default; slugs are case-sensitive.
      if (isMysql(database)) slug.collate('utf8mb4_bin');
      table.bigInteger('entity_id').notNullable();
      // Of several entities that had the slug, the one that gave it up last gets it.
      table.bigInteger('read_version').notNullable();
      table.primary(['part_id', 'slug', 'entity_id']);
    });
    await createIndex(database, {
      table: tables.marketTexts,
      columns: ['part_id', 'slug'],
      name: 'cb_market_texts_slug',
    });
  },
};
