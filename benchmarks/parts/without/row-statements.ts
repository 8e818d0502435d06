import type { Transaction } from '../../../server/src/database/database';
import type { RowInsert } from '../../../server/src/database/insert-rows';
import { replaceModule } from '../replace-module';

// What SQLite takes of rows in one statement.
const rowsAtOnce = 400;

/** SQLite gets the rows as the other databases do: many in one statement, compiled by knex for each use. */
replaceModule('database/insert-rows', {
  async insertRows(transaction: Transaction, table: string, { rows, conflict }: RowInsert): Promise<void> {
    for (let start = 0; start < rows.length; start += rowsAtOnce) {
      const insert = transaction(table).insert(rows.slice(start, start + rowsAtOnce));
      if (!conflict) await insert;
      else if (conflict.merge) await insert.onConflict([...conflict.columns]).merge(conflict.merge);
      else await insert.onConflict([...conflict.columns]).ignore();
    }
  },
});
