import { expect, test } from 'vitest';
import { marketSetting } from '../../contracts/admin/markets';
import { createSiteMarkets } from '../../server/src/markets/site-markets';
import { definitions } from '../../server/src/settings/definitions';
import { readFixedSettings } from '../../server/src/settings/fixed-settings';
import { plainSettings } from '../../contracts/admin/settings';

const germany = { key: 'de', name: 'Deutschland', channelId: 2, currency: 'EUR', locale: 'de' };
const taken = (given: unknown) => definitions.markets.schema.safeParse(given).success;

const facts = {
  weightUnit: 'kg',
  currency: 'USD',
  name: 'A shop',
  defaultChannelId: 1,
  currencySymbol: '$',
  currencyDecimals: 2,
  currencyPlacement: 'left',
  locale: 'en',
} as const;

function aSite(given: Partial<ReturnType<typeof plainSettings.parse>> = {}) {
  const fallbacks = Object.fromEntries(Object.entries(definitions).map(([name, { fallback }]) => [name, fallback]));
  const plain = plainSettings.parse({ ...fallbacks, ...given });
  return createSiteMarkets({ snapshot: () => ({ plain }) });
}

test('a market without a group is public, one with a group is private unless it says so', () => {
  expect(marketSetting.parse(germany)).toEqual({ ...germany, customerGroupId: null, isPublic: true });
  const wholesale = { ...germany, customerGroupId: 7 };
  expect(marketSetting.parse(wholesale).isPublic).toBe(false);
  expect(marketSetting.parse({ ...wholesale, isPublic: true }).isPublic).toBe(true);
  expect(marketSetting.parse({ ...germany, isPublic: false }).isPublic).toBe(false);
});

test('a currency is kept in capitals', () => {
  expect(marketSetting.parse({ ...germany, currency: 'eur' }).currency).toBe('EUR');
});

test.for([
  ['the key of the default market', { ...germany, key: 'default' }],
  ['a key with other characters', { ...germany, key: 'De_1' }],
  ['no name', { ...germany, name: ' ' }],
  ['a channel that is no id', { ...germany, channelId: 0 }],
  ['no currency', { ...germany, currency: 'euro' }],
  ['a locale with other characters', { ...germany, locale: 'de"' }],
  ['a group that is no id', { ...germany, customerGroupId: 0 }],
  ['an unknown field', { ...germany, group: 7 }],
] as const)('a market with %s is refused', ([, market]) => {
  expect(taken([germany])).toBe(true);
  expect(taken([market])).toBe(false);
});

test('two markets with one key are refused, and more than 50', () => {
  expect(taken([germany, { ...germany, channelId: 3 }])).toBe(false);
  const many = Array.from({ length: 51 }, (_, index) => ({ ...germany, key: `m${index}` }));
  expect([taken(many.slice(1)), taken(many)]).toEqual([true, false]);
});

test('markets come from the environment as JSON, and text that is none stops the start', () => {
  const variable = 'COMMERCE_BRIDGE_MARKETS';
  const { plain, locked } = readFixedSettings({ [variable]: JSON.stringify([germany]) }, {});
  expect(plain.markets).toEqual([{ ...germany, customerGroupId: null, isPublic: true }]);
  expect(locked.markets).toEqual({ source: 'environment', name: variable });
  expect(() => readFixedSettings({ [variable]: '[{' }, {})).toThrow(variable);
});

test('the default market is made of the facts of the store, unless the settings name a channel', () => {
  expect(aSite().default(null)).toBeNull();
  expect(aSite().default(facts)).toEqual({
    key: 'default',
    name: 'A shop',
    channelId: 1,
    currency: 'USD',
    locale: 'en',
    customerGroupId: null,
    isPublic: true,
  });
  expect(aSite({ channelId: 4 }).default(facts)?.channelId).toBe(4);
});

test('a further market is found by its key, and nothing else is', () => {
  const site = aSite({ markets: [marketSetting.parse(germany)] });
  expect(site.find('de')).toMatchObject({ channelId: 2, currency: 'EUR' });
  expect([site.find('default'), site.find('fr'), aSite().further()]).toEqual([undefined, undefined, []]);
});
