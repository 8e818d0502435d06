import { expect, test } from 'vitest';
import { chunksByWeight, chunksOf } from '../../server/src/lib/chunks';

test('a list in chunks keeps its order, and only the last chunk is smaller', () => {
  expect([chunksOf([1, 2, 3, 4, 5], 2), chunksOf([1, 2], 2), chunksOf([], 2)]).toEqual([
    [[1, 2], [3, 4], [5]],
    [[1, 2]],
    [],
  ]);
});

test('chunks by weight contain as much as fits, and an item that is too heavy gets its own', () => {
  const weightOf = (item: number) => item;
  expect([
    chunksByWeight([3, 3, 3, 9, 1, 5], { most: 6, weightOf }),
    chunksByWeight([], { most: 6, weightOf }),
  ]).toEqual([[[3, 3], [3], [9], [1, 5]], []]);
});
