import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { productInMarket } from '../../contracts/admin/product-in-market';
import { type MarketShop, openMarketShop } from '../support/shops/market-shop';
import { runCli } from '../support/sites/run-cli';

const abroad = { key: 'abroad', name: 'Abroad', channelId: 3, currency: 'EUR', locale: 'en' };
const wholesale = {
  key: 'wholesale',
  name: 'Wholesale',
  channelId: 1,
  currency: 'USD',
  locale: 'en',
  customerGroupId: 1,
};
const dealers = { key: 'dealers', name: 'Dealers', channelId: 1, currency: 'USD', locale: 'en', customerGroupId: 2 };
const unread = { key: 'unread', name: 'Unread', channelId: 1, currency: 'XTS', locale: 'en' };

const created = z.object({ data: z.object({ accessKey: z.string() }) });

let shop: MarketShop;
let shirt: number;
let mug: number;
let hat: number;
let lamp: number;
let listed: number;

beforeAll(async () => {
  shop = await openMarketShop([abroad, wholesale, dealers, unread]);
  const { store } = shop.simulator;
  const { channels, currencies, groups, priceLists } = store.markets;
  channels.create({ id: 3, name: 'Abroad' });
  currencies.create({ currency_code: 'EUR', rate: 2 });
  groups.create({ name: 'Wholesale', discount_rules: [{ type: 'all', method: 'fixed', amount: 2 }] });
  groups.create({ name: 'Dealers', discount_rules: [] });
  const variants = [{ options: { Size: 'S' } }, { options: { Size: 'L' }, price: 30 }];
  shirt = store.products.create({ name: 'Shirt', price: 20, channels: [1, 3], variants }).id;
  mug = store.products.create({ name: 'Mug', price: 10, channels: [1, 3] }).id;
  hat = store.products.create({ name: 'Hat', price: 30, channels: [1] }).id;
  lamp = store.products.create({ name: 'Lamp', price: 40, channels: [1, 3], is_visible: false }).id;
  listed = priceLists.create({ name: 'Europe 2026' }).id;
  priceLists.assign({ price_list_id: listed, channel_id: 3, customer_group_id: null });
  const [variant] = store.products.get(mug)?.variants ?? [];
  priceLists.setRecord(listed, { variant_id: variant?.id ?? 0, currency: 'EUR', price: 25, sale_price: 22 });
  const dealer = priceLists.create({ name: 'Dealers 2026' }).id;
  priceLists.assign({ price_list_id: dealer, channel_id: null, customer_group_id: 2 });
  priceLists.setRecord(dealer, { variant_id: variant?.id ?? 0, currency: 'USD', price: 7 });
  await shop.synchronize();
  await shop.passMarkets('abroad', 'wholesale', 'dealers');
});
afterAll(() => shop.close());
// A scope that a site does not need otherwise.
const customers = 'store_v2_customers_read_only';
beforeEach(() => void shop.simulator.account.scopes.add(customers));
afterEach(() => {
  shop.simulator.faults.clear();
  shop.simulator.store.markets.hasPriceLists = true;
});

const ask = (id: number, key: string) => shop.site.admin('GET', `/commerce-bridge/products/${id}/markets/${key}`);
const compare = async (id: number, key: string) => productInMarket.parse((await ask(id, key)).body);

describe('a product in a further market', () => {
  test('is the same here and in the store after it was read, with the price list that its price comes from', async () => {
    const offer = { price: 25, salePrice: 22, calculatedPrice: 22, variants: [] };
    expect(await compare(mug, 'abroad')).toEqual({
      key: 'abroad',
      name: 'Abroad',
      currency: 'EUR',
      site: { kind: 'sold', offer },
      store: {
        kind: 'sold',
        checkedAt: expect.any(String),
        offer,
        source: { kind: 'price_list', id: listed, name: 'Europe 2026' },
      },
      differences: [],
    });
  });

  test('a list that has no price for it is named next to the conversion', async () => {
    const { store } = await compare(shirt, 'abroad');
    expect(store).toMatchObject({
      offer: { price: 40, variants: [{ price: 40 }, { price: 60 }] },
      source: {
        kind: 'catalog',
        conversion: { from: 'USD', to: 'EUR', rate: 2 },
        listWithout: 'Europe 2026',
      },
    });
  });

  test.each([
    ['the discounts of its group', 'wholesale', { kind: 'group_discount', name: 'Wholesale', conversion: null }],
    ['the list of its group', 'dealers', { kind: 'price_list', name: 'Dealers 2026' }],
  ])('costs what %s say', async (_, key, source) => {
    expect((await compare(mug, key)).store).toMatchObject({ source });
  });

  test('that the store changed meanwhile differs, and nothing here changes', async () => {
    const { products } = shop.simulator.store;
    products.update(shirt, { price: 21 });
    const changed = await compare(shirt, 'wholesale');
    products.update(shirt, { price: 20 });
    expect(changed).toMatchObject({
      site: { offer: { price: 20, calculatedPrice: 18 } },
      store: { offer: { price: 21, calculatedPrice: 19 } },
      differences: ['price', 'salePrice', 'calculatedPrice', 'variants'],
    });
    expect((await compare(shirt, 'wholesale')).differences).toEqual([]);
  });

  test('that its channel does not sell is in neither, until the store says so', async () => {
    const before = await compare(hat, 'abroad');
    expect(before).toMatchObject({ site: { kind: 'not_sold' }, store: { kind: 'not_sold' }, differences: [] });
    shop.simulator.store.products.assign(hat, 3);
    const after = await compare(hat, 'abroad');
    shop.simulator.store.products.unassign(hat, 3);
    expect(after).toMatchObject({ site: { kind: 'not_sold' }, store: { kind: 'sold' }, differences: ['sold'] });
  });

  test('that the store hides is sold nowhere here', async () => {
    expect(await compare(lamp, 'abroad')).toMatchObject({ site: { kind: 'not_sold' } });
  });

  test('of a market that was never read has only what the store says', async () => {
    expect(await compare(mug, 'unread')).toMatchObject({ site: { kind: 'not_ready' }, differences: [] });
  });

  test.each([
    ['a market that the settings do not have', () => ask(mug, 'nowhere'), 404],
    ['a product that is not cached', () => ask(424_242, 'abroad'), 404],
    ['no id', () => shop.site.admin('GET', '/commerce-bridge/products/x/markets/abroad'), 400],
  ])('%s is refused', async (_, request, status) => {
    expect((await request()).status).toBe(status);
  });
});

