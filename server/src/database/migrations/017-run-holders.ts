import type { Knex } from 'knex';
import { tables } from '../tables';

/** Which process holds a run, and what happened to earlier holders. */
export const runHolders = {
  name: '017-run-holders',

  async up(database: Knex): Promise<void> {
    const columns: Record<string, (table: Knex.AlterTableBuilder) => void> = {
      // Incremented by each takeover; writes by an earlier holder are refused.
      epoch: (table) => void table.integer('epoch').notNullable().defaultTo(0),
      // How many consecutive holders died at the current checkpoint.
      deaths: (table) => void table.integer('deaths').notNullable().defaultTo(0),
      // JSON, while a page is processed item by item.
      item_in_progress: (table) => void table.string('item_in_progress', 128),
    };
    for (const [name, add] of Object.entries(columns)) {
      if (!(await database.schema.hasColumn(tables.runs, name))) await database.schema.alterTable(tables.runs, add);
    }
  },
};
