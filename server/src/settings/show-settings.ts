import type { PlainSettings, SecretName, SettingsView } from '../../../contracts/admin/settings';
import type { FixedSettings } from './fixed-settings';
import { type PurgeSecrets, showTargets } from './purge-secrets';
import type { Sealer } from './sealed-secrets';
import { type Secret, secretView } from './secrets';

/** Settings as the API shows them. */
export function showSettings(
  {
    plain,
    secrets,
    purgeSecrets,
  }: { plain: PlainSettings; secrets: Record<SecretName, Secret>; purgeSecrets: PurgeSecrets },
  { fixed, sealer }: { fixed: FixedSettings; sealer: Sealer | null },
): SettingsView {
  return {
    ...plain,
    purgeTargets: showTargets(plain.purgeTargets, purgeSecrets),
    accessToken: secretView(secrets.accessToken),
    clientSecret: secretView(secrets.clientSecret),
    webhookSecret: secretView(secrets.webhookSecret),
    trustedProxySecret: secretView(secrets.trustedProxySecret),
    locked: { ...fixed.locked },
    canStoreSecrets: sealer !== null,
  };
}
