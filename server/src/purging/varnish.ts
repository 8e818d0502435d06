import { noPause, type PurgeDriver } from './purge-driver';

/**
 * Varnish with the `xkey` module and a VCL that purges the keys in the header (docs/caching.md has an example). It
 * accepts 8 KB per header, so 200 keys always fit, however long their ids are.
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
