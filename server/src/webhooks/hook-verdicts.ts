import type { UpstreamHook } from '../upstream/hooks-client';
import { digestOfHeaderToken, tokenHeader } from './header-token';
import { isMarketScope, withoutSlash } from './market-scopes';

/**
 * The scopes we want hooks for: products, variants (whose edits raise no product event), categories, and the store's
 * own settings (behavior 4.14, upstream 4.2).
 */
export const wantedScopes = [
  'store/product/*',
  'store/sku/*',
  'store/category/*',
  'store/information/updated',
] as const;

export type HookDefect = 'destination' | 'inactive' | 'token';

/**
 * The verdict on each hook that is ours or should exist:
 *
 * | kind | what registration does |
 * | --- | --- |
 * | `right` | nothing |
 * | `missing` | creates it |
 * | `lacking` | tries to create it: not every store offers this scope, so a refusal is not a failure |
 * | `wrong` | repairs its defects |
 * | `surplus` | deletes it: not one of our scopes, or a duplicate |
 * | `other-host` | nothing, unless asked to replace it: it points to another address, on this host or another |
 */
export type HookVerdict =
  | { kind: 'right'; hook: UpstreamHook }
  | { kind: 'missing'; scope: string }
  | { kind: 'lacking'; scope: string; isRefused: boolean }
  | { kind: 'wrong'; hook: UpstreamHook; defects: HookDefect[] }
  | { kind: 'surplus'; hook: UpstreamHook }
  | { kind: 'other-host'; hook: UpstreamHook };

export interface JudgeHooksRequest {
  /** All hooks that upstream lists. */
  existing: readonly UpstreamHook[];
  /** Ids of hooks that we registered at this store, wherever they point now. */
  ownIds: ReadonlySet<number>;
  /** Null while the site has no usable address: no hook can be wanted then. */
  place: { destination: string; alias: string } | null;
  /** Digest of the token that hooks should carry; null before the first registration. */
  tokenDigest: string | null;
  /**
   * Wanted scopes that not every store offers, in addition to the four. Null while the site's own channel is unknown:
   * then hooks with such scopes are left as they are.
   */
  optionalScopes: readonly string[] | null;
  /** Those of them that the store refused at the last registration. */
  refusedScopes: ReadonlySet<string>;
  /** Whether hooks that this database registered and that point to another address are ours to repair. */
  otherHosts: 'leave' | 'take-over';
}

/**
 * Compares the actual hooks with the wanted ones; pure. Hooks that are not ours appear in no verdict. A hook is ours
 * when it points to one of the receiver's two addresses, including the path: another path of this host may belong to
 * another site, such as a copy of this one, that depends on its hooks. A site whose API prefix changed looks the same
 * from here, so it, too, replaces them only on request (behavior 5.11).
 */
export function judgeHooks(request: JudgeHooksRequest): HookVerdict[] {
  const { existing, ownIds, place, otherHosts } = request;
  if (!place) return existing.filter(({ id }) => ownIds.has(id)).map((hook) => ({ kind: 'other-host', hook }));

  const leadsHere = (hook: UpstreamHook) =>
    [place.destination, place.alias].some((address) => isSameAddress(hook.destination, address));
  const own = existing.filter((hook) => leadsHere(hook) || ownIds.has(hook.id));
  const elsewhere = otherHosts === 'leave' ? own.filter((hook) => !leadsHere(hook)) : [];
  const ours = own.filter((hook) => !elsewhere.includes(hook));

  const optional = new Set(request.optionalScopes);
  const wanted = [...wantedScopes, ...optional];
  const byScope = new Map<string, UpstreamHook[]>();
  for (const hook of ours) byScope.set(spelled(hook), [...(byScope.get(spelled(hook)) ?? []), hook]);
  const retained = wanted.map((scope) => best(byScope.get(scope) ?? [], request));
  const kept = new Set(retained);
  const isLeft = (hook: UpstreamHook) => request.optionalScopes === null && isMarketScope(hook.scope);
  return [
    ...wanted.map((scope, index): HookVerdict => {
      const hook = retained[index];
      if (!hook && optional.has(scope)) return { kind: 'lacking', scope, isRefused: request.refusedScopes.has(scope) };
      if (!hook) return { kind: 'missing', scope };
      const defects = defectsOf(hook, request);
      return defects.length === 0 ? { kind: 'right', hook } : { kind: 'wrong', hook, defects };
    }),
    ...ours.filter((hook) => !kept.has(hook) && !isLeft(hook)).map((hook): HookVerdict => ({ kind: 'surplus', hook })),
    ...elsewhere.map((hook): HookVerdict => ({ kind: 'other-host', hook })),
  ];
}

/** A token that hooks already carry and that is still current, so that new hooks can carry it, too. */
export function tokenInUse(verdicts: readonly HookVerdict[], tokenDigest: string | null): string | null {
  for (const verdict of verdicts) {
    const token = verdict.kind === 'right' || verdict.kind === 'wrong' ? tokenOf(verdict.hook) : null;
    if (token !== null && digestOfHeaderToken(token) === tokenDigest) return token;
  }
  return null;
}

/** A hook's headers with this token replacing any other. */
export function headersWithToken(headers: Readonly<Record<string, string>>, token: string): Record<string, string> {
  const others = Object.entries(headers).filter(([name]) => !isTokenHeader(name));
  return { ...Object.fromEntries(others), [tokenHeader]: token };
}

function spelled({ scope }: UpstreamHook): string {
  return isMarketScope(scope) ? withoutSlash(scope) : scope;
}

/** Of several hooks of one scope the one with the fewest defects, then the oldest; undefined for none. */
function best(hooks: readonly UpstreamHook[], request: JudgeHooksRequest): UpstreamHook | undefined {
  const defects = (hook: UpstreamHook) => defectsOf(hook, request);
  // A second hook cannot be given the address of the first (upstream 4.1), so the one that has it stays.
  const leadsElsewhere = (hook: UpstreamHook) => Number(defects(hook).includes('destination'));
  const [first] = [...hooks].sort(
    (a, b) => leadsElsewhere(a) - leadsElsewhere(b) || defects(a).length - defects(b).length || a.id - b.id,
  );
  return first;
}

function defectsOf(hook: UpstreamHook, { place, tokenDigest }: JudgeHooksRequest): HookDefect[] {
  const token = tokenOf(hook);
  const defects: HookDefect[] = [];
  if (!place || !isSameAddress(hook.destination, place.destination)) defects.push('destination');
  if (!hook.isActive) defects.push('inactive');
  if (token === null || digestOfHeaderToken(token) !== tokenDigest) defects.push('token');
  return defects;
}

function tokenOf(hook: UpstreamHook): string | null {
  return Object.entries(hook.headers).find(([name]) => isTokenHeader(name))?.[1] ?? null;
}

function isTokenHeader(name: string): boolean {
  return name.toLowerCase() === tokenHeader.toLowerCase();
}

function isSameAddress(left: string, right: string): boolean {
  return URL.canParse(left) && URL.canParse(right) && new URL(left).href === new URL(right).href;
}
