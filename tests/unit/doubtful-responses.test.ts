import { expect, test } from 'vitest';
import type { ChangedIds } from '../../server/src/catalog/changes/change-log';
import { createLruResponseStore } from '../../server/src/catalog/responses/lru-response-store';
import { createResponseCache } from '../../server/src/catalog/responses/response-cache';
import { aChange } from '../support/shops/changed-ids';
import { createQuietLogger } from '../support/quiet-logger';
import { ManualClock } from '../support/time/clocks';

function openCache(feed: { catchUp?: () => Promise<void>; isBehind?: boolean } = {}) {
  const settings = { productCacheSeconds: 3600, cacheMegabytes: 1 };
  const cache = createResponseCache({
    createStore: createLruResponseStore,
    shared: null,
    feed: { catchUp: () => feed.catchUp?.(), isBehind: () => feed.isBehind === true, isBlind: () => false },
    settings: () => settings,
    clock: new ManualClock(),
    logger: createQuietLogger(),
  });
  const ask = (meanwhile: () => void = () => undefined) =>
    cache.respond({
      address: '/list',
      key: 'list',
      async read() {
        meanwhile();
        const response = { bytes: Buffer.from('[]'), entityTag: '"a"', surrogateKeys: 'products' };
        return { response, content: { kind: 'list', products: [1, 2], dependencies: ['created'] } };
      },
    });
  return { cache, ask };
}

test.each<[string, Partial<ChangedIds>, boolean]>([
  ['that it shows', { products: [1] }, true],
  ['that it depends on', { products: [3], dependencies: ['created'] }, true],
  ['that cannot affect it', { products: [3], dependencies: ['price'] }, false],
])('a change during a read, of something %s', async (_, change, isDoubtful) => {
  const { cache, ask } = openCache();
  const found = await ask(() => cache.forget(aChange(change)));
  expect(found.isDoubtful === true).toBe(isDoubtful);
  expect((await ask()).isDoubtful).toBeUndefined();
});

test('a change by another instance during a read is looked for when the read ends', async () => {
  const { cache, ask } = openCache({ catchUp: async () => cache.forget(aChange({ products: [1] })) });
  expect(await ask()).toMatchObject({ source: 'MISS', isDoubtful: true });
  expect(cache.find('/list')).toBeUndefined();
});

test('a response is doubtful while changes by other instances cannot be read, but is cached', async () => {
  const { cache, ask } = openCache({ isBehind: true });
  expect(await ask()).toMatchObject({ source: 'MISS', isDoubtful: true });
  expect(cache.find('/list')).toBeDefined();
});
