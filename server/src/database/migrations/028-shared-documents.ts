import type { Knex } from 'knex';
import { createTable } from '../create-table';
import { tables } from '../tables';

/** What the site's instances agree on: one small row per subject, replaced as a whole. */
export const sharedDocuments = {
  name: '028-shared-documents',

  async up(database: Knex): Promise<void> {
    await createTable(database, tables.sharedDocuments, (table) => {
      table.string('name', 191).primary();
      // JSON.
      table.text('value').notNullable();
      // Incremented by each change; a writer must pass the version that it has read.
      table.bigInteger('version').notNullable().defaultTo(0);
    });
  },
};
