import { expect, test } from 'vitest';
import { plainSettings } from '../../contracts/admin/settings';
import { milliseconds } from '../../server/src/lib/durations';
import { createSiteMarkets } from '../../server/src/markets/site-markets';
import { definitions } from '../../server/src/settings/definitions';
import { readFixedSettings } from '../../server/src/settings/fixed-settings';
import { createSettingsService } from '../../server/src/settings/settings-service';
import { memorySettings } from '../support/instances/memory-settings';

const eu = { key: 'eu', name: 'Europe', channelId: 2, currency: 'EUR', locale: 'de' };
const environment = (markets: unknown, marketOfLocale: unknown) => ({
  ...(markets !== undefined && { COMMERCE_BRIDGE_MARKETS: JSON.stringify(markets) }),
  COMMERCE_BRIDGE_MARKET_OF_LOCALE: JSON.stringify(marketOfLocale),
});

function aService(variables: Record<string, string> = {}) {
  return createSettingsService({
    fixed: readFixedSettings(variables, {}),
    sealer: null,
    clock: { now: () => new Date(0), monotonic: () => milliseconds(0), wait: () => Promise.resolve() },
    store: memorySettings(),
  });
}

test.for([
  ['a locale that Strapi cannot have', { 'de"': 'eu' }],
  ['a locale that is a name of objects', { constructor: 'eu' }],
  ['a key that no market can have', { de: 'EU' }],
  ['no key', { de: null }],
  ['a list', [['de', 'eu']]],
  ['text', 'de=eu'],
  ['too many locales', Object.fromEntries(Array.from({ length: 101 }, (_, place) => [`de-x${100 + place}`, 'eu']))],
] as const)('locales with %s are refused', ([, mapped]) => {
  const taken = (given: unknown) => definitions.marketOfLocale.schema.safeParse(given).success;
  expect(taken({ de: 'eu', 'pt-BR': 'default', 'zh-Hans-CN': 'eu' })).toBe(true);
  expect(taken(mapped)).toBe(false);
});

test('they come from the environment as JSON; a market that is none stops the start', () => {
  const { plain, locked } = readFixedSettings(environment([eu], { de: 'eu', en: 'default' }), {});
  expect(plain.marketOfLocale).toEqual({ de: 'eu', en: 'default' });
  expect(locked.marketOfLocale).toMatchObject({ name: 'COMMERCE_BRIDGE_MARKET_OF_LOCALE' });
  expect(() => readFixedSettings(environment([eu], { de: 'us' }), {})).toThrow(/de to the market us.*default, eu/);
  // The markets may be configured in the admin panel instead.
  expect(readFixedSettings(environment(undefined, { de: 'us' }), {}).plain.marketOfLocale).toEqual({ de: 'us' });
});

test('a change is refused that leaves a locale with a market that does not exist', async () => {
  const settings = aService();
  const refused = { code: 'invalid_settings', message: expect.stringMatching(/marketOfLocale maps the locale de/) };
  await expect(settings.update({ marketOfLocale: { de: 'eu' } })).rejects.toMatchObject(refused);
  await settings.update({ markets: [eu], marketOfLocale: { de: 'eu' } });
  await expect(settings.update({ markets: [] })).rejects.toMatchObject(refused);
  await expect(settings.update({ markets: [{ ...eu, name: 'EU' }] })).resolves.toMatchObject({
    marketOfLocale: { de: 'eu' },
  });
  await expect(settings.update({ markets: [], marketOfLocale: {} })).resolves.toMatchObject({ markets: [] });

  const fixed = aService(environment(undefined, { de: 'eu' }));
  await fixed.update({ markets: [eu] });
  await expect(fixed.update({ markets: [] })).rejects.toMatchObject(refused);
});

test('a locale without a market has the default one', () => {
  const fallbacks = Object.fromEntries(Object.entries(definitions).map(([name, { fallback }]) => [name, fallback]));
  const marketsOf = (given: object) => {
    const plain = plainSettings.parse({ ...fallbacks, ...given });
    return createSiteMarkets({ snapshot: () => ({ plain }) });
  };
  const site = marketsOf({ marketOfLocale: { de: 'eu' } });
  expect(['de', 'de-AT', 'DE', 'constructor', ''].map((locale) => site.keyOfLocale(locale))).toEqual([
    'eu',
    ...Array.from({ length: 4 }, () => 'default'),
  ]);
  expect([site.hasLocales(), marketsOf({}).hasLocales()]).toEqual([true, false]);
});
