import type { PlainSettings, SecretName, SettingsView } from '../../../contracts/admin/settings';
import { plainSettings } from '../../../contracts/admin/settings';
import type { Transaction } from '../database/database';
import type { Clock } from '../lib/clock';
import { seconds } from '../lib/durations';
import type { SecretsInUse } from '../lib/known-secrets';
import { definitions } from './definitions';
import { plainNames, type FixedSettings } from './fixed-settings';
import {
  fixedSecretName,
  openRetiredSecrets,
  planFixedSecret,
  retiredSecretsName,
  type RetiredSecret,
} from './retired-secrets';
import { openPurgeSecrets, type PurgeSecrets, purgeSecretsName, purgeSecretsOf } from './purge-secrets';
import type { Sealer } from './sealed-secrets';
import { MissingSettingsError } from './settings-errors';
import { type KnownSecret, openSecret, type Secret, secretFromText } from './secrets';
import { type SettingChanges, type SettingsStore, type StoredSettings, withChanges } from './settings-store';
import { planUpdate } from './settings-update';
import { showSettings } from './show-settings';

/** All settings at one moment. Holds secrets: never log it or send it in a response. */
export interface Settings {
  plain: PlainSettings;
  secrets: Record<SecretName, Secret>;
  purgeSecrets: PurgeSecrets;
  /** Webhook secrets that were replaced within the last 24 hours, newest first. */
  retiredWebhookSecrets: readonly RetiredSecret[];
}

/** The settings before and after a change. */
export interface PlainChange {
  before: PlainSettings;
  after: PlainSettings;
}

/**
 * Settings from all three places: the environment and `config/plugins` take precedence over what was entered in the
 * admin.
 */
export interface SettingsService {
  /** Reads the database, so that changes made on another instance are seen; the same object while there are none. */
  read(): Promise<Settings>;
  /** The same, or a result from the last ten seconds: saves frequent readers a statement each time. */
  recent(): Promise<Settings>;
  /** The result of the last `read`, for code that cannot wait. Defaults before the first one. */
  snapshot(): Settings;
  /** Every secret among them, as it is sent or compared, and digests of those that are not stored; for redaction. */
  secrets(): SecretsInUse;
  /** For the settings page; without secrets. */
  view(): Promise<SettingsView>;
  /**
   * @param update any part of what `view` returns
   * @param alongside writes in the transaction that stores the change; may run more than once
   * @throws InvalidSettingsError naming each invalid setting; nothing is stored then
   * @throws SettingsChangedError if they are not what the update expects; likewise
   * @throws what `alongside` throws; likewise
   */
  update(
    update: unknown,
    alongside?: (transaction: Transaction, change: PlainChange) => Promise<void>,
  ): Promise<SettingsView>;
  /**
   * Computes the settings after an update; stores nothing.
   * @throws InvalidSettingsError likewise
   */
  preview(update: unknown): Promise<PlainSettings>;
  /**
   * Call this when the site starts: a webhook secret that was replaced in or by the environment also keeps verifying
   * for 24 hours. Without the host's key nothing is stored.
   */
  noteFixedSecrets(): Promise<void>;
  /**
   * The same for one that the environment no longer has. Call this in processes that serve: one that only runs a
   * command may have another environment than the site.
   */
  noteRemovedSecrets(): Promise<void>;
}

const recentFor = seconds(10);

