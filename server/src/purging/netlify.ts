import { milliseconds } from '../lib/durations';
import { jsonHeaders, type PurgeDriver } from './purge-driver';

/**
 * Netlify's purge by cache tags; a site accepts two purges in five seconds
 * (https://docs.netlify.com/platform/caching/).
 */
export const netlify: PurgeDriver<'netlify'> = {
  keysPerRequest: 100,
  pause: milliseconds(2600),
  request: ({ siteId }, { keys, secret }) => ({
    method: 'POST',
    url: 'https://api.netlify.com/api/v1/purge',
    headers: jsonHeaders(secret),
    body: JSON.stringify({ site_id: siteId, cache_tags: keys }),
    showsResponse: true,
  }),
};
