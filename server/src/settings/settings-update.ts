import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { LockedBy, PlainSettings, SecretName } from '../../../contracts/admin/settings';
import { secretView } from '../../../contracts/admin/secret-view';
import { plainSettings, secretNames } from '../../../contracts/admin/settings';
import { unprovenAddresses } from './address-guard';
import { definitions } from './definitions';
import { secretDefinitions } from './secret-definitions';
import { plainNames, type FixedSettings } from './fixed-settings';
import { unknownMarketsOfLocales } from './mapped-locales';
import type { PurgeSecrets } from './purge-secrets';
import { planPurgeTargets } from './purge-targets-update';
import type { Sealer } from './sealed-secrets';
import { retiredSecretsName, retireSecret, sealRetiredSecrets, type RetiredSecret } from './retired-secrets';
import { sealSecret, secretFromText, type Secret } from './secrets';
import { shownValue } from './setting-kinds';
import { InvalidSettingsError, type SettingProblem, SettingsChangedError } from './settings-errors';
import type { StoredSetting } from './settings-store';
import { showSettings } from './show-settings';

/** Why one setting is rejected. */
type Refusal = Omit<SettingProblem, 'name'>;
type Changes = Map<string, StoredSetting | null>;

interface Basis {
  current: Current;
  fixed: FixedSettings;
  sealer: Sealer | null;
  now: Date;
}

interface Current {
  plain: PlainSettings;
  secrets: Record<SecretName, Secret>;
  purgeSecrets: PurgeSecrets;
  retiredWebhookSecrets: readonly RetiredSecret[];
}

const marketSettings = plainSettings.pick({ markets: true, marketOfLocale: true });

// Fields that `GET` returns next to settings, so that a response can be sent back with one value changed.
const otherFields = ['locked', 'canStoreSecrets', 'expected'];

/**
 * Computes what an update would store; stores nothing itself.
 * @param update any part of what `GET /settings` shows; a secret is a string to set it, null to clear it
 * @throws InvalidSettingsError with every problem at once
 * @throws SettingsChangedError if the settings in `expected` have other values
 */
export function planUpdate(update: unknown, basis: Basis): Changes {
  const given = z.record(z.string(), z.unknown()).safeParse(update);
  if (!given.success)
    throw new InvalidSettingsError([
      { name: '', code: 'not_an_object', values: {}, message: 'The body must be an object of settings by name.' },
    ]);

  checkExpected(given.data['expected'], basis);
  const problems: SettingProblem[] = [];
  const changes: Changes = new Map();
  for (const [name, value] of Object.entries(given.data)) {
    if (otherFields.includes(name) || value === undefined) continue;
    const problem = planOne({ name, value, changes, basis });
    if (problem) problems.push({ name, ...problem });
  }
  // One of them may come from the environment: the other, stored before, must not hold up what concerns neither.
  const concernsOrigins = changes.has('corsOrigins') || changes.has('corsCredentials');
  if (concernsOrigins && grantsCredentialsToAll(given.data, basis.current.plain)) {
    problems.push({
      name: 'corsCredentials',
      code: 'credentials_for_all',
      values: {},
      message: 'Credentials cannot be allowed together with the origin *; list the origins instead.',
    });
  }
  if (changes.has('markets') || changes.has('marketOfLocale'))
    problems.push(...unknownMarketsOfLocales(plainAfter(changes, basis.current.plain)));
  problems.push(...unprovenAddresses(new Set(changes.keys()), basis.current.secrets));
  if (problems.length > 0) throw new InvalidSettingsError(problems);
  return changes;
}

/** Lists are saved as a whole, which must not undo what somebody else has saved since the caller read them. */
function checkExpected(given: unknown, { current, ...basis }: Basis): void {
  const expected = z.record(z.string(), z.unknown()).optional().safeParse(given);
  if (!expected.success)
    throw new InvalidSettingsError([
      {
        name: 'expected',
        code: 'not_an_object',
        values: {},
        message: 'expected must be an object of settings by name.',
      },
    ]);
  const shown: Record<string, unknown> = JSON.parse(JSON.stringify(showSettings(current, basis)));
  const changed = Object.entries(expected.data ?? {}).filter(([name, value]) => !isDeepStrictEqual(value, shown[name]));
  if (changed.length > 0) throw new SettingsChangedError(changed.map(([name]) => name));
}

