import { z } from 'zod';
import { hours } from '../lib/durations';
import type { Sealer } from './sealed-secrets';
import { openSecret, sealSecret, type KnownSecret, type Secret } from './secrets';
import type { StoredSetting, StoredSettings } from './settings-store';

/** A webhook secret that was replaced but still verifies, so that rotating it loses no delivery. */
export interface RetiredSecret {
  /** SHA-256 in hex, like the value of the current secret. */
  digest: string;
  acceptedUntil: Date;
}

/** Name of the setting that stores them; not shown on the settings page. */
export const retiredSecretsName = 'webhookSecret.retired';

// How long a replaced secret still verifies (behavior 4.5).
const acceptedFor = hours(24);

/** Name of the setting with the value from the environment at the last start, to detect that it was replaced there. */
export const fixedSecretName = 'webhookSecret.fixed';

const storedSchema = z.array(z.object({ digest: z.string(), acceptedUntil: z.number() }));

/** The retired secrets once `next` replaces `current`; several rotations within a day add up. */
export function retireSecret(
  retired: readonly RetiredSecret[],
  change: { current: Secret; next: string; now: Date },
): RetiredSecret[] {
  const { current, next, now } = change;
  const acceptedUntil = new Date(now.getTime() + acceptedFor);
  const added = current.kind === 'set' ? [{ digest: current.value, acceptedUntil }] : [];
  return [...added, ...retired].filter((secret) => secret.digest !== next && secret.acceptedUntil > now);
}

export function sealRetiredSecrets(retired: readonly RetiredSecret[], sealer: Sealer): StoredSetting {
  const payload = JSON.stringify(
    retired.map(({ digest, acceptedUntil }) => ({ digest, acceptedUntil: acceptedUntil.getTime() })),
  );
  return { value: sealer.seal(retiredSecretsName, payload), isSealed: true };
}

/**
 * Empty when there are none, or when they cannot be decrypted: then the current secret cannot be decrypted either,
 * which is reported.
 */
export function openRetiredSecrets(stored: StoredSetting | undefined, sealer: Sealer | null): RetiredSecret[] {
  const payload = stored ? (sealer?.open(retiredSecretsName, stored.value) ?? null) : null;
  if (payload === null) return [];
  return storedSchema
    .parse(JSON.parse(payload))
    .map(({ digest, acceptedUntil }) => ({ digest, acceptedUntil: new Date(acceptedUntil) }));
}

/**
 * What to store when the site starts: the secret that was in force before may have been replaced by one from the
 * environment, or one from the environment by the stored one.
 * @param given.secret from the environment; null if it has none
 */
export function planFixedSecret(given: {
  secret: KnownSecret | null;
  stored: StoredSettings;
  retired: readonly RetiredSecret[];
  sealer: Sealer;
  now: Date;
}): Map<string, StoredSetting | null> {
  const { secret, stored, retired, sealer, now } = given;
  const fixedBefore = stored.get(fixedSecretName);
  if (secret === null && fixedBefore === undefined) return new Map();
  // Sealed under the name of the setting itself, so it opens under that name.
  const open = (row: StoredSetting | undefined) => openSecret('webhookSecret', row, sealer);
  const fixed = open(fixedBefore);
  if (secret !== null && fixed.kind === 'set' && fixed.value === secret.value) return new Map();
  const own = open(stored.get('webhookSecret'));
  const current = fixedBefore === undefined ? own : fixed;
  const next = secret?.value ?? (own.kind === 'set' ? own.value : '');
  return new Map([
    [fixedSecretName, secret && sealSecret('webhookSecret', secret, sealer)],
    [retiredSecretsName, sealRetiredSecrets(retireSecret(retired, { current, next, now }), sealer)],
  ]);
}
