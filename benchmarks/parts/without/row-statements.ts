import type * as inserting from '../../../server/src/database/insert-rows';
import { chunksOf } from '../../../server/src/lib/chunks';
import { replaceModule } from '../replace-module';

// The number of rows that SQLite accepts in one statement.
const rowsAtOnce = 400;

/** SQLite gets the rows like the other databases: many in one statement, compiled by knex for each use. */
const manyRows: typeof inserting = {
  async insertRows(transaction, table, { rows, conflict }) {
    for (const some of chunksOf(rows, rowsAtOnce)) {
      const insert = transaction(table).insert(some);
      if (!conflict) await insert;
      else if (conflict.merge) await insert.onConflict([...conflict.columns]).merge(conflict.merge);
      else await insert.onConflict([...conflict.columns]).ignore();
    }
  },
};
replaceModule('database/insert-rows', manyRows);
