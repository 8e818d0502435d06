import { type SettingChanges, type SettingsStore, type StoredSetting, withChanges } from './settings-store';
import type { Database, Transaction } from '../database/database';
import { offered, toBoolean } from '../database/database';
import { insertRows } from '../database/insert-rows';
import { tables } from '../database/tables';
import { transact } from '../database/transact';

// The row that each change locks: what a change depends on may be settings that have no row yet.
const lockName = 'settings.change';

/** Stores settings as rows of our own table. */
export function createKnexSettingsStore(database: Database): SettingsStore {
  return {
    readAll: () => readAll(database),

    async change(plan, now, alongside) {
      await transact(database, async (transaction) => {
        await lock(transaction);
        const before = await readAll(transaction);
        const changes = plan(before);
        await write(transaction, { changes, now });
        await alongside?.(transaction, { before, after: withChanges(before, changes) });
      });
    },
  };
}

async function readAll(database: Database | Transaction): Promise<Map<string, StoredSetting>> {
  const rows = await database(tables.settings).select('name', 'value', 'is_sealed');
  return new Map(
    rows.map((row) => [String(row.name), { value: String(row.value), isSealed: toBoolean(row.is_sealed) }]),
  );
}

/** Waits for other changes, and keeps them waiting until the transaction ends. */
async function lock(transaction: Transaction): Promise<void> {
  // An update locks the row exclusively at once. After `ignore`, MariaDB has a shared lock, and two that then ask for
  // the exclusive one are a deadlock.
  await transaction(tables.state).insert({ name: lockName, value: 'null' }).onConflict('name').merge();
}

async function write(
  transaction: Transaction,
  { changes, now }: { changes: SettingChanges; now: Date },
): Promise<void> {
  const gone = [...changes].flatMap(([name, setting]) => (setting === null ? [name] : []));
  if (gone.length > 0) await transaction(tables.settings).whereIn('name', gone).delete();
  const rows = [...changes].flatMap(([name, setting]) =>
    setting === null ? [] : [{ name, value: setting.value, is_sealed: setting.isSealed, updated_at: now.getTime() }],
  );
  const merge = {
    value: offered(transaction, 'value'),
    is_sealed: offered(transaction, 'is_sealed'),
    updated_at: offered(transaction, 'updated_at'),
  };
  await insertRows(transaction, tables.settings, { rows, conflict: { columns: ['name'], merge } });
}
