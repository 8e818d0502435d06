import { z } from 'zod';
import type { PurgeTarget, PurgeTargetView } from '../../../contracts/admin/purging';
import { purgeTargetView } from '../../../contracts/admin/purging';
import { needsSecret } from './purge-targets';
import type { Sealer } from './sealed-secrets';
import { type Secret, secretFromPlainText, secretView } from './secrets';
import type { StoredSetting } from './settings-store';

/** Secrets of purge targets, by the target's key. */
export type PurgeSecrets = ReadonlyMap<string, Secret>;

/** Name of the setting that stores them; not shown on the settings page. */
export const purgeSecretsName = 'purgeTargets.secrets';

const storedSchema = z.record(z.string(), z.string());

/** The secrets of targets that are kept or replaced, sealed. */
export function sealPurgeSecrets(
  targets: readonly PurgeTarget[],
  { before, given, sealer }: { before: PurgeSecrets; given: ReadonlyMap<string, string>; sealer: Sealer },
): StoredSetting {
  const texts = targets.flatMap(({ key }): [string, string][] => {
    const kept = before.get(key);
    const text = given.get(key) ?? (kept?.kind === 'set' ? kept.value : undefined);
    return text === undefined ? [] : [[key, text]];
  });
  return { value: sealer.seal(purgeSecretsName, JSON.stringify(Object.fromEntries(texts))), isSealed: true };
}

/**
 * One for each target; `unreadable` if it was sealed with another key of the host, also after others were entered
 * again.
 */
export function openPurgeSecrets(
  targets: readonly PurgeTarget[],
  { stored, sealer }: { stored: StoredSetting | undefined; sealer: Sealer | null },
): PurgeSecrets {
  const payload = stored === undefined ? '{}' : (sealer?.open(purgeSecretsName, stored.value) ?? null);
  const texts = new Map(payload === null ? [] : Object.entries(storedSchema.parse(JSON.parse(payload))));
  return purgeSecretsOf(targets, texts, { kind: 'unreadable' });
}

/**
 * The same for secrets in plain text.
 * @param missing the secret of a target that needs one and is not in `texts`
 */
export function purgeSecretsOf(
  targets: readonly PurgeTarget[],
  texts: ReadonlyMap<string, string>,
  missing: Secret = { kind: 'absent' },
): PurgeSecrets {
  const secretOf = (target: PurgeTarget): Secret => {
    if (!needsSecret(target)) return { kind: 'absent' };
    const text = texts.get(target.key);
    return text === undefined ? missing : secretFromPlainText(text);
  };
  return new Map(targets.map((target) => [target.key, secretOf(target)]));
}

/** Targets as the API shows them. */
export function showTargets(targets: readonly PurgeTarget[], secrets: PurgeSecrets): PurgeTargetView[] {
  return targets.map((target) =>
    purgeTargetView.parse({ ...target, secret: secretView(secrets.get(target.key) ?? { kind: 'absent' }) }),
  );
}
