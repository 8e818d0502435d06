import { expect, test } from 'vitest';
import { secretDisplay } from '../../../admin/src/components/settings-form/secret-display';

const stored = { isSet: true, lastFour: '1234', enterAgain: false };
const unset = { isSet: false, lastFour: null, enterAgain: false };
const state = { entry: '', stored, isLocked: false, isReplacing: false };

test('a stored secret is kept until the administrator replaces or removes it', () => {
  expect(secretDisplay(state)).toBe('kept');
  expect(secretDisplay({ ...state, isReplacing: true })).toBe('replacing');
  expect(secretDisplay({ ...state, entry: null })).toBe('removed');
});

test('a secret that came with the text of an API account is shown as one that is being entered', () => {
  expect(secretDisplay({ ...state, entry: 'from the file' })).toBe('replacing');
});

test('a secret that is not set, or can no longer be decrypted, is requested', () => {
  expect(secretDisplay({ ...state, stored: unset })).toBe('empty');
  expect(secretDisplay({ ...state, stored: { ...stored, enterAgain: true } })).toBe('empty');
});

test('a secret from the environment is always locked', () => {
  expect(secretDisplay({ ...state, isLocked: true, stored: unset, entry: null, isReplacing: true })).toBe('locked');
});
