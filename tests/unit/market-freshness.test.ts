import { expect, test } from 'vitest';
import { nextTogether } from '../../server/src/sync/market-freshness';

const mark = { askedVersion: 1, dueAt: 0 };

const due = (count: number, attempts: number, from = 1) =>
  Array.from({ length: count }, (_, place) => ({ id: from + place, attempts, step: 0, mark }));

test('products that were never asked for are read together', () => {
  expect(nextTogether(due(47, 0))).toHaveLength(47);
  expect(nextTogether([])).toEqual([]);
});

test('products that failed are read with others that failed as often, and fewer and fewer of them', () => {
  const waiting = [...due(20, 2), ...due(20, 0, 100)];
  expect(nextTogether(waiting)).toEqual(due(10, 2));
  expect(nextTogether(due(20, 3))).toEqual(due(1, 3));
  expect(nextTogether([...due(1, 1), ...due(3, 3, 10), ...due(2, 1, 20)]).map(({ id }) => id)).toEqual([1, 20, 21]);
});
