import type { SettingsStore, StoredSetting } from '../../../server/src/settings/settings-store';

/** Stored settings in memory; share one between all instances of a test. */
export function memorySettings(rows = new Map<string, StoredSetting>()): SettingsStore {
  return {
    readAll: async () => new Map(rows),
    async change(plan) {
      for (const [name, row] of plan(new Map(rows))) {
        if (row === null) rows.delete(name);
        else rows.set(name, row);
      }
    },
  };
}
