import { upstreamIdIn } from './upstream-ids';

/**
 * Which record gets which slug, as a pure function of upstream's current data (behavior 2.8): of the records that claim
 * the same slug, the lowest id gets it, and every other gets `<slug>-<id>`; if another record claims exactly that, the
 * id is appended again. Two ids never collide this way, since a derived slug ends with its own id.
 */
export interface SlugClaim {
  id: number;
  claim: string;
}

/**
 * @param claims every claim on the slugs in question, and every claim on the slugs that could be derived from them
 * @returns the slug of each claimant
 */
export function assignSlugs(claims: readonly SlugClaim[]): Map<number, string> {
  const holders = new Map<string, number>();
  for (const { id, claim } of claims) {
    const holder = holders.get(claim);
    if (holder === undefined || id < holder) holders.set(claim, id);
  }

  const slugs = new Map<number, string>();
  for (const { id, claim } of claims) {
    let slug = claim;
    if (holders.get(claim) !== id) {
      do slug = `${slug}-${id}`;
      while (holders.has(slug));
    }
    slugs.set(id, slug);
  }
  return slugs;
}

/** The id that could have derived this slug, and the claims that it could have had: `a-7` and `a` for `a-7-7`. */
export function possibleDerivations(slug: string): { id: number; claims: string[] } | null {
  const match = /-(\d+)$/.exec(slug);
  const id = upstreamIdIn(match?.[1] ?? '');
  // The digits may be an ISBN, which could also be an id; a longer number could not.
  if (!match || id === null) return null;
  const suffix = `-${match[1]}`;

  const claims: string[] = [];
  let rest = slug;
  while (rest.endsWith(suffix) && rest.length > suffix.length) {
    rest = rest.slice(0, -suffix.length);
    claims.push(rest);
  }
  return { id, claims };
}
