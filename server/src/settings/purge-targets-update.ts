import type { PlainSettings } from '../../../contracts/admin/settings';
import { purgeSecretsName, type PurgeSecrets, sealPurgeSecrets } from './purge-secrets';
import { needsSecret, readTargets, type TargetsProblem, unprovenTarget } from './purge-targets';
import type { Sealer } from './sealed-secrets';
import type { StoredSetting } from './settings-store';

/**
 * Computes what an update of the purge targets would store: the targets, and their secrets sealed.
 * @returns nothing if the update changes nothing
 */
export function planPurgeTargets(
  given: unknown,
  { current, sealer }: { current: { plain: PlainSettings; purgeSecrets: PurgeSecrets }; sealer: Sealer | null },
): { problem: TargetsProblem } | { changes: ReadonlyMap<string, StoredSetting> } {
  const read = readTargets(given);
  if ('problem' in read) return read;
  const before = current.plain.purgeTargets;
  const { targets, secrets } = read;
  if (secrets.size === 0 && JSON.stringify(targets) === JSON.stringify(before)) return { changes: new Map() };
  const problem = unprovenTarget(read, { targets: before, secrets: current.purgeSecrets });
  if (problem) return { problem };
  const stored: StoredSetting = { value: JSON.stringify(targets), isSealed: false };
  // While none is readable, what is sealed stays: the host's former key may be restored.
  const isSealedAnew = secrets.size > 0 || [...current.purgeSecrets.values()].some(({ kind }) => kind === 'set');
  if (!isSealedAnew || !targets.some(needsSecret)) return { changes: new Map([['purgeTargets', stored]]) };
  if (!sealer) {
    const variable = 'COMMERCE_BRIDGE_PURGE_TARGETS';
    const message = `The secrets of purge targets cannot be stored: the host has no admin.secrets.encryptionKey (config/admin), and a secret is never stored in plain text. Set that key, or ${variable} in the environment.`;
    return { problem: { code: 'encryption_key_missing', values: { variable }, message } };
  }
  const sealed = sealPurgeSecrets(targets, { before: current.purgeSecrets, given: secrets, sealer });
  return {
    changes: new Map([
      ['purgeTargets', stored],
      [purgeSecretsName, sealed],
    ]),
  };
}
