import type { Knex } from 'knex';
import { createTable } from '../create-table';
import { dialectOf } from '../database';
import { tables } from '../tables';

/** Which published products have a sequence of characters in their text. SQLite has its own index for that. */
export const searchGrams = {
  name: '038-search-grams',

  async up(database: Knex): Promise<void> {
    if (dialectOf(database) === 'sqlite') return;
    await createTable(database, tables.searchGrams, (table) => {
      table.bigInteger('gram').notNullable();
      // Products with consecutive ids, one bit for each; 31 fit into a column on every database.
      table.bigInteger('block').notNullable();
      for (const limb of ['b0', 'b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7']) table.integer(limb).notNullable();
      table.primary(['gram', 'block']);
      table.index(['block'], 'cb_search_grams_by_block');
    });
  },
};
