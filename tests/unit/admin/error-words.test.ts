import { expect, test } from 'vitest';
import { errorWords } from '../../../admin/src/lib/error-words';
import { translateTo } from '../../support/admin/translate';

test.each([
  ['en', 'The server can’t be reached. Check your connection and try again.'],
  ['de', 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.'],
])('a server that cannot be reached is said to be so in the administrator’s language (%s)', async (language, words) => {
  const t = await translateTo(language);
  for (const message of ['Failed to fetch', 'NetworkError when attempting to fetch resource.'])
    expect(errorWords({ name: 'TypeError', message, stack: '' }, t)).toBe(words);
});

test('what the server itself says stays in its words, except for a missing permission', async () => {
  const t = await translateTo('en');
  expect(errorWords({ status: 500, name: 'ApplicationError', message: 'disk full' }, t)).toBe('disk full');
  expect(errorWords({ status: 403, name: 'PolicyError', message: 'Policy Failed' }, t)).toMatch(/^Your role/);
  expect(errorWords(undefined, t)).toMatch(/^Something went wrong/);
});
