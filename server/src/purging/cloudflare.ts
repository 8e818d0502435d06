import { milliseconds } from '../lib/durations';
import { jsonHeaders, type PurgeDriver } from './purge-driver';

/**
 * Cloudflare's purge by cache tags: 30 tags per request, which every plan accepts, and five requests per second on paid
 * plans. A free plan accepts five per minute after a burst of 25, and responds with 429 beyond that
 * (https://developers.cloudflare.com/cache/how-to/purge-cache/).
 */
export const cloudflare: PurgeDriver<'cloudflare'> = {
  keysPerRequest: 30,
  pause: milliseconds(250),
  request: ({ zoneId }, { keys, secret }) => ({
    method: 'POST',
    url: `https://api.cloudflare.com/client/v4/zones/${zoneId}/purge_cache`,
    headers: jsonHeaders(secret),
    body: JSON.stringify({ tags: keys }),
    showsResponse: true,
  }),
};
