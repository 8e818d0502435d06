import type { FurtherMarket } from '../markets/site-markets';
import type { RestSettings } from '../settings/rest-settings';
import { privateCacheControl } from './rest-responses';

type Caching = ReturnType<RestSettings['caching']>;

/**
 * What a response in a further market says to caches: what the site says, as in the default one. One that is not public is kept by none,
 * and no purge list holds it (behavior 14.3).
 */
export function cachingInMarket({ isPublic }: Pick<FurtherMarket, 'isPublic'>, caching: Caching): Caching {
  return isPublic ? caching : { cacheControl: privateCacheControl, surrogateHeaders: [] };
}
