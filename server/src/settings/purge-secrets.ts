import { z } from 'zod';
import type { PurgeTarget, PurgeTargetView } from '../../../contracts/admin/purging';
import { purgeTargetView } from '../../../contracts/admin/purging';
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

/** One for each target; `unreadable` if they were sealed with another key of the host. */
export function openPurgeSecrets(
  targets: readonly PurgeTarget[],
  { stored, sealer }: { stored: StoredSetting | undefined; sealer: Sealer | null },
): PurgeSecrets {
  const payload = stored === undefined ? '{}' : (sealer?.open(purgeSecretsName, stored.value) ?? null);
  if (payload === null) return new Map(targets.map(({ key }) => [key, { kind: 'unreadable' }]));
  return purgeSecretsOf(targets, new Map(Object.entries(storedSchema.parse(JSON.parse(payload)))));
}

/** The same for secrets in plain text. */
export function purgeSecretsOf(targets: readonly PurgeTarget[], texts: ReadonlyMap<string, string>): PurgeSecrets {
  return new Map(
    targets.map(({ key }) => {
      const text = texts.get(key);
      return [key, text === undefined ? { kind: 'absent' } : secretFromPlainText(text)];
    }),
  );
}

/** Targets as the API shows them. */
export function showTargets(targets: readonly PurgeTarget[], secrets: PurgeSecrets): PurgeTargetView[] {
  return targets.map((target) =>
    purgeTargetView.parse({ ...target, secret: secretView(secrets.get(target.key) ?? { kind: 'absent' }) }),
  );
}
