import { describe, expect, test } from 'vitest';
import { marketSetting } from '../../contracts/admin/markets';
import type { PartState } from '../../server/src/markets/knex-part-states';
import { partName } from '../../server/src/markets/market-parts';
import { dueParts } from '../../server/src/sync/markets/due-parts';
import type { WantedPasses } from '../../server/src/sync/markets/market-pass-memory';

const market = (key: string, channelId: number, currency: string) =>
  marketSetting.parse({ key, name: key, channelId, currency, locale: 'en' });
const abroad = market('abroad', 3, 'EUR');
const london = market('london', 3, 'GBP');
const names = ['membership 3', 'categories 3', 'prices 3 EUR guests', 'prices 3 GBP guests'];
const stateOf = (name: string): PartState => ({
  id: names.indexOf(name),
  name,
  isUnderWay: false,
  completeSince: null,
  begunSince: 0,
  completedAt: new Date(0),
  counts: null,
});
const complete = (since: number): PartState[] => names.map((name) => ({ ...stateOf(name), completeSince: since }));
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

test('prices are due again when what the channel sells was read after them, although its removals are held', () => {
  const states = complete(5).map((state) => (state.name === 'membership 3' ? { ...state, begunSince: 7 } : state));
  const held = new Map([['membership 3', failure(1, 6, true)]]);
  expect(namesOf(due({ failed: held, states }))).toEqual(names.slice(2));
  const reread = states.map((state) => (state.name.startsWith('prices') ? { ...state, completeSince: 8 } : state));
  expect(due({ failed: held, states: reread })).toEqual([]);
});

test('an event that concerns what could not be read takes back neither a confirmation nor a request', () => {
  const held = new Map([['membership 3', failure(1, 5, true)]]);
  const wanted = { ...nothing, markets: { abroad: 6 }, confirmed: { abroad: 6 }, parts: { 'membership 3': 7 } };
  expect(due({ failed: held, states: complete(5), wanted })[0]).toMatchObject({ since: 7, trust: 'everything' });
});

/**
 * The names of the parts that are passed over one after the other.
 * @param given.meanwhile what is due is computed from, once these parts have been passed over
 * @param given.isFailing whether passes over a part fail
 */
function passedOver(
  given: Partial<Parameters<typeof dueParts>[0]> & {
    meanwhile: (passed: readonly string[], version: number) => WantedPasses;
    isFailing?: (name: string) => boolean;
  },
  count: number,
): string[] {
  const { meanwhile, isFailing = () => false, ...from } = given;
  const states = new Map((from.states ?? []).map((state) => [state.name, state]));
  const failed = new Map(from.failed);
  const passed: string[] = [];
  let version = 100;
  while (passed.length < count) {
    const [next] = due({ ...from, states: [...states.values()], failed, wanted: meanwhile(passed, version) });
    if (!next) break;
    const name = partName(next.part);
    version += 2;
    if (isFailing(name)) failed.set(name, { ...failure(0, next.since), code: name });
    else states.set(name, { ...stateOf(name), completeSince: version });
    passed.push(name);
  }
  return passed;
}

describe('the part that was read longest ago is read first', () => {
  const [membership = '', categories = '', euros = '', pounds = ''] = names;

  test('so that events about one part do not keep the others from being read', () => {
    for (const [often, starved] of [
      [categories, euros],
      // Prices depend on what the channel sells.
      [membership, pounds],
    ] as const) {
      const meanwhile = (passed: readonly string[], version: number) => ({
        ...nothing,
        all: 50,
        parts: passed.at(-1) === often ? { [often]: version + 1 } : { [often]: 100 },
      });
      expect(passedOver({ states: complete(5), meanwhile }, 6)).toContain(starved);
    }
  });

  test('so that checks of the whole catalog that end meanwhile have no market start again before all were read', () => {
    const meanwhile = (_passed: readonly string[], version: number) => ({ ...nothing, all: version + 1 });
    expect(passedOver({ states: complete(5), meanwhile }, 8)).toEqual([...names, ...names]);
    const withoutPounds = complete(5).filter(({ name }) => name !== pounds);
    expect(passedOver({ states: withoutPounds, meanwhile }, 2)).toEqual([pounds, membership]);
  });

  test('also if its pass was interrupted', () => {
    const states = complete(5).map((state) => ({
      ...state,
      completeSince: state.name === euros ? 4 : 5,
      isUnderWay: state.name === euros,
    }));
    expect(namesOf(due({ states, wanted: { ...nothing, all: 6 } }))).toEqual([euros, membership, categories, pounds]);
  });

  test('what it depends on before it', () => {
    const first = ['membership 3', 'categories 3', 'prices 3 EUR guests', 'membership 4'];
    const markets = [abroad, market('canada', 4, 'CAD')];
    expect(namesOf(due({ markets })).slice(0, 4)).toEqual(first);
    const states = complete(5).map((state) => (state.name === euros ? { ...state, completeSince: 7 } : state));
    const wanted = { ...nothing, all: 8 };
    expect(namesOf(due({ states, wanted }))).toEqual([membership, categories, pounds, euros]);
  });

  test('after the others if it could not be read, with all that depends on it', () => {
    const meanwhile = (_passed: readonly string[], version: number) => ({ ...nothing, all: version + 1 });
    const markets = [abroad, market('canada', 4, 'CAD')];
    const isFailing = (name: string) => name === 'membership 3';
    const round = ['categories 3', 'membership 4', 'categories 4', 'prices 4 CAD guests'];
    expect(passedOver({ markets, meanwhile, isFailing }, 10)).toEqual([
      ...['membership 3', ...round],
      ...['membership 3', ...round],
    ]);
  });
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
