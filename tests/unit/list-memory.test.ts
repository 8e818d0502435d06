import { beforeEach, expect, test } from 'vitest';
import type { ListDependency } from '../../server/src/catalog/changes/list-dependencies';
import { createListMemory, type ListMemory, type MemoryKind } from '../../server/src/catalog/reading/list-memory';
import { aChange } from '../support/shops/changed-ids';
import { settled } from '../support/time/clocks';

let now: number;
let memory: ListMemory;
let counts: MemoryKind<number>;
let computed: string[];

beforeEach(() => {
  now = 0;
  computed = [];
  memory = createListMemory({ loop: { now: () => now } });
  counts = memory.kindOf<number>(3);
});

const remember = (
  key: string,
  dependencies: readonly ListDependency[] = ['presence'],
  value: () => Promise<number> = async () => computed.length,
) =>
  memory.remember(counts, { key, dependencies }, () => {
    computed.push(key);
    return value();
  });

test('a result is cached for a second, and then computed again', async () => {
  await remember('a');
  now = 999;
  await remember('a');
  expect(computed).toEqual(['a']);
  now = 1000;
  await remember('a');
  expect(computed).toEqual(['a', 'a']);
});

test('a result that takes longer than a second is computed once for all who wait for it', async () => {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const first = remember('slow', [], () => finished.then(() => 7));
  now = 5000;
  const second = remember('slow');
  finish();
  expect([await first, await second, computed]).toEqual([7, 7, ['slow']]);
  await remember('slow');
  expect(computed).toEqual(['slow', 'slow']);
});

test('a result that does not come within half a minute is computed again', async () => {
  void remember('stuck', [], () => new Promise(() => {}));
  now = 30_000;
  await remember('stuck');
  expect(computed).toEqual(['stuck', 'stuck']);
});

test('a change drops exactly the results that depend on it', async () => {
  const fill = async () => {
    await remember('by date', ['presence', 'created']);
    await remember('in stock', ['presence', 'stock']);
  };
  await fill();
  memory.forget(aChange({ products: [1], dependencies: ['stock', 'price'] }));
  await fill();
  expect(computed).toEqual(['by date', 'in stock', 'in stock']);
});

test.each<[string, Parameters<typeof aChange>[0], string[]]>([
  ['of a description', { products: [1] }, []],
  ['of the store’s units', { isStoreChanged: true }, []],
  ['of a category', { categories: [1] }, ['a', 'b']],
  ['of a brand', { brands: [1] }, ['a', 'b']],
  ['of everything', { isEverything: true }, ['a', 'b']],
])('a change %s', async (_, change, again) => {
  await remember('a', ['presence']);
  await remember('b', ['presence', 'title']);
  computed = [];
  memory.forget(aChange(change));
  await remember('a', ['presence']);
  await remember('b', ['presence', 'title']);
  expect(computed).toEqual(again);
});

test('a change in a further market drops exactly the results that depend on one', async () => {
  const fill = async () => {
    await remember('in the default market');
    await memory.remember(counts, { key: 'in a market', dependencies: ['text'], isOfMarket: true }, async () =>
      computed.push('in a market'),
    );
  };
  await fill();
  memory.forget(aChange({ marketParts: ['texts 3 fr'] }));
  await fill();
  expect(computed).toEqual(['in the default market', 'in a market', 'in a market']);
});

test('a request after a change does not get a result whose computation started before it', async () => {
  let finish: (value: number) => void = () => undefined;
  const before = remember('a', ['presence'], () => new Promise((resolve) => (finish = resolve)));
  memory.forget(aChange({ products: [1], dependencies: ['presence'] }));
  const after = remember('a', ['presence'], async () => 2);
  finish(1);
  expect(await Promise.all([before, after])).toEqual([1, 2]);
  expect(await remember('a')).toBe(2);
});

test('a failed computation is tried again', async () => {
  await expect(remember('a', [], async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await settled();
  expect(await remember('a', [], async () => 7)).toBe(7);
});

test('the oldest results are evicted', async () => {
  for (const key of ['a', 'b', 'c', 'd', 'b', 'a']) await remember(key);
  expect(computed).toEqual(['a', 'b', 'c', 'd', 'a']);
});
