import type { RestSettings } from '../settings/rest-settings';
import type { FurtherMarket } from '../markets/site-markets';
import { privateCacheControl } from './rest-responses';

type Caching = ReturnType<RestSettings['caching']>;

// No purge tells caches that a price in a market has changed, so what they keep must become old by itself.
const longestSeconds = 10;

/**
 * What a response in a further market says to caches: what the site says, but never for longer than some seconds. One that is not public
 * is kept by none, and no purge list holds it (behavior 14.3).
 */
export function cachingInMarket({ isPublic }: Pick<FurtherMarket, 'isPublic'>, caching: Caching): Caching {
  if (!isPublic) return { cacheControl: privateCacheControl, surrogateHeaders: [] };
  const directives = caching.cacheControl
    .split(',')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '' && directive.toLowerCase() !== 'immutable')
    .map((directive) =>
      directive.replace(/=\s*"?(\d+)"?$/, (_, given) => `=${Math.min(Number(given), longestSeconds)}`),
    );
  // Without an age, caches make up their own.
  const hasAge = directives.some((directive) => /^(?:s-maxage|max-age|no-store|no-cache)\b/i.test(directive));
  return { ...caching, cacheControl: [...directives, ...(hasAge ? [] : [`max-age=${longestSeconds}`])].join(', ') };
}
