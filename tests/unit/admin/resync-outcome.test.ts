import { expect, test } from 'vitest';
import { resyncOutcome } from '../../../admin/src/content-manager/resync-outcome';
import { translateTo } from '../../support/admin/translate';

test.each([
  ['updated', { type: 'success', message: /^Updated/, isSynced: true }],
  ['outdated', { type: 'success', message: /^Already up to date/, isSynced: true }],
  ['removed', { type: 'warning', message: /removed from this site/, isSynced: false }],
  ['absent', { type: 'warning', message: /removed from this site/, isSynced: false }],
  ['held', { type: 'warning', message: /needs your approval/, isSynced: false }],
  ['failed', { type: 'danger', message: /no room$/, isSynced: false }],
] as const)('a record whose resync ended as "%s" is announced as such', async (outcome, expected) => {
  const t = await translateTo('en');
  const reason = outcome === 'failed' ? 'no room' : null;
  expect(resyncOutcome({ id: 7, outcome, reason }, { t, isShown: true })).toEqual({
    ...expected,
    message: expect.stringMatching(expected.message),
  });
});

test('an update that a form with unsaved changes does not show yet is announced with when it will', async () => {
  const t = await translateTo('en');
  const announced = (outcome: 'updated' | 'unchanged') =>
    resyncOutcome({ id: 7, outcome, reason: null }, { t, isShown: false }).message;
  expect(announced('updated')).toMatch(/once you have saved or undone your changes/);
  expect(announced('unchanged')).toBe('Already up to date');
});
