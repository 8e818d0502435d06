import type { Knex } from 'knex';
import { tables } from '../tables';

/** Who holds a run, and how its holders fared. */
export const runHolders = {
  name: '017-run-holders',

  async up(database: Knex): Promise<void> {
    const columns: Record<string, (table: Knex.AlterTableBuilder) => void> = {
      // Raised by each takeover; what an earlier holder writes is refused.
      epoch: (table) => void table.integer('epoch').notNullable().defaultTo(0),
      // Of holders in a row, at the present checkpoint.
      deaths: (table) => void table.integer('deaths').notNullable().defaultTo(0),
      // JSON, while a page is passed item by item.
      item_in_progress: (table) => void table.string('item_in_progress', 128),
    };
    for (const [name, add] of Object.entries(columns)) {
      if (!(await database.schema.hasColumn(tables.runs, name))) await database.schema.alterTable(tables.runs, add);
    }
  },
};
