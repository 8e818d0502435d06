import type { Transaction } from '../../../server/src/database/database';
import type { RowInsert } from '../../../server/src/database/insert-rows';
import { replaceModule } from '../replace-module';

/** One statement for each row, whatever the database. */
replaceModule('database/insert-rows', {
  async insertRows(transaction: Transaction, table: string, { rows, conflict }: RowInsert): Promise<void> {
    for (const row of rows) {
      const insert = transaction(table).insert(row);
      if (!conflict) await insert;
      else if (conflict.merge) await insert.onConflict([...conflict.columns]).merge(conflict.merge);
      else await insert.onConflict([...conflict.columns]).ignore();
    }
  },
});
