import { CommerceBridgeError, describeError } from '../../lib/errors';
import { asSentence } from '../as-sentence';
import { causesOf } from '../causes';
import type { HealthCheck, HealthFinding } from '../health-check';
import type { Settings } from '../../settings/settings-service';
import { storefrontTokenScope } from '../../upstream/storefront-tokens-client';
import { knownCauses } from '../../outbox/known-causes';
import type { StorefrontState } from '../../storefront/create-storefront';

export interface StorefrontCheckOptions extends Omit<StorefrontState, 'safelists'> {
  settings: () => Promise<Settings>;
}

/**
 * Checks that the GraphQL proxy gets its token and responses. A site that never used the proxy is healthy without the
 * scope for it: only what shoppers met is examined.
 */
export function createStorefrontCheck({
  settings,
  proxy,
  targets,
  tokens,
  vault,
}: StorefrontCheckOptions): HealthCheck {
  async function tokenProblem(given: Settings): Promise<HealthFinding | null> {
    const earlier = await vault.readRefusal();
    if (!earlier) return null;
    const target = await targets.resolve(given);
    if (target.account !== earlier.account) return null;
    if (earlier.channelId !== null && target.channelId !== earlier.channelId) return null;
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

  async function responseProblem(signal: AbortSignal): Promise<HealthFinding | null> {
    const problem = await proxy.problem(signal);
    if (!problem) return null;
    const reason = asSentence(describeError(problem.cause));
    return {
      code: 'storefront_unreachable',
      values: { reason },
      ...causesOf(problem.cause),
      text: `The GraphQL proxy gets no usable response from the store: ${reason}`,
    };
  }

  return {
    subject: 'storefront',
    async run({ signal }) {
      const given = await settings();
      const tokenless = await tokenProblem(given);
      // Without a token there is no response either.
      const problem = tokenless ?? (await responseProblem(signal));
      return problem === null ? [] : [problem];
    },
  };
}
