import { milliseconds } from '../lib/durations';
import { jsonHeaders, type PurgeDriver } from './purge-driver';

/**
 * Vercel's invalidation by tag: up to 16 tags per request; entries are served stale while they are revalidated
 * (https://vercel.com/docs/rest-api/edge-cache/invalidate-by-tag).
 */
export const vercel: PurgeDriver<'vercel'> = {
  keysPerRequest: 16,
  pause: milliseconds(250),
  request: ({ project, teamId }, { keys, secret }) => ({
    method: 'POST',
    url: `https://api.vercel.com/v1/edge-cache/invalidate-by-tags?${new URLSearchParams({
      projectIdOrName: project,
      ...(teamId !== null && { teamId }),
    }).toString()}`,
    headers: jsonHeaders(secret),
    body: JSON.stringify({ tags: keys, target: 'production' }),
    showsResponse: true,
  }),
};
