import { beforeEach, expect, test } from 'vitest';
import { createInTurn } from '../../server/src/lib/in-turn';

let caller: string;
let begun: string[];
let inTurn: ReturnType<typeof createInTurn>;

beforeEach(() => {
  begun = [];
  inTurn = createInTurn(() => caller);
});

async function* twoOf(name: string): AsyncGenerator<string> {
  begun.push(name);
  yield `${name} 1`;
  yield `${name} 2`;
}

/** Reads all items, or only the first one. */
async function read(name: string, { of = name, isLeft = false } = {}): Promise<string[]> {
  caller = of;
  const found: string[] = [];
  for await (const item of inTurn(twoOf(name))) {
    found.push(item);
    if (isLeft) break;
  }
  return found;
}

test('one begins when the one before it has ended', async () => {
  const [one, other] = [read('one'), read('other')];

  expect([await one, begun]).toEqual([
    ['one 1', 'one 2'],
    ['one', 'other'],
  ]);
  expect(await other).toEqual(['other 1', 'other 2']);
});

test('one begins when the one before it was left', async () => {
  const [one, other] = [read('one', { isLeft: true }), read('other')];

  expect([await one, await other]).toEqual([['one 1'], ['other 1', 'other 2']]);
});

test('callers come in turn, no matter how much one of them has waiting', async () => {
  const ofMany = ['many 1', 'many 2', 'many 3'].map((name) => read(name, { of: 'many' }));
  await Promise.all([...ofMany, read('one')]);

  expect(begun).toEqual(['many 1', 'many 2', 'one', 'many 3']);
});

test('one that fails lets the next one begin', async () => {
  caller = 'a';
  const failing = inTurn({
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('no database')) }),
  });
  const other = read('other');

  await expect(failing.next()).rejects.toThrow('no database');
  expect(await other).toEqual(['other 1', 'other 2']);
});
