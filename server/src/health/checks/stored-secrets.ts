import { secretNames, type SecretName } from '../../../../contracts/admin/settings';
import type { Secret } from '../../settings/secrets';
import type { PurgeSecrets } from '../../settings/purge-secrets';
import type { HealthCheck, HealthFinding } from '../health-check';

const words: Record<SecretName, string> = {
  accessToken: 'access token',
  clientSecret: 'client secret',
  webhookSecret: 'webhook secret',
  trustedProxySecret: 'trusted proxy secret',
};

/** Checks that the host's encryption key decrypts every stored secret. */
export function createStoredSecretsCheck({
  readSecrets,
}: {
  readSecrets: () => Promise<{ secrets: Record<SecretName, Secret>; purgeSecrets: PurgeSecrets }>;
}): HealthCheck {
  return {
    subject: 'secrets',
    async run() {
      const { secrets, purgeSecrets } = await readSecrets();
      return [
        ...secretsFinding(secretNames.filter((name) => secrets[name].kind === 'unreadable')),
        ...purgeSecretsFinding(
          [...purgeSecrets].flatMap(([target, { kind }]) => (kind === 'unreadable' ? target : [])),
        ),
      ];
    },
  };
}

function secretsFinding(names: readonly SecretName[]): HealthFinding[] {
  if (names.length === 0) return [];
  const text = `The stored ${names.map((name) => words[name]).join(', ')} can't be decrypted: the site's admin.secrets.encryptionKey has changed or is missing. Restore the previous key, or enter the secrets again under Settings → Commerce Bridge.`;
  return [{ code: 'secrets_unreadable', values: { names: names.join(', ') }, text }];
}

/** A separate finding, since it is fixed on another page, and everything but purging works. */
function purgeSecretsFinding(names: readonly string[]): HealthFinding[] {
  if (names.length === 0) return [];
  const targets = names.join(', ');
  const text = `The stored secrets of ${targets} can't be decrypted, so what is cached there is not purged: the site's admin.secrets.encryptionKey has changed or is missing. Restore the previous key, or enter the secrets again under Settings → Commerce Bridge → CDN and caches.`;
  return [{ code: 'purge_secrets_unreadable', values: { targets }, text }];
}
