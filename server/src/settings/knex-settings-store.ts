import type { SettingsStore } from './settings-store';
import type { Database } from '../database/database';
import { offered, toBoolean } from '../database/database';
import { insertRows } from '../database/insert-rows';
import { tables } from '../database/tables';
import { transact } from '../database/transact';

/** Stores settings as rows of our own table. */
export function createKnexSettingsStore(database: Database): SettingsStore {
  return {
    async readAll() {
      const rows = await database(tables.settings).select('name', 'value', 'is_sealed');
      return new Map(
        rows.map((row) => [String(row.name), { value: String(row.value), isSealed: toBoolean(row.is_sealed) }]),
      );
    },

    async write(changes, now) {
      await transact(database, async (transaction) => {
        const gone = [...changes].flatMap(([name, setting]) => (setting === null ? [name] : []));
        if (gone.length > 0) await transaction(tables.settings).whereIn('name', gone).delete();
        const rows = [...changes].flatMap(([name, setting]) =>
          setting === null
            ? []
            : [{ name, value: setting.value, is_sealed: setting.isSealed, updated_at: now.getTime() }],
        );
        const merge = {
          value: offered(transaction, 'value'),
          is_sealed: offered(transaction, 'is_sealed'),
          updated_at: offered(transaction, 'updated_at'),
        };
        await insertRows(transaction, tables.settings, { rows, conflict: { columns: ['name'], merge } });
      });
    },
  };
}