describe('what the store does not provide', () => {
  test('without price lists in its plan: the price is there, and that its reason is unknown', async () => {
    shop.simulator.store.markets.hasPriceLists = false;
    expect((await compare(mug, 'abroad')).store).toMatchObject({
      kind: 'sold',
      source: { kind: 'unknown', cause: 'price_lists', message: expect.stringContaining('not available on this plan') },
    });
  });

  test('without the scope for customers: the same of customer groups', async () => {
    shop.simulator.account.scopes.delete(customers);
    expect((await compare(mug, 'wholesale')).store).toMatchObject({
      kind: 'sold',
      source: { kind: 'unknown', cause: 'customer_groups' },
    });
    // The price list of a group is found without this scope.
    expect((await compare(mug, 'dealers')).store).toMatchObject({ source: { kind: 'price_list' } });
  });

  test('with a refusal of its currencies: neither groups nor price lists are blamed', async () => {
    shop.simulator.faults.add({ kind: 'status', status: 403, path: '/v2/currencies', times: 0 });
    expect((await compare(shirt, 'abroad')).store).toMatchObject({
      kind: 'sold',
      source: { kind: 'unknown', cause: 'failed', message: expect.stringContaining('/v2/currencies') },
    });
  });

  test.each([
    ['401', { status: 401 }, 'unauthorized'],
    ['403', { status: 403 }, 'scope_missing'],
    ['500', { status: 500 }, 'unavailable'],
  ])('with a %s to prices: why, and nothing of a difference', async (_, fault, problem) => {
    shop.simulator.faults.add({ kind: 'status', path: '/v3/pricing/products', times: 0, ...fault });
    expect(await compare(mug, 'abroad')).toMatchObject({
      site: { kind: 'sold' },
      store: { kind: 'failed', problem },
      differences: [],
    });
  });

  test.each(['reset', 'truncate'] as const)(
    'with a %s of its price lists: the price, without a reason',
    async (kind) => {
      shop.simulator.faults.add({ kind, path: '/v3/pricelists', times: 0 });
      expect((await compare(mug, 'abroad')).store).toMatchObject({
        kind: 'sold',
        source: { kind: 'unknown', cause: 'failed', message: expect.stringContaining('/v3/pricelists') },
      });
    },
  );
});

describe('on the command line', () => {
  const explain = async (...args: string[]) => {
    const { body } = await shop.site.admin('POST', '/admin/admin-tokens', {
      name: `explains ${args.join(' ')}`,
      description: '',
      lifespan: null,
      adminPermissions: [
        { action: 'plugin::commerce-bridge.catalog.read', subject: null, properties: {}, conditions: [] },
      ],
    });
    const { accessKey } = created.parse(body).data;
    const env = { COMMERCE_BRIDGE_CLI_URL: shop.site.url, COMMERCE_BRIDGE_CLI_TOKEN: accessKey };
    return runCli(['explain', ...args], { env });
  };

  test('a product in a market is explained with where its price comes from', async () => {
    const { code, out } = await explain(String(mug), '--market', 'abroad');
    expect({ code, lines: out.split('\n') }).toEqual({
      code: 0,
      lines: [
        'In the market Abroad (abroad):',
        'The site shows it for 22 EUR, instead of 25 EUR.',
        'The store sells it for 22 EUR, instead of 25 EUR.',
        'The price comes from the price list Europe 2026.',
        '',
      ],
    });
    const asData = await explain(String(mug), '--market', 'abroad', '--json');
    expect(JSON.parse(asData.out)).toMatchObject({ id: mug, market: { key: 'abroad', store: { kind: 'sold' } } });
  });

  test('a market that does not exist is refused', async () => {
    expect(await explain(String(mug), '--market', 'mars')).toMatchObject({ code: 1, out: '' });
  });
});
