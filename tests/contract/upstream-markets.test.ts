import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MARKET_SCOPES } from '../../simulator/src/account';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import {
  createUpstreamAssignments,
  type UpstreamAssignments,
} from '../../server/src/upstream/markets/assignments-client';
import { createUpstreamMarkets, type UpstreamMarkets } from '../../server/src/upstream/markets/markets-client';
import { readPriceListFacts } from '../../server/src/upstream/markets/price-list-facts';
import type { UpstreamHttp } from '../../server/src/upstream/http/upstream-http';
import { createUpstreamAccess, type UpstreamAccess } from '../../server/src/upstream/upstream-access';
import {
  UpstreamRateLimitError,
  UpstreamResponseError,
  UpstreamScopeError,
} from '../../server/src/upstream/http/upstream-errors';
import { createQuietLogger } from '../support/quiet-logger';
import { json, type ScriptedServer, startScriptedServer } from '../support/http/scripted-server';
import { HastyClock } from '../support/time/clocks';

let access: UpstreamAccess;
beforeAll(() => {
  access = createUpstreamAccess({ clock: new HastyClock(), random: () => 0, logger: createQuietLogger() });
});
afterAll(() => access.close());

const account = { storeHash: 'abc', accessToken: 'token' };

describe('the markets of a simulated store', () => {
  let simulator: Simulator;
  let markets: UpstreamMarkets;
  let assignments: UpstreamAssignments;
  let http: UpstreamHttp;
  let drawn = 0;

  beforeEach(async () => {
    simulator = await startSimulator({ products: 3, quota: 0, scopes: MARKET_SCOPES });
    const { storeHash, accessToken } = simulator.account;
    http = access.http({ apiUrl: simulator.url, storeHash, accessToken });
    markets = createUpstreamMarkets({ http });
    assignments = createUpstreamAssignments({ http, drawVersion: async () => ++drawn });
  });
  afterEach(() => simulator.close());

  describe('say whom price lists apply to', () => {
    const read = () =>
      readPriceListFacts(http, { guestsOf: [1], signal: new AbortController().signal, priority: 'high' });

    test('by assignments, by rules of groups, and by the group of guests', async () => {
      const { groups, priceLists } = simulator.store.markets;
      const [first, second] = ['First', 'Second'].map((name) => priceLists.create({ name }).id);
      const ruled = groups.create({
        name: 'Ruled',
        discount_rules: [{ type: 'price_list', price_list_id: second ?? 0 }],
      }).id;
      for (let count = 0; count < 260; count += 1)
        priceLists.assign({ price_list_id: first ?? 0, channel_id: null, customer_group_id: ruled });
      priceLists.assign({ price_list_id: first ?? 0, channel_id: 1, customer_group_id: null });
      const facts = await read();
      expect(facts).toMatchObject({
        rules: [{ groupId: ruled, listId: second }],
        guestGroups: [{ channelId: 1, groupId: null }],
      });
      expect(facts?.assignments).toHaveLength(261);
      expect(facts?.assignments.at(-1)).toEqual({ listId: first, channelId: 1, groupId: null });
    });

    test('not on a plan without price lists', async () => {
      simulator.store.markets.hasPriceLists = false;
      expect(await read()).toBeNull();
    });

    test('but not what groups have, to a token that may not read customers', async () => {
      const other = await startSimulator({ products: 1, quota: 0 });
      const { storeHash, accessToken } = other.account;
      http = access.http({ apiUrl: other.url, storeHash, accessToken });
      expect(await read()).toEqual({ assignments: [], rules: null, guestGroups: [] });
      await other.close();
    });
  });

  test('are its channels, beyond one page', async () => {
    for (let number = 2; number <= 260; number += 1)
      simulator.store.markets.channels.create({ id: number, name: `Channel ${number}`, type: 'pos' });
    const { items, unreadable } = await markets.channels();
    expect([items.length, unreadable]).toEqual([260, 0]);
    expect(items.at(-1)).toEqual({
      id: 260,
      name: 'Channel 260',
      type: 'pos',
      platform: 'custom',
      status: 'active',
    });
  });

  test('are its currencies, and those of each channel', async () => {
    const { channels, currencies } = simulator.store.markets;
    currencies.create({ currency_code: 'EUR', rate: 0.5, name: 'Euro', is_transactional: false });
    channels.create({
      id: 3,
      name: 'France',
      currencies: { enabled_currencies: ['EUR', 'USD'], default_currency: 'EUR' },
    });
    expect((await markets.currencies()).items).toEqual([
      expect.objectContaining({ code: 'USD', isDefault: true, rate: 1 }),
      {
        code: 'EUR',
        name: 'Euro',
        isDefault: false,
        isEnabled: true,
        isTransactional: false,
        symbol: 'EUR',
        decimals: 2,
        placement: 'left',
        rate: 0.5,
      },
    ]);
    expect((await markets.channelCurrencies()).items).toContainEqual({
      channelId: 3,
      enabled: ['EUR', 'USD'],
      default: 'EUR',
    });
  });

  test('are its customer groups, none at first, beyond one page', async () => {
    const { groups } = simulator.store.markets;
    expect(await markets.customerGroups()).toEqual({ items: [], unreadable: 0 });
    for (let number = 1; number <= 60; number += 1) groups.create({ name: `Group ${number}` });
    groups.update(1, { category_access: { type: 'specific', categories: [7] }, is_group_for_guests: true });
    groups.update(2, { category_access: { type: 'none' } });
    const { items } = await markets.customerGroups();
    expect(items).toHaveLength(60);
    expect(items.slice(0, 3)).toEqual([
      { id: 1, name: 'Group 1', isDefault: false, isForGuests: true, priceListId: null },
      { id: 2, name: 'Group 2', isDefault: false, isForGuests: false, priceListId: null },
      { id: 3, name: 'Group 3', isDefault: false, isForGuests: false, priceListId: null },
    ]);
  });

  test('have the guest group of the channel, or else of the store', async () => {
    const { channels, groups } = simulator.store.markets;
    channels.create({ id: 3, name: 'France' });
    expect(await markets.guestGroup(3)).toBeNull();
    const [own, all] = [groups.create({ name: 'Own' }).id, groups.create({ name: 'All' }).id];
    groups.settings.guest_customer_group_id = all;
    groups.configure(3, { guest_customer_group_id: own });
    expect([await markets.guestGroup(3), await markets.guestGroup(1)]).toEqual([own, all]);
  });

  test('have a default language', async () => {
    simulator.store.markets.locales.set(1, [{ code: 'fr', isDefault: true }, { code: 'en' }]);
    expect(await markets.defaultLocale(1)).toBe('fr');
  });

  test("list a channel's products page by page, each page with its own read version", async () => {
    const { channels } = simulator.store.markets;
    channels.create({ id: 3, name: 'France' });
    const ids = Array.from({ length: 260 }, () => simulator.store.products.create({ name: 'P', channels: [3] }).id);
    const [first, second] = [
      await assignments.page({ channelId: 3, page: 1 }),
      await assignments.page({ channelId: 3, page: 2 }),
    ];
    expect([...first.productIds, ...second.productIds]).toEqual(ids);
    expect(first).toMatchObject({ received: 250, total: 260, totalPages: 2 });
    expect(second.readVersion).toBeGreaterThan(first.readVersion);
  });

  test('say which of some products a channel sells', async () => {
    const { channels } = simulator.store.markets;
    channels.create({ id: 3, name: 'France' });
    const sold = simulator.store.products.create({ name: 'Sold', channels: [1, 3] }).id;
    const other = simulator.store.products.create({ name: 'Other', channels: [1] }).id;
    expect((await assignments.among({ channelId: 3, productIds: [sold, other, 999_999] })).productIds).toEqual([sold]);
  });

  test('list the categories of the channel that is asked for, none of another one', async () => {
    const { categories, markets: edits } = simulator.store;
    edits.channels.create({ id: 3, name: 'France', tree: 'France' });
    const tree = [...simulator.store.state.trees.values()].find(({ channels }) => channels.includes(3));
    const shelf = categories.create({ name: 'Étagère', tree_id: tree?.id ?? 0 }).id;
    const { storeHash, accessToken } = simulator.account;
    const catalog = access.catalog({ apiUrl: simulator.url, storeHash, accessToken });
    const idsOf = async (channelId: number) =>
      (await catalog.readCategories({ page: 1, channelId })).items.map(({ id }) => id);
    expect(await idsOf(3)).toEqual([shelf]);
    expect(await idsOf(1)).not.toContain(shelf);
    edits.channels.create({ id: 4, name: 'Till', type: 'pos' });
    expect(await idsOf(4)).toEqual([]);
  });

  test('are refused for a token without the scope, with what upstream says', async () => {
    simulator.account.scopes.delete('store_v2_customers_read_only');
    const error = await markets.customerGroups().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UpstreamScopeError);
    expect(error).toMatchObject({
      data: { status: 403, path: '/v2/customer_groups', upstreamMessage: expect.stringContaining('scope') },
    });
  });

  test('are read after a 429, an overload, and a truncated body', async () => {
    for (const fault of [
      { kind: 'rate-limit', resetMilliseconds: 10 },
      { kind: 'overload' },
      { kind: 'truncate' },
      { kind: 'truncate', framing: 'broken' },
    ] as const)
      simulator.faults.add({ ...fault, path: '/v2/currencies' });
    expect((await markets.currencies()).items).toHaveLength(1);
    expect(simulator.requests.all().filter(({ path }) => path.includes('currencies'))).toHaveLength(5);
  });

  test('are an error while 429s continue', async () => {
    simulator.faults.add({ kind: 'rate-limit', resetMilliseconds: 10, path: '/v3/channels', times: 0 });
    await expect(markets.channels()).rejects.toBeInstanceOf(UpstreamRateLimitError);
  });
});

