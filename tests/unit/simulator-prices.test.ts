import { describe, expect, test } from 'vitest';
import type { CustomerGroup, PriceList, PriceListAssignment, PriceRecord } from '../../simulator/src/markets/model';
import { chooseSource, type PriceSource, type Shopper } from '../../simulator/src/markets/price-choice';
import { quoteOf, roundTo, type QuoteQuestion } from '../../simulator/src/markets/quote';

const list = (id: number, changes: Partial<PriceList> = {}): PriceList => ({
  id,
  name: `List ${id}`,
  active: true,
  prices_entered_with_tax: null,
  created: 0,
  modified: 0,
  ...changes,
});
const group = (changes: Partial<CustomerGroup> = {}): CustomerGroup => ({
  id: 7,
  name: 'Wholesale',
  is_default: false,
  is_group_for_guests: false,
  category_access: { type: 'all' },
  discount_rules: [],
  created: 0,
  modified: 0,
  ...changes,
});
const assignment = (listId: number, groupId: number | null, channelId: number | null): PriceListAssignment => ({
  id: listId,
  price_list_id: listId,
  customer_group_id: groupId,
  channel_id: channelId,
});
const record = (changes: Partial<PriceRecord> = {}): PriceRecord => ({
  price_list_id: 1,
  variant_id: 1,
  product_id: 1,
  currency: 'EUR',
  price: null,
  sale_price: null,
  retail_price: null,
  map_price: null,
  bulk_pricing_tiers: [],
  created: 0,
  modified: 0,
  ...changes,
});

describe('which source of prices wins', () => {
  const lists = [list(1), list(2), list(3)];
  const all = [assignment(1, 7, 2), assignment(2, 7, null), assignment(3, null, 2)];
  const member: Shopper = { kind: 'guest or member', group: group() };
  const chosen = (
    assignments: PriceListAssignment[],
    options: { shopper?: Shopper; channel?: number; lists?: PriceList[] } = {},
  ): unknown => {
    const known = { lists: options.lists ?? lists, assignments };
    const source = chooseSource(known, options.shopper ?? member, options.channel ?? 2);
    return source.kind === 'list' ? source.list.id : source.kind;
  };
  const discounted = group({ discount_rules: [{ type: 'all', method: 'percent', amount: 10 }] });

  test('the list of the group on this channel comes first', () => {
    expect(chosen(all)).toBe(1);
  });

  test('the list of the group comes second', () => {
    expect(chosen(all, { channel: 1 })).toBe(2);
  });

  test("the group's discounts come before the list of the channel", () => {
    const shopper: Shopper = { kind: 'guest or member', group: discounted };
    expect(chosen([assignment(3, null, 2)], { shopper })).toBe('discounts');
  });

  test('the list of the channel comes before the catalog', () => {
    expect(chosen([assignment(3, null, 2)])).toBe(3);
    expect(chosen([assignment(3, null, 2)], { channel: 1 })).toBe('catalog');
  });

  test('guests without a group get the list of the channel', () => {
    expect(chosen(all, { shopper: { kind: 'guest or member', group: null } })).toBe(3);
  });

  test('who asks for catalog prices gets them', () => {
    expect(chosen(all, { shopper: { kind: 'plain' } })).toBe('catalog');
  });

  test('lists that are not active do nothing', () => {
    expect(chosen(all, { lists: [list(1, { active: false }), list(2), list(3)] })).toBe(2);
  });

  test('0 on one side of an assignment means all, as null does', () => {
    expect(chosen([assignment(3, 0, 2)])).toBe(3);
  });

  test('a list can be given by a rule of the group', () => {
    const ruled = group({ discount_rules: [{ type: 'price_list', price_list_id: 3 }] });
    expect(chosen([], { shopper: { kind: 'guest or member', group: ruled } })).toBe(3);
  });
});