export function createSettingsService(options: {
  store: SettingsStore;
  fixed: FixedSettings;
  /** Null when the host has no encryption key. */
  sealer: Sealer | null;
  clock: Clock;
}): SettingsService {
  const { store, fixed, sealer, clock } = options;
  let latest = combine(new Map(), options);
  let latestRows = '[]';
  let begun = 0;
  let latestReading = 0;
  let readAt = -Infinity;

  async function read(): Promise<Settings> {
    const reading = (begun += 1);
    const startedAt = clock.monotonic();
    const stored = await store.readAll();
    // A read that began later has already finished, perhaps with a change that this one does not have.
    if (reading < latestReading) return latest;
    latestReading = reading;
    readAt = startedAt;
    // The same object while nothing changed: decrypting and validating everything again costs more than reading it.
    const rows = JSON.stringify([...stored]);
    if (rows !== latestRows) latest = combine(stored, options);
    latestRows = rows;
    return latest;
  }

  async function view(): Promise<SettingsView> {
    return showSettings(await read(), options);
  }

  /** Depends on nothing but its arguments, since it may run more than once within a change. */
  function plan(update: unknown, { stored, now }: { stored: StoredSettings; now: Date }): SettingChanges {
    return planUpdate(update, { current: combine(stored, options), fixed, sealer, now });
  }

  async function noteSecret(secret: KnownSecret | null): Promise<void> {
    if (sealer === null) return;
    const now = clock.now();
    await store.change((stored) => {
      const { retiredWebhookSecrets: retired } = combine(stored, options);
      return planFixedSecret({ secret, stored, retired, sealer, now });
    }, now);
    await read();
  }

  return {
    read,
    recent: async () => (clock.monotonic() < readAt + recentFor ? latest : read()),
    view,
    snapshot: () => latest,
    secrets: () => ({
      secrets: [
        ...Object.values(fixed.secrets),
        ...[...Object.values(latest.secrets), ...latest.purgeSecrets.values()].flatMap((secret) =>
          secret.kind === 'set' ? [secret.value] : [],
        ),
      ].filter((secret) => secret !== undefined),
      digests: [latest.secrets.webhookSecret, ...latest.retiredWebhookSecrets].flatMap((secret) =>
        'digest' in secret ? secret.digest : secret.kind === 'set' ? secret.value : [],
      ),
    }),
    async update(update, alongside) {
      const now = clock.now();
      const plainIn = (stored: StoredSettings) => combine(stored, options).plain;
      await store.change(
        (stored) => plan(update, { stored, now }),
        now,
        alongside &&
          ((transaction, { before, after }) =>
            alongside(transaction, { before: plainIn(before), after: plainIn(after) })),
      );
      return view();
    },
    async preview(update) {
      const stored = await store.readAll();
      return combine(withChanges(stored, plan(update, { stored, now: clock.now() })), options).plain;
    },
    async noteFixedSecrets() {
      const text = fixed.secrets.webhookSecret;
      if (text !== undefined) await noteSecret(secretFromText('webhookSecret', text));
    },
    async noteRemovedSecrets() {
      if (fixed.secrets.webhookSecret === undefined && (await store.readAll()).has(fixedSecretName))
        await noteSecret(null);
    },
  };
}

/**
 * The settings that every request to upstream needs.
 * @throws MissingSettingsError naming what has not been entered yet
 */
export function connectionOf({ plain, secrets }: Pick<Settings, 'plain' | 'secrets'>): {
  apiUrl: string;
  storeHash: string;
  accessToken: string;
} {
  const missing: string[] = [];
  if (plain.storeHash === null) missing.push('the store hash');
  if (secrets.accessToken.kind !== 'set') missing.push('the access token');
  if (plain.storeHash === null || secrets.accessToken.kind !== 'set') throw new MissingSettingsError(missing);
  return { apiUrl: plain.apiUrl, storeHash: plain.storeHash, accessToken: secrets.accessToken.value };
}

function combine(stored: StoredSettings, places: { fixed: FixedSettings; sealer: Sealer | null }): Settings {
  const values: Record<string, unknown> = {};
  for (const name of plainNames()) {
    const { schema, fallback } = definitions[name];
    const row = stored.get(name);
    // A stored value that a newer version no longer allows counts as absent; the settings page shows the default.
    const parsed = row ? schema.safeParse(JSON.parse(row.value)) : null;
    values[name] = parsed?.success ? parsed.data : fallback;
  }

  const secretOf = (name: SecretName): Secret => {
    const fixed = places.fixed.secrets[name];
    return fixed === undefined ? openSecret(name, stored.get(name), places.sealer) : secretFromText(name, fixed);
  };
  const plain = plainSettings.parse({ ...values, ...places.fixed.plain });
  return {
    plain,
    purgeSecrets: places.fixed.locked.purgeTargets
      ? purgeSecretsOf(plain.purgeTargets, places.fixed.purgeSecrets)
      : openPurgeSecrets(plain.purgeTargets, { stored: stored.get(purgeSecretsName), sealer: places.sealer }),
    secrets: {
      accessToken: secretOf('accessToken'),
      clientSecret: secretOf('clientSecret'),
      webhookSecret: secretOf('webhookSecret'),
      trustedProxySecret: secretOf('trustedProxySecret'),
    },
    retiredWebhookSecrets: openRetiredSecrets(stored.get(retiredSecretsName), places.sealer),
  };
}
