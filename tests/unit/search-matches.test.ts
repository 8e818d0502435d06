import { expect, test } from 'vitest';
import { mergeSorted } from '../../server/src/catalog/reading/search-matches';

test.each([
  { list: [1, 5], other: [], all: [1, 5] },
  { list: [], other: [2, 3], all: [2, 3] },
  { list: [1, 5, 9], other: [2, 7], all: [1, 2, 5, 7, 9] },
  { list: [1, 5, 9], other: [5, 9, 11], all: [1, 5, 9, 11] },
])('the ids that two searches found, $list and $other, are merged', ({ list, other, all }) => {
  expect([...mergeSorted(Float64Array.from(list), Float64Array.from(other))]).toEqual(all);
});
