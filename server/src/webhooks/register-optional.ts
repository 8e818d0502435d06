import type { HookResult } from '../../../contracts/admin/webhooks';
import { describeError } from '../lib/errors';
import { inParallel } from '../lib/in-parallel';
import {
  UpstreamAuthenticationError,
  UpstreamHttpError,
  UpstreamRateLimitError,
} from '../upstream/http/upstream-errors';
import { type ApplyOptions, shown } from './hook-results';
import type { HookVerdict } from './hook-verdicts';
import { tokenHeader } from './header-token';
import { patternOf } from './market-scopes';

/** A webhook that not every store offers. */
export type LackingHook = Extract<HookVerdict, { kind: 'lacking' }>;

// Requests are paced, so more at once would not be faster.
const atOnce = 4;
// A few refusals may be due to deleted channels; after this many, the scope is not requested for the others.
const refusalsThatCount = 5;

interface Learned {
  /** `''` or `/`; null until one is accepted. */
  ending: string | null;
  refusedIn: number;
  message: string;
}

/**
 * Registers webhooks that not every store offers; a refusal is not a failure. Whether the store has a scope, and how it
 * is spelled, is learned from the first channels and applied to the others, so that dozens of channels cost little more
 * than one request each.
 * @returns their results, in the same order
 */
export async function registerOptional(hooks: readonly LackingHook[], options: ApplyOptions): Promise<HookResult[]> {
  const groups = new Map<string, LackingHook[]>();
  for (const hook of hooks) groups.set(patternOf(hook.scope), [...(groups.get(patternOf(hook.scope)) ?? []), hook]);
  const results = new Map<LackingHook, HookResult>();
  await inParallel([...groups.values()], {
    atOnce,
    work: async (group) => {
      const learned: Learned = { ending: null, refusedIn: 0, message: '' };
      for (const hook of group) results.set(hook, await registerOne(hook, learned, options));
    },
  });
  return hooks.flatMap((hook) => results.get(hook) ?? []);
}

async function registerOne({ scope }: LackingHook, learned: Learned, options: ApplyOptions): Promise<HookResult> {
  const absent = { id: null, scope, destination: options.destination, isActive: false };
  if (learned.ending === null && learned.refusedIn >= refusalsThatCount)
    return { ...absent, outcome: 'refused', message: learned.message };
  if (!options.hasTime()) return { ...absent, outcome: 'postponed', message: null };
  try {
    for (const ending of learned.ending === null ? ['', '/'] : [learned.ending]) {
      const created = await createUnlessRefused(`${scope}${ending}`, options);
      if ('refusal' in created) {
        learned.message = withoutToken(created.refusal, options);
        continue;
      }
      learned.ending = ending;
      return { ...created, outcome: 'created', message: null };
    }
  } catch (error) {
    return { ...absent, outcome: 'failed', message: withoutToken(error, options) };
  }
  learned.refusedIn += 1;
  return { ...absent, outcome: 'refused', message: learned.message };
}

async function createUnlessRefused(scope: string, { hooks, destination, token }: ApplyOptions) {
  try {
    return shown(await hooks.create({ scope, destination, headers: { [tokenHeader]: token } }));
  } catch (error) {
    if (isRefusal(error)) return { refusal: error };
    throw error;
  }
}

/** Upstream may echo what it was sent. */
function withoutToken(error: unknown, { token }: ApplyOptions): string {
  return describeError(error).replaceAll(token, '[token]');
}

/** Whether upstream understood the request and refused it; any other failure may be temporary. */
function isRefusal(error: unknown): boolean {
  if (error instanceof UpstreamAuthenticationError || error instanceof UpstreamRateLimitError) return false;
  return error instanceof UpstreamHttpError && error.status >= 400 && error.status < 500;
}
