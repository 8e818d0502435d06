import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { SecretView } from '../../../contracts/admin/secret-view';
import type { SecretName } from '../../../contracts/admin/settings';
import type { Sealer } from './sealed-secrets';
import type { StoredSetting } from './settings-store';

/**
 * A secret as our code uses it; `unreadable`: stored, but the host's key changed. The value of `webhookSecret` is the
 * SHA-256 digest of the secret in hex, which is all that HMAC needs of a key longer than its block (behavior 4.5).
 */
export type Secret =
  | { kind: 'set'; value: string; lastFour: string | null }
  | { kind: 'absent' }
  | { kind: 'unreadable' };

export type KnownSecret = Extract<Secret, { kind: 'set' }>;

const sealedSecret = z.object({ value: z.string(), lastFour: z.string().nullable() });

// Four characters of a shorter secret would reveal too much of it.
const shortestShown = 16;

/** @param text the secret as the operator entered it */
export function secretFromText(name: SecretName, text: string): KnownSecret {
  const secret = secretFromPlainText(text);
  if (name !== 'webhookSecret') return secret;
  return { ...secret, value: createHash('sha256').update(text).digest('hex') };
}

/** A secret that is used as it was entered. */
export function secretFromPlainText(text: string): KnownSecret {
  return { kind: 'set', value: text, lastFour: text.length >= shortestShown ? text.slice(-4) : null };
}

export function sealSecret(name: SecretName, secret: KnownSecret, sealer: Sealer): StoredSetting {
  const payload = JSON.stringify({ value: secret.value, lastFour: secret.lastFour });
  return { value: sealer.seal(name, payload), isSealed: true };
}

export function openSecret(name: SecretName, stored: StoredSetting | undefined, sealer: Sealer | null): Secret {
  if (!stored) return { kind: 'absent' };
  const payload = sealer?.open(name, stored.value) ?? null;
  if (payload === null) return { kind: 'unreadable' };
  return { kind: 'set', ...sealedSecret.parse(JSON.parse(payload)) };
}

/** What the API may show of a secret. */
export function secretView(secret: Secret): SecretView {
  return {
    isSet: secret.kind === 'set',
    lastFour: secret.kind === 'set' ? secret.lastFour : null,
    enterAgain: secret.kind === 'unreadable',
  };
}