function planOne({
  name,
  value,
  changes,
  basis,
}: {
  name: string;
  value: unknown;
  changes: Changes;
  basis: Basis;
}): Refusal | null {
  const secretName = secretNames.find((known) => known === name);
  if (secretName) return planSecret({ name: secretName, value, changes, basis });

  const plainName = plainNames().find((known) => known === name);
  if (!plainName) {
    return {
      code: 'unknown_setting',
      values: { name },
      message: `There is no setting ${JSON.stringify(name)}; allowed are ${[...plainNames(), ...secretNames].join(', ')}.`,
    };
  }

  if (plainName === 'purgeTargets') return planTargets({ value, changes, basis });

  const { schema, allowed, expects } = definitions[plainName];
  const parsed = schema.safeParse(value);
  if (!parsed.success) return { ...expects, message: `${plainName} is ${shownValue(value)}; allowed is ${allowed}.` };

  const lock = basis.fixed.locked[plainName];
  const isSame = JSON.stringify(parsed.data) === JSON.stringify(basis.current.plain[plainName]);
  if (isSame) return null;
  if (lock) return fixedElsewhere(plainName, lock);
  changes.set(plainName, { value: JSON.stringify(parsed.data), isSealed: false });
  return null;
}

/** The settings of markets after the changes. */
function plainAfter(
  changes: Changes,
  { markets, marketOfLocale }: PlainSettings,
): Pick<PlainSettings, 'markets' | 'marketOfLocale'> {
  const changed = (name: 'markets' | 'marketOfLocale'): unknown => {
    const row = changes.get(name);
    return row ? JSON.parse(row.value) : undefined;
  };
  return marketSettings.parse({
    markets: changed('markets') ?? markets,
    marketOfLocale: changed('marketOfLocale') ?? marketOfLocale,
  });
}

function planTargets({ value, changes, basis }: { value: unknown; changes: Changes; basis: Basis }): Refusal | null {
  const plan = planPurgeTargets(value, basis);
  if ('problem' in plan) return plan.problem;
  const lock = basis.fixed.locked.purgeTargets;
  if (plan.changes.size > 0 && lock) return fixedElsewhere('purgeTargets', lock);
  for (const [name, row] of plan.changes) changes.set(name, row);
  return null;
}

function planSecret({
  name,
  value,
  changes,
  basis,
}: {
  name: SecretName;
  value: unknown;
  changes: Changes;
  basis: Basis;
}): Refusal | null {
  // The form that `GET` returns, sent back: keep the stored value.
  if (secretView.safeParse(value).success) return null;
  const lock = basis.fixed.locked[name];
  if (lock) return fixedElsewhere(name, lock);
  if (value === null) {
    changes.set(name, null);
    // Clearing takes effect immediately: it is how a leaked secret is revoked.
    if (name === 'webhookSecret') changes.set(retiredSecretsName, null);
    return null;
  }
  const { variable, isAllowed, allowed, expects } = secretDefinitions[name];
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '' || !isAllowed(text)) {
    return { ...expects, message: `${name} (not shown, it is a secret) is not usable; allowed is ${allowed}.` };
  }
  if (!basis.sealer) {
    const message = `${name} cannot be stored: the host has no admin.secrets.encryptionKey (config/admin), and a secret is never stored in plain text. Set that key, or ${variable} in the environment.`;
    return { code: 'encryption_key_missing', values: { variable }, message };
  }
  const secret = secretFromText(name, text);
  changes.set(name, sealSecret(name, secret, basis.sealer));
  if (name === 'webhookSecret') changes.set(retiredSecretsName, planRetired(secret.value, basis.sealer, basis));
  return null;
}

function fixedElsewhere(name: string, lock: LockedBy): Refusal {
  const code = lock.source === 'environment' ? 'fixed_by_environment' : 'fixed_by_config';
  return { code, values: { name: lock.name }, message: `${name} comes from ${lock.name} and cannot be changed here.` };
}

function planRetired(next: string, sealer: Sealer, { current, now }: Basis): StoredSetting {
  const change = { current: current.secrets.webhookSecret, next, now };
  return sealRetiredSecrets(retireSecret(current.retiredWebhookSecrets, change), sealer);
}

function grantsCredentialsToAll(given: Record<string, unknown>, current: PlainSettings): boolean {
  const credentials = given.corsCredentials ?? current.corsCredentials;
  const origins = given.corsOrigins ?? current.corsOrigins;
  return credentials === true && Array.isArray(origins) && origins.includes('*');
}
