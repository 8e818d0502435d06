import { expect, test } from 'vitest';
import { chunksOf } from '../../server/src/lib/chunks';

test('a list in chunks keeps its order, and only the last chunk is smaller', () => {
  expect([chunksOf([1, 2, 3, 4, 5], 2), chunksOf([1, 2], 2), chunksOf([], 2)]).toEqual([
    [[1, 2], [3, 4], [5]],
    [[1, 2]],
    [],
  ]);
});
