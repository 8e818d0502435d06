import { beforeEach, describe, expect, test } from 'vitest';
import {
  type ResponseSettings,
  type ResponseStore,
  createResponseCache,
  type FoundResponse,
} from '../../server/src/catalog/responses/response-cache';
import type { ListContent, ResponseContent } from '../../server/src/catalog/responses/response-content';
import type { ChangedIds } from '../../server/src/catalog/changes/change-log';
import { createLruResponseStore } from '../../server/src/catalog/responses/lru-response-store';
import { hours, milliseconds, minutes } from '../../server/src/lib/durations';
import { aChange } from '../support/shops/changed-ids';
import { ManualClock, settled } from '../support/time/clocks';
import { createQuietLogger } from '../support/quiet-logger';

const list: ListContent = { kind: 'list', products: [1, 2], dependencies: ['presence', 'created'] };
const mug: ResponseContent = { kind: 'product', id: 1, categoryIds: [10, 11], brandId: 5 };
const bowl: ResponseContent = { kind: 'product', id: 2, categoryIds: [11], brandId: null };

let settings: ResponseSettings;
let isBlind: boolean;
let clock: ManualClock;
let logger: ReturnType<typeof createQuietLogger>;
let broken: boolean;
let reads: string[];
beforeEach(() => {
  settings = { productCacheSeconds: 3600, cacheMegabytes: 1 };
  isBlind = false;
  clock = new ManualClock();
  logger = createQuietLogger();
  broken = false;
  reads = [];
});

function openCache(createStore: (bytes: number) => ResponseStore = createLruResponseStore) {
  const cache = createResponseCache({
    createStore,
    shared: null,
    feed: { catchUp: () => undefined, isBehind: () => false, isBlind: () => isBlind },
    settings: () => settings,
    clock,
    logger,
  });
  const ask = (
    key: string,
    content: ResponseContent = list,
    meanwhile: () => Promise<void> | void = () => undefined,
  ): Promise<FoundResponse> =>
    cache.respond({
      address: `/${key}`,
      key,
      read: async () => {
        reads.push(key);
        await meanwhile();
        return { response: { bytes: Buffer.from(key), entityTag: `"${key}"`, surrogateKeys: key }, content };
      },
    });
  return { cache, ask };
}

/** A store that fails while `broken` is set. */
function brittleStore(bytes: number): ResponseStore {
  const store = createLruResponseStore(bytes);
  return new Proxy(store, {
    get(target, name) {
      if (broken) throw new Error('the store is away');
      return Reflect.get(target, name);
    },
  });
}

