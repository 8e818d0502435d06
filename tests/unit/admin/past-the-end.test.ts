import { expect, test } from 'vitest';
import { lastPageBefore } from '../../../admin/src/lib/past-the-end';

test('a page past the end of a list has a last page before it, unless the list is empty', () => {
  expect(lastPageBefore(9, { total: 12, pages: 2 })).toBe(2);
  expect(lastPageBefore(2, { total: 10, pages: 1 })).toBe(1);
  expect(lastPageBefore(2, { total: 12, pages: 2 })).toBeNull();
  expect(lastPageBefore(1, { total: 0, pages: 0 })).toBeNull();
  expect(lastPageBefore(9, { total: 0, pages: 0 })).toBeNull();
});
