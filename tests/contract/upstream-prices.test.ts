import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import {
  createPriceReader,
  type PriceContext,
  type PricedItem,
  type PriceReader,
} from '../../server/src/upstream/markets/price-reader';
import { createUpstreamAccess, type UpstreamAccess } from '../../server/src/upstream/upstream-access';
import {
  UpstreamHttpError,
  UpstreamResponseError,
  UpstreamScopeError,
} from '../../server/src/upstream/http/upstream-errors';
import { createQuietLogger } from '../support/quiet-logger';
import { json, type ScriptedServer, startScriptedServer } from '../support/http/scripted-server';
import { HastyClock } from '../support/time/clocks';

const guests: PriceContext = { channelId: 1, currency: 'USD', customerGroupId: null };
const path = '/v3/pricing/products';
let access: UpstreamAccess;
let drawn = 0;

beforeAll(() => {
  access = createUpstreamAccess({ clock: new HastyClock(), random: () => 0, logger: createQuietLogger() });
});
afterAll(() => access.close());

const readerAt = (
  apiUrl: string,
  account: { storeHash: string; accessToken: string },
  { control, ...context }: PriceContext & { control?: PricedItem } = guests,
): PriceReader =>
  createPriceReader({
    http: access.http({ apiUrl, storeHash: account.storeHash, accessToken: account.accessToken }),
    drawVersion: async () => ++drawn,
    context,
    control,
  });
const itself = (productId: number) => ({ productId, variantId: null });

describe('prices of a simulated store', () => {
  let simulator: Simulator;
  let shirt: { id: number; variants: number[] };
  const reader = (context: Partial<PriceContext> & { control?: PricedItem } = {}) =>
    readerAt(simulator.url, simulator.account, { ...guests, ...context });
  const requests = () => simulator.requests.all().filter((request) => request.path.endsWith(path)).length;

  beforeEach(async () => {
    simulator = await startSimulator({ products: 60, quota: 0 });
    const { id, variants } = simulator.store.products.create({
      name: 'Shirt',
      price: 10,
      channels: [1],
      variants: [{ options: { Size: 'S' } }, { options: { Size: 'L' }, price: 14 }],
    });
    shirt = { id, variants: variants.map((variant) => variant.id) };
  });
  afterEach(async () => {
    expect(simulator.defects).toEqual([]);
    await simulator.close();
  });
  const someIds = (count: number) => simulator.store.products.ids().slice(0, count).map(itself);

  test('are of the product and of each variant, regardless of their order', async () => {
    const items = [itself(shirt.id), ...shirt.variants.map((variantId) => ({ productId: shirt.id, variantId }))];
    const { prices, missing, failures } = await reader().read(items);
    const calculated = new Map(prices.map(({ variantId, calculatedPrice }) => [variantId, calculatedPrice]));
    expect([...calculated].sort()).toEqual(
      [[null, 10], ...shirt.variants.map((id, place) => [id, 10 + 4 * place])].sort(),
    );
    expect(prices.find(({ variantId }) => variantId === null)?.range).toEqual({ lowest: 10, highest: 14 });
    expect([missing, failures]).toEqual([[], []]);
  });

  test('are those of the channel, the currency, and the group', async () => {
    const { currencies, groups, priceLists } = simulator.store.markets;
    currencies.create({ currency_code: 'EUR', rate: 0.5 });
    const group = groups.create({ name: 'Wholesale' }).id;
    const list = priceLists.create({ name: 'Wholesale' }).id;
    priceLists.assign({ price_list_id: list, customer_group_id: group, channel_id: null });
    const [small = 0] = shirt.variants;
    priceLists.setRecord(list, { variant_id: small, currency: 'EUR', price: 4, sale_price: 3 });
    const item = { productId: shirt.id, variantId: small };
    const read = async (context: Partial<PriceContext>) => (await reader(context).read([item])).prices[0];
    expect(await read({ currency: 'EUR' })).toMatchObject({ price: 5, salePrice: null, calculatedPrice: 5 });
    expect(await read({ currency: 'EUR', customerGroupId: group })).toMatchObject({
      price: 4,
      salePrice: 3,
      calculatedPrice: 3,
    });
  });

  test('are null where a list that overrides the tax setting has no record', async () => {
    const { groups, priceLists } = simulator.store.markets;
    const group = groups.create({ name: 'Taxed' }).id;
    const list = priceLists.create({ name: 'Taxed', prices_entered_with_tax: true }).id;
    priceLists.assign({ price_list_id: list, customer_group_id: group, channel_id: null });
    const [variantId = 0] = shirt.variants;
    const { prices, missing } = await reader({ customerGroupId: group }).read([{ productId: shirt.id, variantId }]);
    expect(prices).toEqual([
      {
        productId: shirt.id,
        variantId,
        price: null,
        salePrice: null,
        calculatedPrice: null,
        retailPrice: null,
        range: null,
      },
    ]);
    expect(missing).toEqual([]);
  });

  test('need no price lists, whose plan gate is a 403 elsewhere', async () => {
    simulator.store.markets.hasPriceLists = false;
    expect((await reader().read([itself(shirt.id)])).prices).toHaveLength(1);
  });

  test('are asked for fifty at a time, or fewer once upstream refuses that', async () => {
    const items = someIds(60);
    expect((await reader().read(items)).prices).toHaveLength(60);
    expect(requests()).toBe(2);
    simulator.store.markets.maximumPricingItems = 30;
    simulator.requests.clear();
    const smaller = reader();
    expect((await smaller.read(items)).prices).toHaveLength(60);
    expect(requests()).toBe(4);
    simulator.requests.clear();
    expect((await smaller.read(items)).prices).toHaveLength(60);
    expect(requests()).toBe(3);
  });

  test('have one read version, drawn before the first request', async () => {
    const before = drawn;
    const { readVersion } = await reader().read(someIds(60));
    expect(readVersion).toBe(before + 1);
  });

  test('of products that are gone are missing, and no error if others are there', async () => {
    const { prices, missing } = await reader().read([itself(shirt.id), itself(999_999)]);
    expect([prices.length, missing]).toEqual([1, [itself(999_999)]]);
    expect((await reader().read([itself(999_999)])).missing).toEqual([itself(999_999)]);
  });

  test('are an error if upstream replies to none of several', async () => {
    const gone = [itself(999_998), itself(999_999)];
    await expect(reader().read(gone)).rejects.toBeInstanceOf(UpstreamResponseError);
    await expect(reader({ control: itself(999_997) }).read(gone)).rejects.toBeInstanceOf(UpstreamResponseError);
  });

  test('of several products that are gone are missing if upstream has a price of another one', async () => {
    const gone = [itself(999_998), itself(999_999)];
    const { prices, missing } = await reader({ control: itself(shirt.id) }).read(gone);
    expect([prices, missing]).toEqual([[], gone]);
  });

  test.each([
    ['a currency that the store does not have', { currency: 'XAU' }],
    ['a channel that does not exist', { channelId: 99 }],
    ['a group that does not exist', { customerGroupId: 99_999 }],
  ])('are an error for %s, after few requests', async (_, context) => {
    const error = await reader(context)
      .read(someIds(50))
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UpstreamHttpError);
    expect(error).toMatchObject({ data: { status: 422, path, upstreamMessage: expect.stringContaining('no ') } });
    expect(requests()).toBeLessThan(12);
  });

  test('are refused with a token that may not read products', async () => {
    simulator.account.scopes.delete('store_v2_products_read_only');
    await expect(reader().read([itself(shirt.id)])).rejects.toBeInstanceOf(UpstreamScopeError);
    expect(requests()).toBe(1);
  });

  test('are asked for again after a 429, a 500, a truncated body, and a torn connection', async () => {
    for (const fault of [
      { kind: 'rate-limit', resetMilliseconds: 10 },
      { kind: 'status', status: 500 },
      { kind: 'truncate' },
      { kind: 'reset' },
    ] as const)
      simulator.faults.add({ ...fault, method: 'POST', path });
    expect((await reader().read([itself(shirt.id)])).prices).toHaveLength(1);
  });
});

