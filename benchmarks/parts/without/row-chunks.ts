import type * as inserting from '../../../server/src/database/insert-rows';
import { replaceModule } from '../replace-module';

/** One statement per row, regardless of the database. */
const singleRows: typeof inserting = {
  async insertRows(transaction, table, { rows, conflict }) {
    for (const row of rows) {
      const insert = transaction(table).insert(row);
      if (!conflict) await insert;
      else if (conflict.merge) await insert.onConflict([...conflict.columns]).merge(conflict.merge);
      else await insert.onConflict([...conflict.columns]).ignore();
    }
  },
};
replaceModule('database/insert-rows', singleRows);
