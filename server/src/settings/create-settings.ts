import type { Foundation } from '../database/create-foundation';
import { createKnexSettingsStore } from './knex-settings-store';
import { createRestSettings, type RestSettings } from './rest-settings';
import type { Sealer } from './sealed-secrets';
import type { FixedSettings } from './fixed-settings';
import { createSettingsService, type SettingsService } from './settings-service';

/** Joins what reads and writes settings; every secret among them is redacted from then on. */
export function createSettings({
  database,
  knownSecrets,
  clock,
  ...host
}: Pick<Foundation, 'database' | 'knownSecrets' | 'clock'> & {
  fixed: FixedSettings;
  /** Null when the host has no encryption key. */
  sealer: Sealer | null;
  siteUrl: string;
}): { settings: SettingsService; restSettings: RestSettings } {
  const settings = createSettingsService({ ...host, store: createKnexSettingsStore(database), clock });
  knownSecrets.include(() => settings.secrets());
  return { settings, restSettings: createRestSettings({ settings, siteUrl: host.siteUrl }) };
}
