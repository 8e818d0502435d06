import { expect, test } from 'vitest';
import { clientPart, storeLimit } from '../../../server/src/storefront/fair-shares';

/** The most that one client gets of so many instances together, however the slots are divided among them. */
function mostOf(limit: number, instances: number, slots = storeLimit): number {
  if (instances === 1) return clientPart(limit, slots);
  const parts = Array.from({ length: slots - instances + 1 }, (_, index) => index + 1);
  return Math.max(...parts.map((part) => clientPart(limit, part) + mostOf(limit, instances - 1, slots - part)));
}

test('the usual limit of one client is kept by up to five instances, however their parts are divided', () => {
  expect([1, 2, 3, 4, 5].map((instances) => mostOf(16, instances))).toEqual([16, 16, 16, 16, 16]);
});

test('a client that comes through all instances gets no more beyond its limit than is documented', () => {
  for (const limit of [1, 2, 8, 16])
    for (const instances of [2, 3, 4, 6]) {
      const beyond = Math.floor(((instances - 1) * (storeLimit - limit)) / storeLimit);
      expect(mostOf(limit, instances), `${limit} on ${instances}`).toBe(Math.max(instances, limit + beyond));
    }
});
