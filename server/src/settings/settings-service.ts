import type { PlainSettings, SecretName, SecretView, SettingsView } from '../../../contracts/admin/settings';
import { plainSettings } from '../../../contracts/admin/settings';
import type { Clock } from '../lib/clock';
import { definitions } from './definitions';
import { plainNames, type FixedSettings } from './fixed-settings';
import type { Sealer } from './sealed-secrets';
import { MissingSettingsError } from './settings-errors';
import { openSecret, type Secret, secretFromText, secretView } from './secrets';
import type { SettingsStore, StoredSetting } from './settings-store';
import { planUpdate } from './settings-update';

/** All settings at one moment. Holds secrets: never log or answer it. */
export interface Settings {
  plain: PlainSettings;
  secrets: Record<SecretName, Secret>;
}

/** Settings from all three places: the environment and `config/plugins` win over what was entered in the admin. */
export interface SettingsService {
  /** Reads the database, so that changes made on another instance are seen. */
  read(): Promise<Settings>;
  /** What the last `read` found; for paths that cannot wait. Defaults before the first one. */
  snapshot(): Settings;
  /** For the settings page; without secrets. */
  view(): Promise<SettingsView>;
  /**
   * @param update any part of what `view` answers
   * @throws InvalidSettingsError naming each setting that cannot be taken; nothing is stored then
   */
  update(update: unknown): Promise<SettingsView>;
}

export function createSettingsService(options: {
  store: SettingsStore;
  fixed: FixedSettings;
  /** Null when the host has no encryption key. */
  sealer: Sealer | null;
  clock: Clock;
}): SettingsService {
  const { store, fixed, sealer, clock } = options;
  let latest = combine(new Map(), options);

  async function read(): Promise<Settings> {
    latest = combine(await store.readAll(), options);
    return latest;
  }

  async function view(): Promise<SettingsView> {
    const { plain, secrets } = await read();
    return {
      ...plain,
      accessToken: secretView(secrets.accessToken),
      clientSecret: secretView(secrets.clientSecret),
      webhookSecret: secretView(secrets.webhookSecret),
      locked: { ...fixed.locked },
      canStoreSecrets: sealer !== null,
    };
  }

  return {
    read,
    view,
    snapshot: () => latest,
    async update(update) {
      const changes = planUpdate(update, { current: await read(), fixed, sealer });
      await store.write(changes, clock.now());
      return view();
    },
  };
}

/**
 * What every request to upstream needs.
 * @throws MissingSettingsError naming what nobody entered yet
 */
export function connectionOf({ plain, secrets }: Settings): { apiUrl: string; storeHash: string; accessToken: string } {
  const missing: string[] = [];
  if (plain.storeHash === null) missing.push('the store hash');
  if (secrets.accessToken.kind !== 'set') missing.push('the access token');
  if (plain.storeHash === null || secrets.accessToken.kind !== 'set') throw new MissingSettingsError(missing);
  return { apiUrl: plain.apiUrl, storeHash: plain.storeHash, accessToken: secrets.accessToken.value };
}

function combine(stored: ReadonlyMap<string, StoredSetting>, places: { fixed: FixedSettings; sealer: Sealer | null }): Settings {
  const values: Record<string, unknown> = {};
  for (const name of plainNames()) {
    const { schema, fallback } = definitions[name];
    const row = stored.get(name);
    // A stored value that a newer version no longer allows counts as not set; the settings page shows the default.
    const parsed = row ? schema.safeParse(JSON.parse(row.value)) : null;
    values[name] = parsed?.success ? parsed.data : fallback;
  }

  const secretOf = (name: SecretName): Secret => {
    const fixed = places.fixed.secrets[name];
    return fixed === undefined ? openSecret(name, stored.get(name), places.sealer) : secretFromText(name, fixed);
  };
  return {
    plain: plainSettings.parse({ ...values, ...places.fixed.plain }),
    secrets: {
      accessToken: secretOf('accessToken'),
      clientSecret: secretOf('clientSecret'),
      webhookSecret: secretOf('webhookSecret'),
    },
  };
}
