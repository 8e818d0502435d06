import { expect, test } from 'vitest';
import { type CatalogSize, passCosts, secondsFor } from '../../server/src/markets/pass-cost';

const size: CatalogSize = {
  products: 20_000,
  priced: 100_000,
  categories: 300,
  brands: 60,
  soldOn: (channelId) => (channelId === 2 ? 500 : null),
};
const guests = { key: '', locale: 'en', customerGroupId: null };
const home = { ...guests, channelId: 1, currency: 'USD' };

test('a market costs its listing, its tree, and the prices of what its channel sells', () => {
  // 20,000 products in pages of 250, two pages of categories, one of the tree, 100,000 prices by 50, and the
  // currencies.
  const [cost] = passCosts([home], { size, texts: null });
  expect(cost).toEqual({ requests: 80 + 3 + 2_000 + 1, added: 80 + 3 + 2_000 + 1 });
  // For 500 products, 2,500 prices.
  expect(passCosts([{ ...home, channelId: 2 }], { size, texts: null })[0]?.requests).toBe(2 + 3 + 50 + 1);
});

test('what markets share is added once', () => {
  const costs = passCosts([home, { ...home, currency: 'EUR' }, { ...home, customerGroupId: 4 }, home], {
    size,
    texts: null,
  });
  expect(costs.map(({ added }) => added)).toEqual([2_084, 2_000, 2_000, 0]);
  expect(costs.map(({ requests }) => requests)).toEqual([2_084, 2_084, 2_084, 2_084]);
});

test('texts count in another language than the store’s', () => {
  const costOf = (locale: string) => passCosts([{ ...home, locale }], { size, texts: { storeLocale: 'en' } })[0];
  expect(costOf('fr')?.requests).toBe(2_084 + 400 + 6 + 2);
  expect(costOf('en')?.requests).toBe(2_084);
});

test('an empty catalog is still asked for', () => {
  const empty = { ...size, products: 0, priced: 0, categories: 0, brands: 0, soldOn: () => null };
  expect(passCosts([home], { size: empty, texts: null })[0]?.requests).toBe(1 + 2 + 1 + 1);
});

test('the time is that of the quota without its reserve, of which at most half counts', () => {
  expect(secondsFor(1_350, { quota: 150, reserve: 15, window: 30 })).toBe(300);
  expect(secondsFor(150, { quota: 150, reserve: 1_000, window: 30 })).toBe(60);
  expect(secondsFor(0, { quota: 150, reserve: 15, window: 30 })).toBe(0);
});
