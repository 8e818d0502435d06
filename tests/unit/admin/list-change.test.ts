import { expect, test } from 'vitest';
import { withChange } from '../../../admin/src/lib/list-change';

const europe = { key: 'eu', name: 'Europe', currency: 'EUR' };
const britain = { key: 'uk', name: 'Britain', currency: 'GBP' };
const renamed = { ...europe, name: 'Mainland' };

test('an item is added, changed, or removed among the others as they are now', () => {
  expect(withChange([britain], { from: null, to: europe })).toEqual([britain, europe]);
  expect(withChange([europe, britain], { from: europe, to: renamed })).toEqual([renamed, britain]);
  expect(withChange([europe, britain], { from: europe, to: null })).toEqual([britain]);
});

test('an item that somebody else added, changed, or removed meanwhile is not overwritten', () => {
  expect(withChange([renamed], { from: null, to: europe })).toBeNull();
  expect(withChange([renamed], { from: europe, to: { ...europe, currency: 'GBP' } })).toBeNull();
  expect(withChange([renamed], { from: europe, to: null })).toBeNull();
  expect(withChange([], { from: europe, to: europe })).toBeNull();
});
