import type { ConnectionTest } from '../../../../contracts/admin/settings';
import type { HealthCheck } from '../health-check';

/** Checks that the credentials work and that the token has every required OAuth scope (upstream 7.1). */
export function createCredentialsCheck({ test }: { test: () => Promise<ConnectionTest> }): HealthCheck {
  return {
    subject: 'credentials',
    async run() {
      const result = await test();
      // The status itself reports missing credentials.
      if (result.kind === 'rejected' && result.reason === 'incomplete') return [];
      if (result.kind === 'rejected')
        return [{ code: 'credentials_rejected', values: { reason: result.reason }, text: result.message }];
      return result.scopes
        .filter(({ granted, required }) => required && !granted)
        .map(({ scope, neededFor }) => ({
          code: 'scope_missing',
          values: { scope },
          text: `The access token is missing the OAuth scope ${scope}, required for ${neededFor}. You can't add scopes to an existing API account: create a new one with this scope and enter its token under Settings → Commerce Bridge → Connection.`,
        }));
    },
  };
}
