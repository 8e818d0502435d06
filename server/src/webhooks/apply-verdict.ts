import type { HookResult } from '../../../contracts/admin/webhooks';
import { describeError } from '../lib/errors';
import { UpstreamAuthenticationError, UpstreamHttpError, UpstreamRateLimitError } from '../upstream/upstream-errors';
import type { HookRequest, UpstreamHook, UpstreamHooks } from '../upstream/hooks-client';
import { spellingsOf } from './channel-scopes';
import { headersWithToken, type HookDefect, type HookVerdict } from './hook-verdicts';
import { tokenHeader } from './header-token';

export interface ApplyOptions {
  hooks: UpstreamHooks;
  destination: string;
  /** The token that hooks carry from now on. */
  token: string;
  /** Lists upstream's hooks again and judges them. */
  judgeAgain: () => Promise<HookVerdict[]>;
}

const repairWords: Record<HookDefect, string> = {
  destination: 'it led to another address',
  inactive: 'it had been switched off',
  token: 'its header token was missing or old',
};

/** Carries out a verdict; a failure is a result, so that the other hooks are still processed. */
export async function applyVerdict(verdict: HookVerdict, options: ApplyOptions): Promise<HookResult> {
  try {
    return await apply(verdict, options);
  } catch (error) {
    // Upstream may echo what it was sent.
    const message = describeError(error).replaceAll(options.token, '[token]');
    const failed = { outcome: 'failed', message } as const;
    if (verdict.kind !== 'missing' && verdict.kind !== 'lacking') return { ...shown(verdict.hook), ...failed };
    return { id: null, scope: verdict.scope, destination: options.destination, isActive: false, ...failed };
  }
}

async function apply(verdict: HookVerdict, options: ApplyOptions): Promise<HookResult> {
  switch (verdict.kind) {
    case 'right':
      return { ...shown(verdict.hook), outcome: 'unchanged', message: null };
    case 'missing':
      return { ...shown(await create(verdict.scope, options)), outcome: 'created', message: null };
    case 'lacking':
      return createIfOffered(verdict.scope, options);
    case 'wrong': {
      const repaired = await repair(verdict.hook, verdict.defects, options);
      return {
        ...shown(repaired),
        outcome: 'repaired',
        message: `Repaired: ${verdict.defects.map((defect) => repairWords[defect]).join(', ')}.`,
      };
    }
    case 'surplus':
      await options.hooks.remove(verdict.hook.id);
      return { ...shown(verdict.hook), isActive: false, outcome: 'removed', message: null };
    case 'other-host':
      return { ...shown(verdict.hook), outcome: 'left_alone', message: leftAloneWords };
  }
}

const leftAloneWords =
  'It was registered from this database and points to a different host. If this site is a copy, leave it alone; if the site has moved, point it to this site.';

/** In one spelling, then in the other; a store that takes neither has no such scope, which is no failure. */
async function createIfOffered(scope: string, options: ApplyOptions): Promise<HookResult> {
  let refusal: unknown;
  for (const spelling of spellingsOf(scope)) {
    try {
      return { ...shown(await create(spelling, options)), outcome: 'created', message: null };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refusal = error;
    }
  }
  const message = describeError(refusal).replaceAll(options.token, '[token]');
  return { id: null, scope, destination: options.destination, isActive: false, outcome: 'refused', message };
}

/** Where others failed, too, it was not the scope that the store refused, but the destination, say. */
export function withoutFalseRefusals(results: readonly HookResult[]): HookResult[] {
  if (results.every(({ outcome }) => outcome !== 'failed')) return [...results];
  return results.map((result) => (result.outcome === 'refused' ? { ...result, outcome: 'failed' } : result));
}

/** Upstream understood the request and will not have it; anything else may go well another time. */
function isRefusal(error: unknown): boolean {
  if (error instanceof UpstreamAuthenticationError || error instanceof UpstreamRateLimitError) return false;
  return error instanceof UpstreamHttpError && error.status >= 400 && error.status < 500;
}

async function create(scope: string, options: ApplyOptions): Promise<UpstreamHook> {
  const { hooks, destination, token } = options;
  try {
    return await hooks.create({ scope, destination, headers: { [tokenHeader]: token } });
  } catch (error) {
    // The POST may have succeeded all the same, and a second one would be rejected or create a second hook (upstream
    // 4.1).
    const found = await findCreated(scope, options).catch(() => null);
    if (!found) throw error;
    return found;
  }
}

/** The hook of this scope that exists in spite of a failed POST, repaired; null when there is none. */
async function findCreated(scope: string, options: ApplyOptions): Promise<UpstreamHook | null> {
  for (const verdict of await options.judgeAgain()) {
    if (verdict.kind === 'right' && verdict.hook.scope === scope) return verdict.hook;
    if (verdict.kind === 'wrong' && verdict.hook.scope === scope) return repair(verdict.hook, verdict.defects, options);
  }
  return null;
}

async function repair(
  hook: UpstreamHook,
  defects: readonly HookDefect[],
  { hooks, destination, token }: ApplyOptions,
): Promise<UpstreamHook> {
  const changes: Partial<HookRequest> & { isActive?: boolean } = {};
  if (defects.includes('destination')) changes.destination = destination;
  if (defects.includes('inactive')) changes.isActive = true;
  if (defects.includes('token')) changes.headers = headersWithToken(hook.headers, token);
  const repaired = await hooks.update(hook.id, changes);
  if (!repaired.isActive) throw new Error('upstream left it inactive');
  return repaired;
}

function shown({
  id,
  scope,
  destination,
  isActive,
}: UpstreamHook): Pick<HookResult, 'id' | 'scope' | 'destination' | 'isActive'> {
  return { id, scope, destination, isActive };
}
