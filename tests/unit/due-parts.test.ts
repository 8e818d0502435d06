import { expect, test } from 'vitest';
import { marketSetting } from '../../contracts/admin/markets';
import type { PartState } from '../../server/src/markets/knex-part-states';
import { partName } from '../../server/src/markets/market-parts';
import { dueParts } from '../../server/src/sync/markets/due-parts';

const market = (key: string, channelId: number, currency: string) =>
  marketSetting.parse({ key, name: key, channelId, currency, locale: 'en' });
const abroad = market('abroad', 3, 'EUR');
const london = market('london', 3, 'GBP');
const names = ['membership 3', 'categories 3', 'prices 3 EUR guests', 'prices 3 GBP guests'];
const complete = (since: number): PartState[] =>
  names.map((name, place) => ({
    id: place,
    name,
    isUnderWay: false,
    completeSince: since,
    completedAt: new Date(0),
    counts: null,
  }));
const nothing = { all: 0, markets: {}, parts: {}, confirmed: {}, canceled: [], stops: 0 };
const now = new Date('2026-01-01T12:00:00Z');

function due(given: Partial<Parameters<typeof dueParts>[0]> = {}) {
  return dueParts({
    markets: [abroad, london],
    texts: null,
    states: [],
    wanted: nothing,
    failed: new Map(),
    now,
    ...given,
  });
}
const namesOf = (parts: ReturnType<typeof due>) => parts.map(({ part }) => partName(part));
const failure = (minutesAgo: number, since = 0, isHeld = false) => ({
  at: new Date(now.getTime() - minutesAgo * 60_000),
  code: 'x',
  message: 'x',
  since,
  values: {},
  isHeld,
  isLasting: isHeld,
});

test('what was never read is due, what markets share once', () => {
  expect(namesOf(due())).toEqual(names);
});

test('what was read completely is due when a new pass is wanted, or when one was interrupted', () => {
  expect(due({ states: complete(5) })).toEqual([]);
  expect(namesOf(due({ states: complete(5), wanted: { ...nothing, all: 6 } }))).toEqual(names);
  expect(namesOf(due({ states: complete(5).map((state, place) => ({ ...state, isUnderWay: place === 0 })) }))).toEqual([
    'membership 3',
  ]);
});

test('one market that is wanted brings its own parts only', () => {
  expect(namesOf(due({ states: complete(5), wanted: { ...nothing, markets: { london: 6 } } }))).toEqual([
    'membership 3',
    'categories 3',
    'prices 3 GBP guests',
  ]);
});

test('what an administrator confirmed is believed until it was read once', () => {
  const wanted = { ...nothing, all: 8, markets: { abroad: 6 }, confirmed: { abroad: 6 } };
  expect(due({ states: complete(5), wanted }).map(({ trust }) => trust)).toEqual([
    'everything',
    'everything',
    'everything',
    'doubt',
  ]);
  expect(due({ states: complete(7), wanted }).map(({ trust }) => trust)).toEqual(['doubt', 'doubt', 'doubt', 'doubt']);
});

test('what failed waits for 15 minutes or a new request, what is held for a new request, what was canceled too', () => {
  const failed = (entry: ReturnType<typeof failure>) => new Map([['membership 3', entry]]);
  expect(namesOf(due({ failed: failed(failure(14)) }))).toEqual(['categories 3']);
  expect(namesOf(due({ failed: failed(failure(15)) }))).toEqual(names);
  expect(namesOf(due({ failed: failed(failure(1)), wanted: { ...nothing, all: 1 } }))).toEqual(names);
  expect(namesOf(due({ failed: failed(failure(900, 0, true)) }))).toEqual(['categories 3']);
  expect(due({ wanted: { ...nothing, canceled: names } })).toEqual([]);
});

test('a part that an event could not refresh is due as a whole, alone, and not before the time after its last failure', () => {
  const wanted = { ...nothing, parts: { 'prices 3 EUR guests': 6 } };
  const unread = (minutesAgo: number) => new Map([['prices 3 EUR guests', failure(minutesAgo, 6)]]);
  expect(namesOf(due({ states: complete(5), wanted, failed: unread(14) }))).toEqual([]);
  expect(namesOf(due({ states: complete(5), wanted, failed: unread(15) }))).toEqual(['prices 3 EUR guests']);
});

test('prices wait for what the channel sells, if it could not be read', () => {
  const failed = new Map([['membership 3', failure(1)]]);
  expect(namesOf(due({ failed }))).toEqual(['categories 3']);
  const held = new Map([['membership 3', failure(1, 6, true)]]);
  expect(namesOf(due({ failed: held, states: complete(5), wanted: { ...nothing, all: 6 } }))).toEqual(names.slice(1));
});

test('prices are due again when what the channel sells was read after them', () => {
  const states = complete(5).map((state) => (state.name === 'membership 3' ? { ...state, completeSince: 6 } : state));
  expect(namesOf(due({ states }))).toEqual(names.slice(2));
});

test('an event that concerns what could not be read takes back neither a confirmation nor a request', () => {
  const held = new Map([['membership 3', failure(1, 5, true)]]);
  const wanted = { ...nothing, markets: { abroad: 6 }, confirmed: { abroad: 6 }, parts: { 'membership 3': 7 } };
  expect(due({ failed: held, states: complete(5), wanted })[0]).toMatchObject({ since: 7, trust: 'everything' });
});

test('a market may have the name of something that all objects have', () => {
  const markets = [market('constructor', 3, 'EUR')];
  expect(due({ markets }).map(({ since }) => since)).toEqual([0, 0, 0]);
  expect(due({ markets, states: complete(1) })).toEqual([]);
});

test('a locale is the same part in any case', () => {
  const texts = (locale: string) => partName({ kind: 'texts', channelId: 3, locale });
  expect(texts('pt-BR')).toBe(texts('pt-br'));
});
