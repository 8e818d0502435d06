import { noPause, type PurgeDriver } from './purge-driver';

/**
 * A Varnish with the module `xkey`, whose VCL purges what the header names (an example is in docs/caching.md). It takes
 * 8 KB a header, so that 200 names fit regardless of their ids.
 */
export const varnish: PurgeDriver<'varnish'> = {
  keysPerRequest: 200,
  pause: noPause,
  request: ({ url, method, soft }, { keys }) => ({
    method,
    url,
    headers: { [soft ? 'xkey-softpurge' : 'xkey']: keys.join(' ') },
  }),
};
