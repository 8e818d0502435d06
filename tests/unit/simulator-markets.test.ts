import { describe, expect, test } from 'vitest';
import type { ChannelLocale } from '../../simulator/src/markets/model';
import { localePrefix, resolveLocale, textOf } from '../../simulator/src/markets/texts';

const locale = (code: string, changes: Partial<ChannelLocale> = {}): ChannelLocale => ({
  code,
  status: 'ACTIVE',
  isDefault: false,
  path: '',
  ...changes,
});
const locales = [
  locale('en', { isDefault: true }),
  locale('fr'),
  locale('de', { status: 'INACTIVE' }),
  locale('pt-BR'),
];

describe('the locale of a query', () => {
  test.each([
    ['the directive before the header', 'fr', 'pt-BR', 'fr'],
    ['the default for a locale that is misspelled', 'frr', 'fr', 'en'],
    ['the default for a locale that is not active', 'de', undefined, 'en'],
    ['the header without a directive', undefined, 'fr', 'fr'],
    ['the most wanted language of the header', undefined, 'fr;q=0.5, pt-br;q=0.9, de', 'pt-BR'],
    ['the language of a regional one', undefined, 'fr-CA', 'fr'],
    ['the default for languages that nobody has', undefined, 'ja, *;q=0.1', 'en'],
    ['the default without both', undefined, undefined, 'en'],
  ])('is %s', (_name, ...[directive, acceptLanguage, expected]) => {
    expect(resolveLocale(locales, { directive, acceptLanguage })).toBe(expected);
  });
});

test('each text falls back on its own', () => {
  const texts = { name: 'Tasse' };
  expect([textOf(texts, 'name', 'Cup'), textOf(texts, 'description', 'A cup')]).toEqual(['Tasse', 'A cup']);
});

test('an empty translation is a translation', () => {
  expect(textOf({ description: '' }, 'description', 'A cup')).toBe('');
});

test('the default locale has no prefix without its own path, others have their code', () => {
  expect(locales.map(localePrefix)).toEqual(['', '/fr', '/de', '/pt-BR']);
  expect(localePrefix(locale('en', { isDefault: true, path: 'us' }))).toBe('/us');
});