describe('a price in an unknown form', () => {
  let server: ScriptedServer;
  beforeEach(async () => {
    server = await startScriptedServer();
  });
  afterEach(() => server.close());
  const reader = () => readerAt(server.url, { storeHash: 'abc', accessToken: 'token' });
  const replyTo = (productId: number, more: object = {}) => ({
    product_id: productId,
    variant_id: 0,
    reference_request: { product_id: productId, variant_id: 0, options: [] },
    price: { as_entered: 5, entered_inclusive: true, tax_exclusive: 5, tax_inclusive: 5 },
    calculated_price: { as_entered: '4.00005', entered_inclusive: true },
    ...more,
  });

  test('is a failure of its item only', async () => {
    const data = [
      replyTo(1),
      replyTo(2, { price: { as_entered: 'ten' } }),
      replyTo(3, { sale_price: { as_entered: -1 } }),
    ];
    server.script(json({ data, meta: {} }));
    const { prices, failures } = await reader().read([1, 2, 3].map(itself));
    expect(prices).toEqual([
      {
        productId: 1,
        variantId: null,
        price: 5,
        calculatedPrice: 4.0001,
        salePrice: null,
        retailPrice: null,
        range: null,
      },
    ]);
    expect(failures).toEqual([
      { productId: 2, variantId: null, reason: expect.stringContaining('"ten"') },
      { productId: 3, variantId: null, reason: expect.stringContaining('negative') },
    ]);
  });

  test.each([
    ['that does not say of what', [{ ...replyTo(1), reference_request: undefined }]],
    ['of another product', [replyTo(1), replyTo(9)]],
    ['sent twice', [replyTo(1), replyTo(1)]],
    ['in no list', null],
    ['that is not there', []],
  ])('%s spoils the response', async (_, data) => {
    server.script(json({ data, meta: {} }));
    await expect(reader().read([1, 2].map(itself))).rejects.toBeInstanceOf(UpstreamResponseError);
    expect(server.seen).toHaveLength(1);
  });
});