describe('a response that cannot be believed', () => {
  let server: ScriptedServer;
  let assignments: UpstreamAssignments;
  let markets: UpstreamMarkets;
  beforeEach(async () => {
    server = await startScriptedServer();
    const http = access.http({ apiUrl: server.url, ...account });
    assignments = createUpstreamAssignments({ http, drawVersion: async () => 1 });
    markets = createUpstreamMarkets({ http });
  });
  afterEach(() => server.close());

  const pages = (data: unknown[], total = data.length) =>
    json({
      data,
      meta: { pagination: { total, count: data.length, per_page: 250, current_page: 1, total_pages: 1 } },
    });

  test.each([
    ['a pair without a product', pages([{ product_id: 7, channel_id: 3 }, { channel_id: 3 }])],
    ['a pair of another channel', pages([{ product_id: 7, channel_id: 4 }])],
    ['an empty page of a listing that has items', pages([], 3)],
    ['no paging', json({ data: [] })],
  ])('about the products of a channel is an error: %s', async (_, reply) => {
    server.script(reply);
    await expect(assignments.page({ channelId: 3, page: 1 })).rejects.toBeInstanceOf(UpstreamResponseError);
    await expect(assignments.among({ channelId: 3, productIds: [7, 8] })).rejects.toBeInstanceOf(UpstreamResponseError);
  });

  test('about some products is an error if it contains others, one twice, or fewer than it counts', async () => {
    const pair = { product_id: 7, channel_id: 3 };
    server.script(pages([{ ...pair, product_id: 9 }]), pages([pair, pair]), pages([pair], 2));
    for (let time = 0; time < 3; time += 1)
      await expect(assignments.among({ channelId: 3, productIds: [7, 8] })).rejects.toBeInstanceOf(
        UpstreamResponseError,
      );
  });

  test('about one currency leaves the others readable', async () => {
    server.script(
      json([
        { currency_code: 'eur', enabled: true },
        { name: 'nameless', enabled: true },
      ]),
    );
    const { items, unreadable } = await markets.currencies();
    expect([items.map(({ code }) => code), unreadable]).toEqual([['EUR'], 1]);
  });

  test('about pages of a v2 list ends the listing where nothing new comes', async () => {
    server.script(json(Array.from({ length: 50 }, (_, place) => ({ id: place + 1, name: `Group ${place}` }))));
    expect((await markets.customerGroups()).items).toHaveLength(50);
    expect(server.seen).toHaveLength(2);
  });
});
