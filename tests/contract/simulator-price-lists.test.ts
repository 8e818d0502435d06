import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock, startSimulator, type Simulator } from '../../simulator/src/server';
import { ask, at, listAt, type Json, type Response } from '../support/shops/simulator-client';

let simulator: Simulator;
let product: number;
let variant: number;
let list: number;

beforeAll(async () => {
  simulator = await startSimulator({ products: 3, quota: 0, clock: new ManualClock() });
  simulator.store.markets.currencies.create({ currency_code: 'EUR', rate: 0.5 });
});
afterAll(async () => {
  expect(simulator.defects).toEqual([]);
  await simulator.close();
});
beforeEach(() => {
  const { products, markets } = simulator.store;
  const created = products.create({ name: 'Priced', price: 20, retail_price: 30, channels: [1] });
  product = created.id;
  variant = created.variants[0]?.id ?? 0;
  list = markets.priceLists.create({ name: `List ${product}` }).id;
});

async function price(body: Record<string, unknown>): Promise<Response> {
  return ask(simulator, '/v3/pricing/products', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ channel_id: 1, currency_code: 'USD', items: [{ product_id: product }], ...body }),
  });
}

async function charged(body: Record<string, unknown> = {}): Promise<Json> {
  return at((await price(body)).body, 'data', 0, 'calculated_price', 'as_entered');
}

/** A group that only this test's products have prices for. */
function aMember(): number {
  const { groups, priceLists } = simulator.store.markets;
  const { id } = groups.create({ name: 'Wholesale' });
  priceLists.assign({ price_list_id: list, customer_group_id: id, channel_id: null });
  return id;
}

describe('price lists over REST', () => {
  test('records have a currency in lower case, and null for prices that are not set', async () => {
    simulator.store.markets.priceLists.setRecord(list, { variant_id: variant, currency: 'EUR', sale_price: 8 });
    const body = (await ask(simulator, `/v3/pricelists/${list}/records/${variant}/EUR`)).body;
    expect(at(body, 'data')).toMatchObject({
      price_list_id: list,
      variant_id: variant,
      product_id: product,
      currency: 'eur',
      price: null,
      sale_price: 8,
      calculated_price: 8,
    });
    expect(body).not.toHaveProperty('data.bulk_pricing_tiers');
  });

  test('records are filtered by variant, product, and currency in any case, and include tiers and skus on request', async () => {
    const tiers = [{ quantity_min: 5, quantity_max: null, type: 'fixed' as const, amount: 7 }];
    simulator.store.markets.priceLists.setRecords(list, [
      { variant_id: variant, currency: 'EUR', price: 9 },
      { variant_id: variant, currency: 'USD', price: 18, bulk_pricing_tiers: tiers },
    ]);
    const found = await ask(
      simulator,
      `/v3/pricelists/${list}/records?product_id:in=${product}&variant_id:in=${variant}&currency:in=usd&include=bulk_pricing_tiers,sku`,
    );
    expect(listAt(found.body, 'data')).toMatchObject([{ currency: 'usd', sku: '', bulk_pricing_tiers: tiers }]);
  });

  test('pages by number have one kind of paging, pages by cursor the other, and the first one both', async () => {
    const { products, markets } = simulator.store;
    const variants = [1, 2, 3].map((place) => products.create({ name: `Paged ${place}` }).variants[0]?.id ?? 0);
    markets.priceLists.setRecords(
      list,
      variants.map((id) => ({ variant_id: id, currency: 'USD', price: 1 })),
    );
    const page = async (query: string): Promise<Json> =>
      (await ask(simulator, `/v3/pricelists/${list}/records?limit=2${query}`)).body;
    const first = await page('');
    expect(Object.keys(Object(at(first, 'meta')))).toEqual(['pagination', 'cursor_pagination']);
    expect(Object.keys(Object(at(await page('&page=1'), 'meta')))).toEqual(['pagination']);
    const end = String(at(first, 'meta', 'cursor_pagination', 'end_cursor'));
    const second = await page(`&after=${end}`);
    expect(Object.keys(Object(at(second, 'meta')))).toEqual(['cursor_pagination']);
    expect(listAt(second, 'data').map((record) => at(record, 'variant_id'))).toEqual(variants.slice(2));
    expect(at(second, 'meta', 'cursor_pagination', 'links')).not.toHaveProperty('next');
    const start = String(at(second, 'meta', 'cursor_pagination', 'start_cursor'));
    const back = await page(`&before=${start}`);
    expect(listAt(back, 'data').map((record) => at(record, 'variant_id'))).toEqual(variants.slice(0, 2));
  });

  test('assignments are filtered by each of their sides, and lack the side that is open', async () => {
    const group = aMember();
    const found = await ask(
      simulator,
      `/v3/pricelists/assignments?customer_group_id:in=${group}&price_list_id=${list}`,
    );
    expect(listAt(found.body, 'data')).toEqual([
      { id: expect.any(Number), price_list_id: list, customer_group_id: group },
    ]);
    const other = await ask(simulator, `/v3/pricelists/assignments?customer_group_id:in=${group}&channel_id:in=2`);
    expect(listAt(other.body, 'data')).toEqual([]);
  });

  test('a store whose plan has no price lists refuses them with 403, and its prices are those of the catalog', async () => {
    const plain = await startSimulator({ products: 1, quota: 0 });
    plain.store.markets.hasPriceLists = false;
    expect((await ask(plain, '/v3/pricelists')).status).toBe(403);
    expect((await ask(plain, '/v3/pricelists/assignments')).status).toBe(403);
    const prices = await ask(plain, '/v3/pricing/products', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ channel_id: 1, currency_code: 'USD', items: [{ product_id: 1001 }] }),
    });
    expect(prices.status).toBe(200);
    expect((await ask(plain, '/v3/catalog/products?limit=1')).status).toBe(200);
    await plain.close();
  });
});

