import type { SettingsStore } from './settings-store';
import type { Database } from '../database/database';
import { toBoolean } from '../database/database';
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
        for (const [name, setting] of changes) {
          if (setting === null) {
            await transaction(tables.settings).where({ name }).delete();
            continue;
          }
          await transaction(tables.settings)
            .insert({ name, value: setting.value, is_sealed: setting.isSealed, updated_at: now.getTime() })
            .onConflict('name')
            .merge();
        }
      });
    },
  };
}
