import type { Transaction } from '../database/database';

/** A stored setting: plain JSON, or a sealed secret. */
export interface StoredSetting {
  value: string;
  isSealed: boolean;
}

export type StoredSettings = ReadonlyMap<string, StoredSetting>;

/** What to store, by name; null deletes. */
export type SettingChanges = ReadonlyMap<string, StoredSetting | null>;

/** All stored settings before and after a change. */
export interface StoredChange {
  before: StoredSettings;
  after: StoredSettings;
}

/** Stores settings that were entered in the admin. */
export interface SettingsStore {
  readAll(): Promise<Map<string, StoredSetting>>;
  /**
   * Writes all changes or none. One change at a time, on all instances: from what the plan is given until its changes
   * are committed, nothing else changes settings.
   * @param plan may run more than once; only its last result is written
   * @param alongside writes in the same transaction; may run more than once, too
   * @throws what these threw; nothing is written then
   */
  change(
    plan: (stored: StoredSettings) => SettingChanges,
    now: Date,
    alongside?: (transaction: Transaction, change: StoredChange) => Promise<void>,
  ): Promise<void>;
}

/** The settings that are stored after these changes. */
export function withChanges(stored: StoredSettings, changes: SettingChanges): StoredSettings {
  const next = new Map(stored);
  for (const [name, setting] of changes) {
    if (setting === null) next.delete(name);
    else next.set(name, setting);
  }
  return next;
}
