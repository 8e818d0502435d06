import { describe, expect, test } from 'vitest';
import { minutes, seconds } from '../../server/src/lib/durations';
import {
  concernedParts,
  type MarketChange,
  type PriceKnowledge,
  repeatsOf,
} from '../../server/src/markets/market-change';
import { type MarketPart, partName } from '../../server/src/markets/market-parts';
import type { PriceListFacts } from '../../server/src/upstream/markets/price-list-facts';

const prices = (channelId: number, currency: string, customerGroupId: number | null = null): MarketPart => ({
  kind: 'prices',
  channelId,
  currency,
  customerGroupId,
});
const parts: MarketPart[] = [
  { kind: 'membership', channelId: 2 },
  { kind: 'categories', channelId: 2 },
  { kind: 'texts', channelId: 2, locale: 'fr' },
  prices(2, 'EUR'),
  prices(2, 'GBP'),
  prices(2, 'EUR', 7),
  prices(3, 'EUR'),
];
const lists: PriceListFacts = {
  assignments: [
    { listId: 10, channelId: 2, groupId: null },
    { listId: 11, channelId: null, groupId: 8 },
  ],
  rules: [{ groupId: 7, listId: 12 }],
  guestGroups: [
    { channelId: 2, groupId: null },
    { channelId: 3, groupId: 8 },
  ],
};
const known: PriceKnowledge = { lists, ownCurrency: 'USD', charged: ['USD', 'EUR', 'GBP'] };

function concerned(change: MarketChange, given: Partial<PriceKnowledge> = {}) {
  const { whole, variants } = concernedParts([change], { parts, known: { ...known, ...given } });
  return { whole: whole.map(partName), variants: variants.map(({ part, variantIds }) => [partName(part), variantIds]) };
}

const record = (listId: number, currency: string): MarketChange => ({
  kind: 'price records',
  records: [
    { listId, variantId: 1, currency },
    { listId, variantId: 1, currency },
  ],
});
const aboutList = (listId: number, areGone = false): MarketChange => ({
  kind: 'price lists',
  listIds: [listId],
  areGone,
});

describe('a price in a list concerns', () => {
  test.each([
    { which: 'of a channel', of: [10, 'EUR'], expected: ['prices 2 EUR guests', 'prices 2 EUR 7'] },
    { which: 'of a channel, in another currency', of: [10, 'GBP'], expected: ['prices 2 GBP guests'] },
    { which: 'of the group of the guests of one channel', of: [11, 'EUR'], expected: ['prices 3 EUR guests'] },
    { which: 'of the rules of a group', of: [12, 'EUR'], expected: ['prices 2 EUR 7'] },
    { which: 'that applies to nobody', of: [13, 'EUR'], expected: [] },
    { which: 'in the own currency of the store, where all others are charged', of: [10, 'USD'], expected: [] },
  ] as const)('$which, the prices of those that it applies to', ({ of: [listId, currency], expected }) => {
    expect(concerned(record(listId, currency)).variants).toEqual(expected.map((name) => [name, [1]]));
  });

  test('prices in currencies that are only shown, which are converted', () => {
    const names = concerned(record(10, 'USD'), { charged: ['USD', 'EUR'] }).variants.map(([name]) => name);
    expect(names).toEqual(['prices 2 GBP guests']);
  });

  test('all prices in its currency where the store refuses to say whom it applies to', () => {
    expect(concerned(record(99, 'EUR'), { lists: null }).variants).toHaveLength(3);
  });

  test('those of each group, where the store refuses to say what groups have', () => {
    const names = concerned(record(12, 'EUR'), { lists: { ...lists, rules: null } }).variants.map(([name]) => name);
    expect(names).toEqual(['prices 2 EUR 7', 'prices 3 EUR guests']);
  });
});

describe('as a whole is read', () => {
  test('what a list applies to that was switched on or off', () => {
    expect(concerned(aboutList(12)).whole).toEqual(['prices 2 EUR 7']);
  });

  test('every price after a list was deleted, since nobody knows any more whom it applied to', () => {
    expect(concerned(aboutList(11, true), { lists: { ...lists, assignments: [] } }).whole).toHaveLength(4);
  });

  test.each([
    [2, null, ['prices 2 EUR guests', 'prices 2 GBP guests', 'prices 2 EUR 7']],
    [null, 7, ['prices 2 EUR guests', 'prices 2 GBP guests', 'prices 2 EUR 7', 'prices 3 EUR guests']],
    [3, 7, ['prices 3 EUR guests']],
    [4, null, []],
  ])('what an assignment to channel %s and group %s changes', (channelId, customerGroupId, expected) => {
    expect(concerned({ kind: 'price list assignment', channelId, customerGroupId }).whole).toEqual(expected);
  });

  test.each([
    ['products', ['membership 2']],
    ['categories', ['categories 2']],
    ['texts', ['texts 2 fr']],
    ['prices', ['prices 2 EUR guests', 'prices 2 GBP guests', 'prices 2 EUR 7']],
    ['guest prices', ['prices 2 EUR guests', 'prices 2 GBP guests']],
  ] as const)('of a channel its %s, and nothing else', (side, expected) => {
    expect(concerned({ kind: 'channel', channelId: 2, side }).whole).toEqual(expected);
  });
});

describe('texts of a channel are read again', () => {
  const french: MarketPart[] = (['texts', 'category texts'] as const).map((kind) => ({
    kind,
    channelId: 2,
    locale: 'fr',
  }));
  const about = (side: 'texts' | 'categories' | 'prices', step?: number): MarketChange => ({
    kind: 'channel',
    channelId: 2,
    side,
    ...(step !== undefined && { step }),
  });
  const sidesOf = (changes: readonly MarketChange[]) =>
    repeatsOf(changes, french).map(({ change, delay }) => [change.kind === 'channel' && change.side, delay]);

  test('twice, 45 seconds after the first reading and 11 minutes after that, and each once', () => {
    const [again] = repeatsOf([about('texts'), about('texts')], french);
    expect(again).toEqual({ change: { ...about('texts'), step: 1 }, eventKey: null, delay: seconds(45) });
    expect(sidesOf([about('texts', 1)])).toEqual([['texts', minutes(11)]]);
    expect(sidesOf([about('texts', 2)])).toEqual([]);
  });

  test('of categories alone where a category changed', () => {
    expect(sidesOf([about('categories')])).toEqual([['category texts', seconds(45)]]);
  });

  test('only where a market has its own texts, and the change is about texts', () => {
    const withoutTexts = parts.filter(({ kind }) => kind !== 'texts');
    expect(repeatsOf([about('texts'), about('categories')], withoutTexts)).toEqual([]);
    expect(repeatsOf([about('prices'), record(10, 'EUR')], french)).toEqual([]);
  });
});
