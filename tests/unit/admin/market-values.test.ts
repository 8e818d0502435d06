import { expect, test } from 'vitest';
import type { MarketChoices } from '../../../contracts/admin/market-desk';
import {
  channelOptions,
  currencyOptions,
  groupOptions,
  localeOptions,
} from '../../../admin/src/pages/settings/markets/market-options';
import {
  barePlace,
  keyProblem,
  toMarketUpdate,
  toMarketValues,
  withChannel,
  withGroup,
} from '../../../admin/src/pages/settings/markets/market-values';

const t = (key: string, values: object = {}) =>
  [key.replace('commerce-bridge.markets.', ''), ...Object.values(values)].join(' ');
const market = {
  key: 'eu',
  name: 'Europe',
  channelId: 3,
  currency: 'EUR',
  locale: 'en',
  customerGroupId: null,
  isPublic: true,
};
const listed = { unreadable: 0, failure: null };
const refused = { message: 'no', code: null, values: {}, scope: 'some_scope' };
const choices: MarketChoices = {
  channels: {
    ...listed,
    currencyFailure: null,
    items: [
      { id: 1, name: 'Home', isOffered: true, status: 'active', currencies: ['USD'], defaultCurrency: 'USD' },
      { id: 2, name: 'Counter', isOffered: false, status: 'active', currencies: null, defaultCurrency: null },
      { id: 3, name: 'Abroad', isOffered: true, status: 'active', currencies: null, defaultCurrency: null },
    ],
  },
  currencies: {
    ...listed,
    items: [
      { code: 'USD', name: 'US Dollar', isEnabled: true, isTransactional: true },
      { code: 'GBP', name: '', isEnabled: true, isTransactional: false },
      { code: 'CHF', name: 'Franc', isEnabled: false, isTransactional: true },
    ],
  },
  customerGroups: { ...listed, items: [{ id: 5, name: 'Wholesale' }] },
};

test('storefronts that are on can be chosen, and what is chosen stays with its name', () => {
  const labels = (chosen: number | null, channels = choices.channels) =>
    channelOptions(channels, { chosen, t }).map(({ label }) => label);
  expect(labels(null)).toEqual(['Home', 'Abroad']);
  expect(labels(2)).toEqual(['Home', 'Abroad', 'choice.off Counter']);
  expect(labels(9)).toEqual(['Home', 'Abroad', 'choice.gone choice.channel 9']);
  expect(labels(9, { ...choices.channels, items: [], failure: refused })).toEqual(['choice.channel 9']);
});

test('currencies are those that the storefront shows, or those of the store', () => {
  const labels = (channelId: number, chosen = '') =>
    currencyOptions(choices, { channelId, chosen, t }).map(({ label }) => label);
  expect(labels(1)).toEqual(['US Dollar (USD)']);
  expect(labels(3)).toEqual(['US Dollar (USD)', 'choice.display GBP']);
  expect(labels(1, 'JPY')).toEqual(['US Dollar (USD)', 'choice.gone choice.currency JPY']);
});

test('guests come before the groups, and a language is called by its name', () => {
  const groups = groupOptions(choices.customerGroups, { chosen: 8, t }).map(({ label }) => label);
  expect(groups).toEqual(['guests', 'Wholesale', 'choice.gone choice.group 8']);
  const language = (code: string) => code.toUpperCase();
  expect(localeOptions(['en'], { chosen: 'fr', language }).map(({ label }) => label)).toEqual(['EN', 'FR']);
});

test.each([
  ['', 'key.form'],
  ['EU', 'key.form'],
  ['a'.repeat(33), 'key.form'],
  ['default', 'key.default'],
  ['us', 'key.taken'],
  [' eu-2 ', null],
])('the key %j has the problem %s', (key, problem) => {
  expect(keyProblem(key, ['us'])).toBe(problem && `commerce-bridge.markets.${problem}`);
});

test('what is saved is what was opened, and nothing while something is not chosen', () => {
  expect(toMarketUpdate(toMarketValues(market))).toEqual(market);
  expect(toMarketUpdate(toMarketValues(null))).toBeNull();
});

test('another storefront has its own currency and language, and prices of a group become private', () => {
  const values = toMarketValues(market);
  expect(withChannel(values, 1, 'USD')).toMatchObject({ channelId: 1, currency: 'USD', locale: '' });
  const private_ = withGroup(values, 5);
  expect(private_.isPublic).toBe(false);
  expect(withGroup({ ...private_, isPublic: true }, 6).isPublic).toBe(true);
  expect(withGroup(private_, null).isPublic).toBe(true);
});

test('what a market costs depends on whether it has texts of its own, and not on its name', () => {
  const place = { channelId: 3, currency: 'EUR', locale: 'en', customerGroupId: null };
  expect(barePlace(market)).toEqual(place);
  expect(barePlace({ ...market, hasOwnTexts: true })).toEqual({ ...place, hasOwnTexts: true });
});