describe('a response', () => {
  test('that is only good until more is known is never kept, and tells caches outside the same', async () => {
    const { cache, ask } = openCache();
    const provisional: ResponseContent = { ...list, isProvisional: true };
    expect(await ask('related', provisional)).toMatchObject({ source: 'MISS', isDoubtful: true });
    expect(cache.find('/related')).toBeUndefined();
    expect((await ask('related')).source).toBe('MISS');
    expect((await ask('related')).source).toBe('HIT');
  });

  test('is read once and cached, also for other URLs with the same meaning', async () => {
    const { cache, ask } = openCache();
    expect((await ask('list')).source).toBe('MISS');
    expect((await ask('list')).source).toBe('HIT');
    expect(String(cache.find('/list')?.bytes)).toBe('list');
    expect(cache.find('/other')).toBeUndefined();
    expect(reads).toEqual(['list']);
  });

  test('is cached for a limited time if it is one product, without limit if it is a list', async () => {
    const { cache, ask } = openCache();
    await ask('mug', mug);
    await ask('list');
    await clock.advance(milliseconds(hours(1) - 1));
    expect(cache.find('/mug')).toBeDefined();
    await clock.advance(minutes(1));
    expect([cache.find('/mug'), cache.find('/list')?.surrogateKeys]).toEqual([undefined, 'list']);
  });

  test('of a further market is cached for a limited time, also if it is a list', async () => {
    const { cache, ask } = openCache();
    await ask('list', { ...list, market: { parts: ['membership 3'] } });
    await clock.advance(milliseconds(hours(1) - 1));
    expect(cache.find('/list')).toBeDefined();
    await clock.advance(minutes(1));
    expect(cache.find('/list')).toBeUndefined();
  });

  test('that cannot be read is not cached, and every waiting caller gets the reason', async () => {
    const { cache } = openCache();
    let tries = 0;
    const ask = () =>
      cache.respond({
        address: '/a',
        key: 'a',
        read: async () => {
          tries += 1;
          await settled();
          throw new Error('not there');
        },
      });
    const both = await Promise.allSettled([ask(), ask()]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(ask()).rejects.toThrow('not there');
    expect(tries).toBe(2);
  });

  test('is read once for all simultaneous requests', async () => {
    const { ask } = openCache();
    await Promise.all(Array.from({ length: 50 }, () => ask('list', list, settled)));
    expect(reads).toEqual(['list']);
  });
});

describe('a change', () => {
  const filled = async () => {
    const opened = openCache();
    await opened.ask('mug', mug);
    await opened.ask('bowl', bowl);
    await opened.ask('list');
    return opened;
  };

  test.each<[string, Partial<ChangedIds>, string[]]>([
    ['of a product', { products: [1] }, ['bowl']],
    ['of a product that nobody asked for', { products: [99] }, ['mug', 'bowl', 'list']],
    ['of the price of such a product', { products: [99], dependencies: ['price'] }, ['mug', 'bowl', 'list']],
    ['of the date of such a product', { products: [99], dependencies: ['created'] }, ['mug', 'bowl']],
    ['of a category', { categories: [10] }, ['bowl']],
    ['of a category of both', { categories: [11] }, []],
    ['of a brand', { brands: [5] }, ['bowl']],
    ['of the store', { isStoreChanged: true }, ['list']],
    ['of everything', { isEverything: true }, []],
  ])('%s keeps exactly the responses that it does not affect', async (_, change, left) => {
    const { cache } = await filled();
    cache.forget(aChange(change));
    expect(['mug', 'bowl', 'list'].filter((key) => cache.find(`/${key}`))).toEqual(left);
  });

  test('during a read keeps the response out of the cache: it may be outdated', async () => {
    const { cache, ask } = openCache();
    await ask('list', list, () => cache.forget(aChange({ products: [1] })));
    expect(cache.find('/list')).toBeUndefined();
  });

  test('during a read keeps the response in the cache if it cannot affect it', async () => {
    const { cache, ask } = openCache();
    await ask('list', list, () => cache.forget(aChange({ products: [3], dependencies: ['price'] })));
    expect(cache.find('/list')).toBeDefined();
  });

  test('that is one of very many during a read keeps the response out of the cache', async () => {
    const { cache, ask } = openCache();
    await ask('list', list, () => {
      cache.forget(aChange({ products: [1] }));
      for (let id = 10; id < 200; id += 1) cache.forget(aChange({ products: [id] }));
    });
    expect(cache.find('/list')).toBeUndefined();
  });

  test('during a read makes later requests read again', async () => {
    const { cache, ask } = openCache();
    const before = ask('list', list, settled);
    cache.forget(aChange({ products: [1] }));
    await Promise.all([before, ask('list', list, settled)]);
    expect(reads).toEqual(['list', 'list']);
    expect(cache.find('/list')).toBeDefined();
  });

  test('of a setting drops everything', async () => {
    const { cache } = await filled();
    settings = { ...settings };
    expect(cache.find('/mug')).toBeUndefined();
  });

  test('of a setting during a read keeps the response out of the cache', async () => {
    const { cache, ask } = openCache();
    await ask('list', list, () => {
      settings = { ...settings };
    });
    expect(cache.find('/list')).toBeUndefined();
  });
});

describe('a cache that fails', () => {
  test('is a miss, never an error, and says so once', async () => {
    const { cache, ask } = openCache(brittleStore);
    await ask('list');
    broken = true;
    expect(cache.find('/list')).toBeUndefined();
    expect((await ask('list')).source).toBe('MISS');
    expect((await ask('list')).source).toBe('MISS');
    expect(logger.lines.map(({ fields }) => fields.error)).toEqual(['the store is away']);
  });

  test('that could not drop what changed is not trusted when it works again', async () => {
    const { cache, ask } = openCache(brittleStore);
    await ask('list');
    broken = true;
    cache.forget(aChange({ products: [1] }));
    broken = false;
    expect(cache.find('/list')).toBeUndefined();
    expect((await ask('list')).source).toBe('MISS');
    expect((await ask('list')).source).toBe('HIT');
  });

  test('that cannot learn of changes by other instances serves and stores nothing', async () => {
    const { cache, ask } = openCache();
    await ask('list');
    isBlind = true;
    expect(cache.find('/list')).toBeUndefined();
    await ask('other');
    isBlind = false;
    expect(cache.find('/other')).toBeUndefined();
  });
});

describe('memory', () => {
  const bytesOf = (count: number) => Buffer.alloc(count, 'x');

  test('stays within its limit, however many different requests come', async () => {
    const { cache } = openCache();
    for (let index = 0; index < 20_000; index += 1) {
      const content: ResponseContent =
        index % 2 === 0 ? { ...list, products: [index, index + 1] } : { ...mug, id: index };
      const response = {
        bytes: bytesOf(index % 3000),
        entityTag: '"a"',
        surrogateKeys: 'product-1 '.repeat(index % 50),
      };
      await cache.respond({
        address: `/products?utm=${index}${'y'.repeat(index % 900)}`,
        key: `products ${index % 4000}`,
        read: async () => ({ response, content }),
      });
    }
    expect(cache.size().bytes).toBeLessThanOrEqual(2 ** 20);
    expect(cache.size().responses).toBeGreaterThan(100);
  });

  test('of zero caches nothing', async () => {
    settings = { ...settings, cacheMegabytes: 0 };
    const { cache, ask } = openCache();
    await ask('list');
    expect([cache.find('/list'), cache.size().responses]).toEqual([undefined, 0]);
  });

  test('follows its setting', async () => {
    const { cache } = openCache();
    settings = { ...settings, cacheMegabytes: 8 };
    const response = { bytes: bytesOf(3 * 2 ** 20), entityTag: '"a"', surrogateKeys: '' };
    await cache.respond({ address: '/a', key: 'a', read: async () => ({ response, content: list }) });
    await cache.respond({ address: '/a', key: 'a', read: async () => ({ response, content: list }) });
    expect(cache.find('/a')).toBeDefined();
  });

  test('is freed by what is dropped', async () => {
    const { cache, ask } = openCache();
    for (let index = 0; index < 100; index += 1) await ask(`list ${index}`);
    for (let index = 0; index < 100; index += 1) await ask(`product ${index}`, { ...mug, id: index });
    cache.forget(aChange({ products: [1] }));
    expect(cache.size().responses).toBe(99);
    cache.forget(aChange({ isEverything: true }));
    expect(cache.size()).toEqual({ responses: 0, bytes: 0 });
  });

  test('is not spent on URLs that nothing links to', async () => {
    const { cache } = openCache();
    const address = `/products?x=${'y'.repeat(4000)}`;
    const read = async () => ({ response: { bytes: bytesOf(1), entityTag: '"a"', surrogateKeys: '' }, content: list });
    await cache.respond({ address, key: 'a', read });
    expect(cache.find(address)).toBeUndefined();
    expect((await cache.respond({ address, key: 'a', read })).source).toBe('HIT');
  });
});
