import { describe, expect, test } from 'vitest';
import { idsOf, moved, valueOf } from '../../../admin/src/field/choice';

describe('a product selection', () => {
  test.each([
    { what: 'nothing yet', stored: undefined, ids: [] },
    { what: 'nothing', stored: null, ids: [] },
    { what: 'one', stored: 7, ids: [7] },
    { what: 'a list, each once', stored: [7, 8, 7], ids: [7, 8] },
    { what: 'a list with what names no product', stored: ['x', 0, -1, 1.5, { id: 7 }, 9], ids: [9] },
  ])('is read from the stored value: $what', ({ stored, ids }) => {
    expect(idsOf(stored)).toEqual(ids);
  });

  test('is stored as an id or a list of ids, or as null if empty, so that a required field notices', () => {
    expect(valueOf([7], false)).toBe(7);
    expect(valueOf([7, 8], true)).toEqual([7, 8]);
    expect(valueOf([], true)).toBeNull();
    expect(valueOf([], false)).toBeNull();
  });

  test.each([
    [{ from: 2, to: 1 }, [1, 3, 2, 4]],
    [{ from: 0, to: 3 }, [2, 3, 4, 1]],
    [{ from: 0, to: 99 }, [2, 3, 4, 1]],
    [{ from: 3, to: -1 }, [4, 1, 2, 3]],
    [{ from: 9, to: 0 }, [1, 2, 3, 4]],
  ])('keeps the order of the others when one is moved: %j', (move, expected) => {
    expect(moved([1, 2, 3, 4], move)).toEqual(expected);
  });
});
