import { describe, expect, test } from 'vitest';
import type { FurtherMarket } from '../../../server/src/markets/site-markets';
import {
  inShort,
  isMarketScope,
  marketNewsOf,
  metafieldScopes,
  neededScopes,
} from '../../../server/src/webhooks/market-scopes';

const market = (given: Partial<FurtherMarket> = {}): FurtherMarket => ({
  key: 'eu',
  name: 'Europe',
  channelId: 2,
  currency: 'EUR',
  locale: 'en',
  customerGroupId: null,
  isPublic: true,
  ...given,
});

describe('the scopes that markets need', () => {
  test('are none without further markets', () => {
    expect(neededScopes([], 'en')).toEqual([]);
  });

  test('are those of price lists, and those of each channel once', () => {
    const scopes = neededScopes([market(), market({ key: 'uk', currency: 'GBP' })], 'en');
    expect(new Set(scopes).size).toBe(scopes.length);
    expect(scopes).toEqual(
      expect.arrayContaining([
        'store/priceList/records/updated',
        'store/priceList/assignment/deleted',
        'store/channel/updated',
        'store/channel/2/product/assigned',
        'store/channel/2/settings/currency/updated',
        'store/channel/2/settings/defaultCustomerGroup/updated',
      ]),
    );
    expect(scopes.every((scope) => isMarketScope(scope) && isMarketScope(`${scope}/`))).toBe(true);
  });

  test('cover languages only where a market has its own texts, and of the group of guests only where it has guests', () => {
    const has = (scopes: string[], part: string) => scopes.some((scope) => scope.includes(part));
    expect(has(neededScopes([market()], 'en'), 'settings/locale')).toBe(false);
    expect(has(neededScopes([market({ locale: 'fr' })], 'en'), 'settings/locale')).toBe(true);
    expect(has(neededScopes([market({ customerGroupId: 3 })], 'en'), 'defaultCustomerGroup')).toBe(false);
  });
});

describe('what a delivery says', () => {
  const record = { listId: 5, variantId: 7, currency: 'EUR' };

  test.each([
    ['store/priceList/record/updated/', { price_list_id: 5, variant_id: 7, currency: 'eur' }],
    ['store/priceList/record/created', { price_list_id: '5', variant_id: 7, currency_code: 'EUR' }],
    ['store/priceList/records/deleted/', [{ price_list_id: 5, variant_id: 7, currency: 'eur' }]],
  ])('%s names prices in lists', (scope, data) => {
    expect(marketNewsOf(scope, data)).toEqual({
      kind: 'changes',
      changes: [{ kind: 'price records', records: [record] }],
    });
  });

  test.each([
    [{ price_list_id: 5, channel_id: 2, customer_group_id: 0 }, 2, null],
    [{ price_list_id: 5, channel_id: null, customer_group_id: 4 }, null, 4],
    [{ price_list_id: 5 }, null, null],
  ])('of an assignment %j is to whom it applies', (data, channelId, customerGroupId) => {
    expect(marketNewsOf('store/priceList/assignment/updated', data)).toEqual({
      kind: 'changes',
      changes: [{ kind: 'price list assignment', channelId, customerGroupId }],
    });
  });

  test('of a product in a category of another channel is the product', () => {
    expect(marketNewsOf('store/channel/2/category/product/assigned', { product_id: 9 })).toEqual({
      kind: 'product',
      productId: 9,
    });
  });

  test.each([
    ['store/priceList/records/updated', { price_list_id: 5 }],
    ['store/priceList/records/updated', [{ price_list_id: 5, variant_id: 7 }]],
    ['store/priceList/updated/', {}],
    ['store/priceLists/deleted/', { price_list_ids: ['five'] }],
    ['store/channel/2/product/assigned', null],
    ['store/priceList/assignment/updated', { channel_id: 'all' }],
  ])('in %s with the data %j is not enough', (scope, data) => {
    expect(marketNewsOf(scope, data)).toBeNull();
  });

  test('in another scope is none of markets', () => {
    expect(marketNewsOf('store/channel/2/metafield/created', {})).toBeUndefined();
    expect(marketNewsOf('store/product/updated', { id: 1 })).toBeUndefined();
  });
});

test('scopes of many channels are named together', () => {
  const of = (count: number) =>
    Array.from({ length: count }, (_, index) => `store/channel/${index + 1}/product/assigned`);
  expect(inShort([...of(1), 'store/priceList/updated'])).toBe(
    'store/channel/1/product/assigned, store/priceList/updated',
  );
  expect(inShort(of(3))).toBe('store/channel/{1,2,3}/product/assigned');
  expect(inShort(of(40))).toBe('store/channel/{1,2,3,4,5,…}/product/assigned');
});

describe('the scopes of metafields', () => {
  test('are needed by sites that read any, in either spelling', () => {
    expect(metafieldScopes([])).toEqual([]);
    expect(metafieldScopes(['care'])).toEqual(
      ['created', 'updated', 'deleted'].map((action) => `store/product/metafield/${action}`),
    );
    expect(isMarketScope('store/product/metafield/created/')).toBe(true);
  });

  test.each(['store/product/metafield/updated', 'store/metafield/updated', 'store/metafield/updated/'])(
    '%s names the product, and perhaps the namespace',
    (scope) => {
      expect(marketNewsOf(scope, { metafield_id: 3, resource_id: '118' })).toEqual({
        kind: 'metafield',
        change: { productId: 118, namespace: null },
      });
      expect(
        marketNewsOf(scope, { metafield_id: 3, resource_id: '118', resource_type: 'product', namespace: 'care' }),
      ).toEqual({ kind: 'metafield', change: { productId: 118, namespace: 'care' } });
    },
  );

  test('of something else than products say nothing that is to be done, and without an id nothing that could be', () => {
    const data = { metafield_id: 3, resource_id: '118', resource_type: 'variant' };
    expect(marketNewsOf('store/metafield/updated', data)).toEqual({ kind: 'metafield', change: null });
    expect(marketNewsOf('store/metafield/updated', { metafield_id: 3 })).toBeNull();
  });
});
