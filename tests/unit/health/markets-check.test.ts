import { expect, test } from 'vitest';
import { createMarketsCheck } from '../../../server/src/health/checks/markets';
import type { PartState } from '../../../server/src/markets/knex-part-states';
import type { PartFailure } from '../../../server/src/markets/market-states';
import { createMarketTroubles, type MarketTroubles } from '../../../server/src/markets/market-troubles';
import type { FurtherMarket } from '../../../server/src/markets/site-markets';
import { before, now, run } from '../../support/sites/run-check';

const market = (name: string, given: Partial<FurtherMarket> = {}): FurtherMarket => ({
  key: name.toLowerCase(),
  name,
  channelId: 3,
  currency: 'EUR',
  locale: 'en',
  customerGroupId: null,
  isPublic: true,
  ...given,
});
const refused: PartFailure = {
  at: now,
  firstAt: before(60_000),
  code: 'upstream_http_error',
  values: { status: 422 },
  message: 'The currency is not known.',
  isHeld: false,
};
const membership = 'membership 3';
const all = [membership, 'categories 3', 'prices 3 EUR guests'];

/** The markets' issues, where these parts were complete once, and memberships are not empty by default. */
function troublesOf(given: {
  markets?: FurtherMarket[];
  complete?: string[];
  failures?: Record<string, PartFailure>;
  canceled?: string[];
  isEmpty?: boolean;
  /** The locale of all texts received. */
  served?: string;
}): Promise<MarketTroubles | null> {
  const {
    markets = [market('Europe')],
    complete = all,
    failures = {},
    canceled = [],
    isEmpty = false,
    served = 'fr',
  } = given;
  const states = complete.map(
    (name, id): PartState => ({
      id,
      name,
      isUnderWay: false,
      completeSince: 1,
      begunSince: 1,
      completedAt: now,
      counts: null,
    }),
  );
  return createMarketTroubles({
    siteMarkets: { further: () => markets },
    partStates: {
      list: async () => states,
      withMembers: async (ids) => new Set(isEmpty ? [] : ids),
      servedLocales: async (ids) => new Map(ids.map((id) => [id, served])),
    },
    textNeeds: async () => ({ storeLocale: 'en' }),
    failures: async () => new Map(Object.entries(failures)),
    canceled: async () => canceled,
  })();
}
const check = async (given: Parameters<typeof troublesOf>[0], isLeftOut = false) =>
  run(createMarketsCheck({ troubles: () => troublesOf(given), isLeftOut: async () => isLeftOut }));

test('markets that are read, by a schedule that reads them, are no finding', async () => {
  expect(await check({})).toEqual([]);
});

test('a site without further markets is asked nothing', async () => {
  const nothing = () => Promise.reject(new Error('something was asked'));
  const troubles = createMarketTroubles({
    siteMarkets: { further: () => [] },
    partStates: { list: nothing, withMembers: nothing, servedLocales: nothing },
    textNeeds: nothing,
    failures: nothing,
    canceled: nothing,
  });
  expect(await run(createMarketsCheck({ troubles, isLeftOut: nothing }))).toEqual([]);
});

test('a market that was never read is distinguished from one that is outdated', async () => {
  const failures = { 'prices 3 EUR guests': refused };
  expect(await troublesOf({ failures })).toMatchObject({ failed: [{ kind: 'outdated', since: before(60_000) }] });
  expect(await troublesOf({ failures, complete: [membership] })).toMatchObject({ failed: [{ kind: 'unread' }] });
  expect(await check({ failures })).toEqual([
    expect.stringMatching(/^The market Europe could not be read again .*: The currency is not known\. Check under/),
  ]);
  expect(await check({ failures, complete: [membership] })).toEqual([
    expect.stringMatching(/^The market Europe could not be read from BigCommerce since .* nothing to show/),
  ]);
});

test('markets with the same reason are named together, each once', async () => {
  const markets = [market('Europe'), market('Wholesale', { customerGroupId: 2 }), market('Asia', { channelId: 4 })];
  const given = { markets, failures: { [membership]: refused, 'categories 3': refused } };
  expect(await troublesOf(given)).toMatchObject({
    failed: [
      { kind: 'outdated', markets: ['Europe'] },
      { kind: 'unread', markets: ['Wholesale'] },
    ],
  });
  expect(await troublesOf({ ...given, complete: [] })).toMatchObject({
    failed: [{ markets: ['Europe', 'Wholesale'] }],
  });
  expect(await check({ ...given, complete: [] })).toEqual([expect.stringMatching(/^The markets Europe, Wholesale /)]);
});

test('a removal that waits for approval is no failure of the store', async () => {
  const held = { ...refused, code: 'channel_empty', message: 'Nothing is removed.', isHeld: true };
  expect(await check({ failures: { [membership]: held }, complete: [membership] })).toEqual([
    expect.stringMatching(
      /^The market Europe waits for approval .*: Nothing is removed\. If this is expected, approve/,
    ),
  ]);
});

test('a market whose reading was canceled is a finding', async () => {
  const canceled = ['prices 3 EUR guests', 'membership 9'];
  expect(await check({ canceled, markets: [market('Europe'), market('Asia', { channelId: 4 })] })).toEqual([
    expect.stringMatching(/^Reading the market Europe was stopped, .* under Settings → Commerce Bridge → Markets\.$/),
  ]);
});

test('a channel sells nothing only once that is known', async () => {
  expect(await check({ isEmpty: true })).toEqual([
    expect.stringMatching(/^The market Europe has no products: .* channel 3/),
  ]);
  expect(await check({ isEmpty: true, complete: [] })).toEqual([]);
  expect(await troublesOf({ isEmpty: true, markets: [market('Europe'), market('Wholesale')] })).toMatchObject({
    empty: [{ channelId: 3, markets: ['Europe', 'Wholesale'] }],
  });
});

test('a schedule that never reads further markets is a finding', async () => {
  expect(await check({}, true)).toEqual([expect.stringMatching(/^No scheduled sync reads the further markets/)]);
});

test('a market in a language that its storefront does not serve names that one, the one that came, and what to do', async () => {
  const complete = [...all, 'texts 3 fr', 'category texts 3 fr', 'brand texts 3 fr'];
  const markets = [market('Paris', { locale: 'fr' }), market('Lyon', { locale: 'fr', currency: 'USD' })];
  expect(await check({ markets, complete, served: 'en' })).toEqual([
    'The markets Paris, Lyon ask for texts in fr, but the storefront of channel 3 serves them in en. Turn fr on for this storefront in BigCommerce and read the markets again, or choose another language under Settings → Commerce Bridge → Markets.',
  ]);
  expect(await check({ markets, complete, served: 'FR' })).toEqual([]);
  expect(await check({ markets, served: 'en' })).toEqual([]);
});
