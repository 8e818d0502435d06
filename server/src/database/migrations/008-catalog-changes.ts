import type { Knex } from 'knex';
import { createTable } from '../create-table';
import { tables } from '../tables';

/** What each committed transaction changed in the catalog, for the other instances of the site. */
export const catalogChanges = {
  name: '008-catalog-changes',

  async up(database: Knex): Promise<void> {
    await createTable(database, tables.changes, (table) => {
      table.bigIncrements('id');
      // The instance that made the change, and so need not read it.
      table.string('origin', 36).notNullable();
      table.text('content', 'longtext').notNullable();
      table.bigInteger('made_at').notNullable();
    });
  },
};
