import type { HookAction, HookProblem } from '../../../contracts/admin/webhooks';
import type { TranslationKey } from '../hooks/use-translate';

/** What is wrong with a hook, in words. */
export const problemTexts: Record<HookProblem, TranslationKey> = {
  missing: 'commerce-bridge.hook.problem.missing',
  lacking: 'commerce-bridge.hook.problem.lacking',
  refused: 'commerce-bridge.hook.problem.refused',
  inactive: 'commerce-bridge.hook.problem.inactive',
  destination: 'commerce-bridge.hook.problem.destination',
  token: 'commerce-bridge.hook.problem.token',
  surplus: 'commerce-bridge.hook.problem.surplus',
  other_host: 'commerce-bridge.hook.problem.otherHost',
};

/** The last action on a hook, in words. */
export const actionTexts: Record<HookAction, TranslationKey> = {
  found: 'commerce-bridge.hook.action.found',
  created: 'commerce-bridge.hook.action.created',
  repaired: 'commerce-bridge.hook.action.repaired',
  revived: 'commerce-bridge.hook.action.revived',
  left_alone: 'commerce-bridge.hook.action.leftAlone',
};

/** Whether the site can do without the hook: the next full sync finds what it would report (behavior 4.14). */
export function isHarmless(problem: HookProblem): boolean {
  return problem === 'lacking' || problem === 'refused';
}

const scopes: Record<string, TranslationKey> = {
  'store/product/*': 'commerce-bridge.hook.scope.products',
  'store/sku/*': 'commerce-bridge.hook.scope.variants',
  'store/category/*': 'commerce-bridge.hook.scope.categories',
  'store/information/updated': 'commerce-bridge.hook.scope.store',
};

const marketScopes: readonly [pattern: RegExp, text: TranslationKey][] = [
  [/^store\/channel\/\d+\/product\/assigned$/, 'commerce-bridge.hook.scope.assigned'],
  [/^store\/channel\/\d+\/product\/unassigned$/, 'commerce-bridge.hook.scope.unassigned'],
  [/^store\/channel\/\d+\/category/, 'commerce-bridge.hook.scope.channelCategories'],
  [/^store\/channel\/\d+\/settings\//, 'commerce-bridge.hook.scope.channelSettings'],
  [/^store\/channel\/updated$/, 'commerce-bridge.hook.scope.channels'],
  [/^store\/priceLists?\//, 'commerce-bridge.hook.scope.priceLists'],
];

/** What a hook is about; undefined for an unknown scope. */
export function scopeText(scope: string): TranslationKey | undefined {
  const spelled = scope.replace(/\/$/, '');
  return marketScopes.find(([pattern]) => pattern.test(spelled))?.[1] ?? scopes[spelled];
}
