import { CommerceBridgeError } from '../../lib/errors';
import { causesOf } from '../causes';
import type { HealthCheck, HealthFinding } from '../health-check';
import type { Settings } from '../../settings/settings-service';
import { storefrontTokenScope } from '../../upstream/storefront-tokens-client';
import { SafelistError } from '../../storefront/graphql-safelist';
import { knownCauses } from '../../outbox/known-causes';
import type { StorefrontState } from '../../storefront/create-storefront';

export interface StorefrontCheckOptions extends StorefrontState {
  settings: () => Promise<Settings>;
}

/**
 * Checks that the GraphQL proxy gets its token and that its safelist can be read. A site that never used the proxy is
 * healthy without the scope for it: only past rejections are reported.
 */
export function createStorefrontCheck({
  settings,
  targets,
  tokens,
  vault,
  safelists,
}: StorefrontCheckOptions): HealthCheck {
  async function tokenProblem(given: Settings): Promise<HealthFinding | null> {
    const earlier = await vault.readRefusal();
    if (!earlier) return null;
    const target = await targets.resolve(given);
    if (target.account !== earlier.account) return null;
    await tokens.current(target).catch((error: unknown) => {
      if (!(error instanceof CommerceBridgeError)) throw error;
    });
    // Deleted once a token has been created. It may exist while the old token is still valid: then a renewal was
    // refused.
    const refusal = await vault.readRefusal();
    if (!refusal) return null;
    const reason = asSentence(refusal.message);
    if (!refusal.isScopeMissing)
      return {
        code: 'storefront_token',
        values: { reason },
        ...knownCauses(refusal.reason),
        text: `The GraphQL proxy couldn't get a storefront token: ${reason}`,
      };
    const text = `The access token is missing the OAuth scope ${storefrontTokenScope}, which the GraphQL proxy needs to get a storefront token. You can't add scopes to an existing API account: create a new one with this scope and enter its token under Settings → Commerce Bridge → Connection.`;
    return { code: 'scope_missing', values: { scope: storefrontTokenScope }, text };
  }

  async function safelistProblem({ plain }: Settings): Promise<HealthFinding | null> {
    if (plain.graphqlSafelist === null) return null;
    try {
      await safelists.of(plain.graphqlSafelist);
      return null;
    } catch (error) {
      if (!(error instanceof SafelistError)) throw error;
      const reason = asSentence(error.message);
      return {
        code: 'safelist_unreadable',
        values: { reason },
        ...causesOf(error),
        text: `The GraphQL proxy is rejecting all requests: ${reason}`,
      };
    }
  }

  return {
    subject: 'storefront',
    async run() {
      const given = await settings();
      const problems = [await safelistProblem(given), await tokenProblem(given)];
      return problems.filter((problem) => problem !== null);
    },
  };
}

const asSentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`);