describe('prices', () => {
  test('null is the guest group, 0 the catalog, a number that group', async () => {
    const { groups, channels, priceLists } = simulator.store.markets;
    const member = aMember();
    const guests = groups.create({ name: 'Guests', discount_rules: [{ type: 'all', method: 'percent', amount: 50 }] });
    const channel = channels.create({ name: 'Guests' }).id;
    groups.configure(channel, { guest_customer_group_id: guests.id });
    priceLists.setRecord(list, { variant_id: variant, currency: 'USD', price: 12 });
    const asked = (id?: number | null): Promise<Json> =>
      charged({ channel_id: channel, ...(id === undefined ? {} : { customer_group_id: id }) });
    expect([await asked(), await asked(null), await asked(0), await asked(member)]).toEqual([10, 10, 20, 12]);
  });

  test('in another currency are those of the record, or else converted and rounded', async () => {
    const member = aMember();
    simulator.store.products.update(product, { price: 20.99 });
    expect(await charged({ currency_code: 'EUR', customer_group_id: member })).toBe(10.5);
    simulator.store.markets.priceLists.setRecord(list, { variant_id: variant, currency: 'eur', price: 9.99 });
    expect(await charged({ currency_code: 'EUR', customer_group_id: member })).toBe(9.99);
  });

  test('are null for a variant that a list with a tax flag lacks', async () => {
    const member = aMember();
    simulator.store.markets.priceLists.update(list, { prices_entered_with_tax: true });
    const item = at((await price({ customer_group_id: member })).body, 'data', 0);
    expect(item).toMatchObject({ price: null, calculated_price: null, price_range: null });
    expect(item).not.toHaveProperty('retail_price');
  });

  test('say how they were entered, and what they are with and without tax', async () => {
    const { markets } = simulator.store;
    const member = aMember();
    markets.priceLists.update(list, { prices_entered_with_tax: true });
    markets.priceLists.setRecord(list, { variant_id: variant, currency: 'USD', price: 11.9 });
    markets.taxRate = 19;
    const taxed = await price({ customer_group_id: member });
    markets.taxRate = 0;
    expect(at(taxed.body, 'data', 0, 'price')).toEqual({
      as_entered: 11.9,
      entered_inclusive: true,
      tax_exclusive: 10,
      tax_inclusive: 11.9,
    });
  });

  test('come in another order, each with the request that it belongs to', async () => {
    const items = [{ product_id: product }, { product_id: 1001 }, { product_id: product, variant_id: variant }];
    const { body } = await price({ items });
    const requests = listAt(body, 'data').map((item) => at(item, 'reference_request'));
    expect(requests).not.toEqual(items);
    expect(requests).toEqual(expect.arrayContaining(items));
  });

  test('of a product with variants have a range, and those of a variant are its own', async () => {
    const shirt = simulator.store.products.create({
      name: `Shirt ${product}`,
      price: 10,
      channels: [1],
      variants: [{ options: { Size: 'S' } }, { options: { Size: 'L' }, price: 14 }],
    });
    const items = [{ product_id: shirt.id }, { product_id: shirt.id, variant_id: shirt.variants[1]?.id }];
    const replies = listAt((await price({ items })).body, 'data');
    const find = (variantId: number): Json | undefined => replies.find((each) => at(each, 'variant_id') === variantId);
    expect(find(0)).toMatchObject({
      calculated_price: { as_entered: 10 },
      price_range: { minimum: { as_entered: 10 }, maximum: { as_entered: 14 } },
    });
    expect(find(shirt.variants[1]?.id ?? 0)).toMatchObject({ calculated_price: { as_entered: 14 } });
  });

  test('leave out products that do not exist', async () => {
    expect((await price({ items: [{ product_id: 999_999 }] })).body).toEqual({ data: [], meta: {} });
  });

  test.each([
    ['a currency that the store does not have', { currency_code: 'XAU' }],
    ['a channel that does not exist', { channel_id: 99 }],
    ['a group that does not exist', { customer_group_id: 99_999 }],
    ['no items', { items: [] }],
  ])('are refused for %s', async (_name, body) => {
    expect((await price(body)).status).toBe(422);
  });

  test('are refused for more items than the maximum', async () => {
    simulator.store.markets.maximumPricingItems = 2;
    const items = [1001, 1002, 1003].map((id) => ({ product_id: id }));
    const statuses = [(await price({ items })).status, (await price({ items: items.slice(1) })).status];
    simulator.store.markets.maximumPricingItems = 50;
    expect(statuses).toEqual([422, 200]);
  });
});
