import { secretNames, type SecretName } from '../../../../contracts/admin/settings';
import type { Secret } from '../../settings/secrets';
import type { HealthCheck } from '../health-check';

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
  readSecrets: () => Promise<Record<SecretName, Secret>>;
}): HealthCheck {
  return {
    subject: 'The stored secrets',
    async run() {
      const secrets = await readSecrets();
      const unreadable = secretNames.filter((name) => secrets[name].kind === 'unreadable');
      if (unreadable.length === 0) return [];
      return [
        {
          code: 'secrets_unreadable',
          values: { names: unreadable.join(', ') },
          text: `The stored ${unreadable.map((name) => words[name]).join(', ')} can't be decrypted: the site's admin.secrets.encryptionKey has changed or is missing. Restore the previous key, or enter the secrets again under Settings → Commerce Bridge.`,
        },
      ];
    },
  };
}
