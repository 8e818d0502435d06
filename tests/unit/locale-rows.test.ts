import { expect, test } from 'vitest';
import { localeRows, withMarkets } from '../../admin/src/pages/settings/markets/locale-rows';

const locales = [
  { code: 'en', name: 'English (en)' },
  { code: 'de', name: 'German (de)' },
];

test('each locale of the site has a row, and each that is mapped although the site no longer has it', () => {
  expect(localeRows(locales, { de: 'eu-de', fr: 'eu-fr' })).toEqual([
    { code: 'en', name: 'English (en)', market: 'default' },
    { code: 'de', name: 'German (de)', market: 'eu-de' },
    { code: 'fr', name: 'fr', market: 'eu-fr' },
  ]);
});

test('a locale is mapped to a market, and to none as soon as it has the default one', () => {
  const german = { code: 'de', market: 'eu-de' };
  expect(withMarkets({ fr: 'eu-fr' }, [german])).toEqual({ fr: 'eu-fr', de: 'eu-de' });
  expect(withMarkets({ fr: 'eu-fr' }, [german, { code: 'de', market: 'default' }])).toEqual({ fr: 'eu-fr' });
});
