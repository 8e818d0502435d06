import { afterEach, expect, test } from 'vitest';
import { createRestCache } from '../../server/src/http/rest-cache';
import { base, closeHosts, startHost } from '../support/sites/guarded-host';

afterEach(closeHosts);

/** A site that has cached its list of products; its database responds to every poll, or to none. */
async function aSite({ announced = 0, followed = 0 }: { announced?: number; followed?: number }) {
  const known = { announced, followed };
  const cache = createRestCache({
    basePath: base,
    isLeftToRouter: () => false,
    services: () => ({
      responses: {
        lastAnnouncement: () => known.announced,
        async catchUp() {
          // Another change is announced while this one is looked for.
          known.announced += 1;
        },
        mayMissPurged: (announcement) => known.followed < announcement,
        find: () => ({ bytes: Buffer.from('[]'), entityTag: '"a"', surrogateKeys: 'products' }),
      },
      restSettings: { caching: () => ({ cacheControl: 'public', surrogateHeaders: ['Surrogate-Key'] }) },
      readShares: { note: () => undefined },
    }),
  });
  const { status, headers } = await (await startHost({ stack: cache }))(`${base}/products`);
  return [status, headers['cache-control'], headers.etag, headers['surrogate-key']];
}

test('a cached response may be stored by caches in front of the site, whatever is announced meanwhile', async () => {
  expect(await aSite({ announced: 3, followed: 3 })).toEqual([200, 'public', '"a"', 'products']);
});

test('a cached response is for its caller alone while changes by other instances cannot be read', async () => {
  expect(await aSite({ announced: 4, followed: 3 })).toEqual([200, 'private, no-store', undefined, undefined]);
});
