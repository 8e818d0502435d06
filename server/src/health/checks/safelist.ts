import type { Settings } from '../../settings/settings-service';
import type { StorefrontState } from '../../storefront/create-storefront';
import { SafelistError } from '../../storefront/graphql-safelist';
import { causesOf } from '../causes';
import type { HealthCheck } from '../health-check';

/** Checks that the GraphQL proxy's safelist can be read: until it can, no request passes. */
export function createSafelistCheck({
  settings,
  safelists,
}: Pick<StorefrontState, 'safelists'> & { settings: () => Promise<Settings> }): HealthCheck {
  return {
    subject: 'storefront',
    async run() {
      const { graphqlSafelist } = (await settings()).plain;
      if (graphqlSafelist === null) return [];
      try {
        await safelists.of(graphqlSafelist);
        return [];
      } catch (error) {
        if (!(error instanceof SafelistError)) throw error;
        const reason = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`;
        return [
          {
            code: 'safelist_unreadable',
            values: { reason },
            ...causesOf(error),
            text: `The GraphQL proxy is rejecting all requests: ${reason}`,
          },
        ];
      }
    },
  };
}
