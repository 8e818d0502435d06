import { expect, test } from 'vitest';
import { secretFace } from '../../../admin/src/components/settings-form/secret-face';

const stored = { isSet: true, lastFour: '1234', enterAgain: false };
const unset = { isSet: false, lastFour: null, enterAgain: false };
const state = { entry: '', stored, isLocked: false, isReplacing: false };

test('a stored secret is kept until the administrator replaces or removes it', () => {
  expect(secretFace(state)).toBe('kept');
  expect(secretFace({ ...state, isReplacing: true })).toBe('replacing');
  expect(secretFace({ ...state, entry: null })).toBe('removed');
});

test('a secret that came with the text of an API account is shown as one that is being entered', () => {
  expect(secretFace({ ...state, entry: 'from the file' })).toBe('replacing');
});

test('a secret that is not set, or can no longer be decrypted, is requested', () => {
  expect(secretFace({ ...state, stored: unset })).toBe('empty');
  expect(secretFace({ ...state, stored: { ...stored, enterAgain: true } })).toBe('empty');
});

test('a secret from the environment is always locked', () => {
  expect(secretFace({ ...state, isLocked: true, stored: unset, entry: null, isReplacing: true })).toBe('locked');
});
