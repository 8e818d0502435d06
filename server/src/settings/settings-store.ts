/** A stored setting: plain JSON, or a sealed secret. */
export interface StoredSetting {
  value: string;
  isSealed: boolean;
}

export type StoredSettings = ReadonlyMap<string, StoredSetting>;

/** What to store, by name; null deletes. */
export type SettingChanges = ReadonlyMap<string, StoredSetting | null>;

/** Stores settings that were entered in the admin. */
export interface SettingsStore {
  readAll(): Promise<Map<string, StoredSetting>>;
  /**
   * Writes all changes or none. One change at a time, on all instances: from what the plan is given until its changes
   * are committed, nothing else changes settings.
   * @param plan may run more than once; only its last result is written
   * @throws what the plan threw; nothing is written then
   */
  change(plan: (stored: StoredSettings) => SettingChanges, now: Date): Promise<void>;
}
