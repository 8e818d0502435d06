import type { Transaction } from '../../../server/src/database/database';
import type { InsertConflict } from '../../../server/src/database/insert-rows';
import type { WrittenRow } from '../../../server/src/database/sqlite-statements';
import { replaceModule } from '../replace-module';

/** One statement for each row, whatever the database. */
replaceModule('database/insert-rows', {
  async insertRows(
    transaction: Transaction,
    table: string,
    rows: readonly WrittenRow[],
    conflict?: InsertConflict,
  ): Promise<void> {
    for (const row of rows) {
      const insert = transaction(table).insert(row);
      if (!conflict) await insert;
      else if (conflict.merge) await insert.onConflict([...conflict.columns]).merge(conflict.merge);
      else await insert.onConflict([...conflict.columns]).ignore();
    }
  },
});
