import { expect, test } from 'vitest';
import { createLruResponseStore } from '../../server/src/catalog/responses/lru-response-store';
import { createResponseCache } from '../../server/src/catalog/responses/response-cache';
import { aChange } from '../support/shops/changed-ids';
import { createQuietLogger } from '../support/quiet-logger';
import { ManualClock } from '../support/time/clocks';

function openCache() {
  const settings = { productCacheSeconds: 3600, cacheMegabytes: 1 };
  const cache = createResponseCache({
    createStore: createLruResponseStore,
    shared: null,
    feed: { catchUp: () => undefined, isBehind: () => false, isBlind: () => false },
    settings: () => settings,
    clock: new ManualClock(),
    logger: createQuietLogger(),
  });
  const sourceOf = async (key: string, size: number) => {
    const response = { bytes: Buffer.alloc(size, 'x'), entityTag: '"a"', surrogateKeys: '' };
    const content = { kind: 'list', products: [1], dependencies: [] } as const;
    return (await cache.respond({ address: `/${key}`, key, read: async () => ({ response, content }) })).source;
  };
  return { cache, sourceOf };
}

test('a large response is kept from the second request on, a small one from the first', async () => {
  const { sourceOf } = openCache();
  expect([await sourceOf('small', 10_000), await sourceOf('small', 10_000)]).toEqual(['MISS', 'HIT']);
  const sources = [];
  for (const key of ['large', 'other', 'large', 'large']) sources.push(await sourceOf(key, 100_000));
  expect(sources).toEqual(['MISS', 'MISS', 'MISS', 'HIT']);
});

test('a large response that several asked for is read again after a change, as any other', async () => {
  const { cache, sourceOf } = openCache();
  await sourceOf('large', 100_000);
  await sourceOf('large', 100_000);
  cache.forget(aChange({ isEverything: true }));
  expect([await sourceOf('large', 100_000), await sourceOf('large', 100_000)]).toEqual(['MISS', 'HIT']);
});
