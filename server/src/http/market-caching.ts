import type { FurtherMarket } from '../markets/site-markets';
import type { RestSettings } from '../settings/rest-settings';
import { privateCacheControl } from './rest-responses';

type Caching = ReturnType<RestSettings['caching']>;

/**
 * The caching headers of a response in a further market: the same as in the default one. If the market is private, no
 * cache stores the response, and no header names its contents (behavior 14.3).
 */
export function cachingInMarket({ isPublic }: Pick<FurtherMarket, 'isPublic'>, caching: Caching): Caching {
  return isPublic ? caching : { cacheControl: privateCacheControl, surrogateHeaders: [] };
}
