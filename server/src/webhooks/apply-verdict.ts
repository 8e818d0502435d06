import type { HookResult } from '../../../contracts/admin/webhooks';
import { describeError } from '../lib/errors';
import { inParallel } from '../lib/in-parallel';
import type { HookRequest, UpstreamHook } from '../upstream/hooks-client';
import { type ApplyOptions, shown } from './hook-results';
import { headersWithToken, type HookDefect, type HookVerdict } from './hook-verdicts';
import { tokenHeader } from './header-token';
import { isMarketScope, withoutSlash } from './market-scopes';
import { registerOptional } from './register-optional';

const repairWords: Record<HookDefect, string> = {
  destination: 'it pointed to another address',
  inactive: 'it had been switched off',
  token: 'its header token was missing or old',
};

// Requests are paced, so more at once would not be faster.
const atOnce = 4;

/**
 * Carries out verdicts, those on the webhooks that every site needs first; a failure is a result, so that the others
 * are still processed.
 */
export async function applyVerdicts(verdicts: readonly HookVerdict[], options: ApplyOptions): Promise<HookResult[]> {
  const results = new Map<HookVerdict, HookResult>();
  const others = verdicts.filter((verdict) => verdict.kind !== 'lacking');
  const isUrgent = (verdict: HookVerdict) => verdict.kind === 'missing' || !isMarketScope(scopeOf(verdict));
  for (const verdict of others.filter(isUrgent)) results.set(verdict, await applyVerdict(verdict, options));
  await inParallel(
    others.filter((verdict) => !isUrgent(verdict)),
    { atOnce, work: async (verdict) => void results.set(verdict, await applyVerdict(verdict, options)) },
  );
  const lacking = verdicts.flatMap((verdict) => (verdict.kind === 'lacking' ? [verdict] : []));
  const registered = await registerOptional(lacking, options);
  lacking.forEach((verdict, index) => {
    const result = registered[index];
    if (result) results.set(verdict, result);
  });
  return withoutFalseRefusals(
    await withHiddenSuccesses(
      verdicts.flatMap((verdict) => results.get(verdict) ?? []),
      options,
    ),
  );
}

/**
 * Finds hooks that exist although their POST failed or was refused: a first attempt may have succeeded (upstream 4.1).
 */
async function withHiddenSuccesses(results: readonly HookResult[], options: ApplyOptions): Promise<HookResult[]> {
  const isDoubtful = ({ id, outcome }: HookResult) => id === null && (outcome === 'refused' || outcome === 'failed');
  if (!results.some(isDoubtful)) return [...results];
  const verdicts = await options.judgeAgain().catch(() => []);
  return Promise.all(
    results.map(async (result) => {
      const found = isDoubtful(result) ? findHook(verdicts, result.scope) : null;
      if (!found) return result;
      const applied = await applyVerdict(found, options);
      return applied.outcome === 'failed' ? applied : { ...applied, outcome: 'created', message: null };
    }),
  );
}

function findHook(verdicts: readonly HookVerdict[], scope: string): Applicable | null {
  const [found = null] = verdicts.flatMap((verdict) =>
    (verdict.kind === 'right' || verdict.kind === 'wrong') && withoutSlash(verdict.hook.scope) === scope
      ? [verdict]
      : [],
  );
  return found;
}

const scopeOf = (verdict: HookVerdict): string => ('hook' in verdict ? verdict.hook.scope : verdict.scope);

type Applicable = Exclude<HookVerdict, { kind: 'lacking' }>;

async function applyVerdict(verdict: Applicable, options: ApplyOptions): Promise<HookResult> {
  if (verdict.kind !== 'right' && verdict.kind !== 'missing' && isMarketScope(scopeOf(verdict)) && !options.hasTime())
    return { ...shownOf(verdict, options), outcome: 'postponed', message: null };
  try {
    return await apply(verdict, options);
  } catch (error) {
    // Upstream may echo what it was sent.
    const message = describeError(error).replaceAll(options.token, '[token]');
    return { ...shownOf(verdict, options), outcome: 'failed', message };
  }
}

function shownOf(verdict: Applicable, { destination }: ApplyOptions) {
  if (verdict.kind !== 'missing') return shown(verdict.hook);
  return { id: null, scope: verdict.scope, destination, isActive: false };
}

async function apply(verdict: Applicable, options: ApplyOptions): Promise<HookResult> {
  switch (verdict.kind) {
    case 'right':
      return { ...shown(verdict.hook), outcome: 'unchanged', message: null };
    case 'missing': {
      const { hooks, destination, token } = options;
      const created = await hooks.create({ scope: verdict.scope, destination, headers: { [tokenHeader]: token } });
      return { ...shown(created), outcome: 'created', message: null };
    }
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
  'It was registered from this database and points to a different URL. If this site is a copy, leave it alone; if the site has moved, point it to this site.';

/** If others failed, the store may have refused something other than the scope, such as the destination. */
function withoutFalseRefusals(results: readonly HookResult[]): HookResult[] {
  if (results.every(({ outcome }) => outcome !== 'failed')) return [...results];
  return results.map((result) => (result.outcome === 'refused' ? { ...result, outcome: 'failed' } : result));
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
