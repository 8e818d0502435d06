import { expect, test } from 'vitest';
import { createDryIds } from '../../server/src/markets/dry-ids';
import type { PartIds } from '../../server/src/markets/knex-part-rows';

const part = 7;

/** A database that contains these ids of one part, none of which was seen recently. */
const stored = (ids: readonly number[]): PartIds => ({
  among: async (_part, some) => some.filter((id) => ids.includes(id)),
  count: async () => ids.length,
  seen: async () => [],
  unseen: async ({ after, limit }) => ids.filter((id) => id > after).slice(0, limit),
});
const upTo = (count: number) => Array.from({ length: count }, (_, place) => place + 1);

test('what no response showed is found beyond any number of ids that one did', async () => {
  const dry = createDryIds(stored(upTo(30)));
  dry.note(part, { shown: upTo(25), created: 0 });
  const unseen = (after: number) => dry.ids.unseen({ partId: part, since: 1, after, limit: 4 });
  expect(await unseen(0)).toEqual([26, 27, 28, 29]);
  expect(await unseen(29)).toEqual([30]);
  expect(await unseen(30)).toEqual([]);
});

test('what would be new counts, once, however often it is said', async () => {
  const dry = createDryIds(stored([1, 2]));
  for (let tries = 0; tries < 2; tries += 1) dry.note(part, { shown: [2, 3, 4], created: 2 });
  expect(await dry.ids.count(part)).toBe(4);
  expect(await dry.ids.seen({ partId: part, since: 1, limit: 2 })).toEqual([2, 3]);
});

test('what a part would have is known once its pass is complete', () => {
  const dry = createDryIds(stored([1]));
  dry.note(part, { shown: [1, 5], created: 1 });
  expect(dry.known(part)).toBeNull();
  dry.complete(part);
  expect([...(dry.known(part) ?? [])]).toEqual([1, 5]);
  expect(dry.known(part + 1)).toBeNull();
});
