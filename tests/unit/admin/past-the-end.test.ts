import { expect, test } from 'vitest';
import { lastPageBefore } from '../../../admin/src/lib/past-the-end';

test('a page past the end of a list has a last page before it, unless the list is empty', () => {
  expect(lastPageBefore({ total: 12, page: 9, pages: 2 })).toBe(2);
  expect(lastPageBefore({ total: 10, page: 2, pages: 1 })).toBe(1);
  expect(lastPageBefore({ total: 12, page: 2, pages: 2 })).toBeNull();
  expect(lastPageBefore({ total: 0, page: 1, pages: 0 })).toBeNull();
  expect(lastPageBefore({ total: 0, page: 9, pages: 0 })).toBeNull();
});
