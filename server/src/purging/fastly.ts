import { noPause, type PurgeDriver } from './purge-driver';

/**
 * Fastly's bulk purge: up to 256 surrogate keys per request, in a header; with `fastly-soft-purge`, entries become
 * stale instead of being removed (https://www.fastly.com/documentation/reference/api/purging/).
 */
export const fastly: PurgeDriver<'fastly'> = {
  keysPerRequest: 256,
  pause: noPause,
  request: ({ serviceId, soft }, { keys, secret }) => ({
    method: 'POST',
    url: `https://api.fastly.com/service/${serviceId}/purge`,
    headers: {
      'fastly-key': secret,
      accept: 'application/json',
      'surrogate-key': keys.join(' '),
      ...(soft && { 'fastly-soft-purge': '1' }),
    },
    showsResponse: true,
  }),
};
