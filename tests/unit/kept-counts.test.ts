import { expect, test } from 'vitest';
import { seconds } from '../../server/src/lib/durations';
import { createKeptCounts } from '../../server/src/markets/kept-counts';
import type { PartState } from '../../server/src/markets/knex-part-states';
import { ManualClock } from '../support/time/clocks';

const part: PartState = {
  id: 1,
  name: 'membership 3',
  isUnderWay: true,
  completeSince: null,
  begunSince: 0,
  completedAt: null,
  counts: null,
};

/** A site whose part has one more product each time that it is counted. */
function growing() {
  let products = 0;
  let isDown = false;
  const clock = new ManualClock();
  const read = createKeptCounts({
    clock,
    partStates: {
      countMembers: async () => {
        if (isDown) throw new Error('the database is down');
        return new Map([[part.id, (products += 1)]]);
      },
      countPrices: async () => new Map(),
    },
  });
  const count = async (parts: PartState[]) => (await read(parts)).members.get(part.id);
  return { clock, count, setDown: (down: boolean) => (isDown = down) };
}

test('the rows of a market are counted once a minute, however often somebody asks', async () => {
  const { clock, count } = growing();
  expect(await Promise.all([count([part]), count([part])])).toEqual([1, 1]);
  await clock.advance(seconds(59));
  expect(await count([part])).toBe(1);
  await clock.advance(seconds(1));
  expect(await count([part])).toBe(2);
});

test('they are counted again once a pass is complete, and once a part is added or gone', async () => {
  const { count } = growing();
  expect(await count([part])).toBe(1);
  const complete = { ...part, isUnderWay: false, completeSince: 7 };
  expect(await count([complete])).toBe(2);
  expect(await count([{ ...complete, isUnderWay: true }])).toBe(2);
  expect(await count([complete, { ...part, id: 2 }])).toBe(3);
  expect(await count([])).toBe(4);
});

test('a count that failed is tried again at once', async () => {
  const { count, setDown } = growing();
  setDown(true);
  await expect(count([part])).rejects.toThrow('the database is down');
  setDown(false);
  expect(await count([part])).toBe(1);
});
