/** A stored setting: plain JSON, or a sealed secret. */
export interface StoredSetting {
  value: string;
  isSealed: boolean;
}

/** Where settings that were entered in the admin are kept. */
export interface SettingsStore {
  readAll(): Promise<Map<string, StoredSetting>>;
  /** Writes all or none; null removes. */
  write(changes: ReadonlyMap<string, StoredSetting | null>, now: Date): Promise<void>;
}