describe('a quote', () => {
  const fromList: PriceSource = { kind: 'list', list: list(1) };
  const question = (changes: Partial<QuoteQuestion> = {}): QuoteQuestion => ({
    catalog: { price: 20, salePrice: 15, retailPrice: 30, mapPrice: null, bulk: [] },
    product: { id: 1, categories: [4] },
    source: { kind: 'catalog' },
    record: undefined,
    currency: { rate: 1, decimal_places: 2 },
    adjustment: 0,
    ...changes,
  });

  test('of the catalog has the sale price as what is charged', () => {
    expect(quoteOf(question())).toMatchObject({ price: 20, salePrice: 15, retailPrice: 30, calculated: 15 });
  });

  test('is converted by the rate and rounded to the decimals of the currency', () => {
    const euros = quoteOf(question({ currency: { rate: 0.849, decimal_places: 2 } }));
    expect([euros.price, euros.calculated]).toEqual([16.98, 12.74]);
    expect(quoteOf(question({ currency: { rate: 151.37, decimal_places: 0 } })).calculated).toBe(2271);
  });

  test("prefers the record's sale, then its price, to everything of the catalog, and does not convert them", () => {
    const currency = { rate: 2, decimal_places: 2 };
    const priced = quoteOf(question({ source: fromList, record: record({ price: 18 }), currency }));
    expect(priced).toMatchObject({ price: 18, salePrice: null, calculated: 18, retailPrice: 60 });
    const onSale = quoteOf(question({ source: fromList, record: record({ price: 18, sale_price: 17 }), currency }));
    expect(onSale).toMatchObject({ price: 18, salePrice: 17, calculated: 17 });
  });

  test('without a record in the chosen list is that of the catalog', () => {
    expect(quoteOf(question({ source: fromList }))).toEqual(quoteOf(question()));
  });

  test('without a record in a list that overrides the tax setting has no price', () => {
    const source: PriceSource = { kind: 'list', list: list(1, { prices_entered_with_tax: true }) };
    expect(quoteOf(question({ source }))).toMatchObject({ price: null, calculated: null, retailPrice: null, bulk: [] });
    expect(quoteOf(question({ source, record: record({ price: 9 }) })).calculated).toBe(9);
  });

  test.each([
    ['of the product', { type: 'product', product_id: 1, method: 'price', amount: 11 }, 11],
    ['of a category', { type: 'category', category_id: 4, method: 'fixed', amount: 4 }, 11],
    ['of another category', { type: 'category', category_id: 5, method: 'fixed', amount: 4 }, 13.5],
  ] as const)('has the most specific discount of the group: one %s', (_name, rule, expected) => {
    const rules = [{ type: 'all' as const, method: 'percent' as const, amount: 10 }, rule];
    expect(quoteOf(question({ source: { kind: 'discounts', rules } })).calculated).toBe(expected);
  });

  test('has bulk prices of the product only without a record', () => {
    const tier = { quantity_min: 5, quantity_max: null, type: 'fixed' as const, amount: 10 };
    const catalog = { ...question().catalog, bulk: [tier] };
    const currency = { rate: 0.5, decimal_places: 2 };
    expect(quoteOf(question({ catalog, currency })).bulk).toEqual([{ ...tier, amount: 5 }]);
    expect(quoteOf(question({ catalog, source: fromList, record: record({ price: 9 }) })).bulk).toEqual([]);
  });

  test('adds modifiers converted, even on top of a price of a list', () => {
    const currency = { rate: 0.5, decimal_places: 2 };
    const quote = quoteOf(question({ source: fromList, record: record({ price: 9 }), currency, adjustment: 3 }));
    expect(quote.calculated).toBe(10.5);
  });
});

test.each([
  [1.005, 2, 1.01],
  [2.675, 2, 2.68],
  [0.5, 0, 1],
  [12.34, 2, 12.34],
  [16.979999999999997, 2, 16.98],
])('%d rounded to %d decimals is %d', (value, places, expected) => {
  expect(roundTo(value, places)).toBe(expected);
});
