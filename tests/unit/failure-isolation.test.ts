import { expect, test } from 'vitest';
import { createFailureIsolation } from '../../server/src/sync/freshness/failure-isolation';

const failTimes = (isolation: ReturnType<typeof createFailureIsolation>, times: number) =>
  Array.from({ length: times }, () => isolation.failed(isolation.size()));

test('half as many products are requested after each failure, and all again after a response', () => {
  const isolation = createFailureIsolation(47);
  const sizes = Array.from({ length: 7 }, () => {
    const size = isolation.size();
    isolation.failed(size);
    return size;
  });
  expect(sizes).toEqual([47, 23, 11, 5, 2, 1, 1]);
  isolation.succeeded();
  expect(isolation.size()).toBe(47);
});

test('after eight failures in a row, everything waits, longer and longer', () => {
  const isolation = createFailureIsolation(10);
  expect(failTimes(isolation, 10)).toEqual([...Array<null>(7).fill(null), 0, 1, 2]);
  isolation.succeeded();
  expect(failTimes(isolation, 8)).toEqual([...Array<null>(7).fill(null), 0]);
});

test('a product that fails alone is to blame once the store has responded to others since', () => {
  const isolation = createFailureIsolation(10);
  expect([isolation.isToBlame(7), isolation.isToBlame(7)]).toEqual([false, false]);
  isolation.succeeded();
  expect([isolation.isToBlame(7), isolation.isToBlame(8)]).toEqual([true, false]);
});

test('a product that fails alone while the store is failing is not to blame', () => {
  const isolation = createFailureIsolation(1);
  isolation.isToBlame(7);
  failTimes(isolation, 8);
  isolation.succeeded();
  expect(isolation.isToBlame(7)).toBe(false);
});
