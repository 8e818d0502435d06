/** A stored setting: plain JSON, or a sealed secret. */
export interface StoredSetting {
  value: string;
  isSealed: boolean;
}

/** Stores settings that were entered in the admin. */
export interface SettingsStore {
  readAll(): Promise<Map<string, StoredSetting>>;
  /** Writes all or none; null deletes. */
  write(changes: ReadonlyMap<string, StoredSetting | null>, now: Date): Promise<void>;
}
