import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ManualClock, Simulator } from '../../simulator/src/server';
import { ADD_CART, CREATE_CART, DELETE_CART, READ_CART, UPDATE_CART } from '../support/shops/cart-documents';
import {
  createCartFor,
  refusalOf,
  openSimulatedStorefront,
  type SimulatedStorefront,
} from '../support/shops/simulated-storefront';
import type { StorefrontClient } from '../support/http/storefront-client';
import { ask, at, listAt, type Response } from '../support/shops/simulator-client';

let clock: ManualClock;
let simulator: Simulator;
let shopper: StorefrontClient;
let mug: SimulatedStorefront['mug'];
let shirt: SimulatedStorefront['shirt'];

beforeEach(async () => {
  ({ clock, simulator, shopper, mug, shirt } = await openSimulatedStorefront());
});
afterEach(async () => {
  expect(simulator.defects).toEqual([]);
  await simulator.close();
});

const createCart = (lineItems: unknown[]) => createCartFor(shopper, lineItems);
const messageOf = (query: string, variables: unknown) => refusalOf(shopper, { query, variables });

describe('carts', () => {
  test('are created, read, and changed, and end with their last line', async () => {
    const cart = await createCart([
      { productEntityId: mug.id, quantity: 2 },
      { productEntityId: shirt.id, variantEntityId: shirt.variants[1], quantity: 1 },
    ]);
    expect(cart).toMatchObject({
      version: 1,
      amount: { value: 53, currencyCode: 'USD' },
      lineItems: { totalQuantity: 3 },
    });
    expect(at(cart, 'lineItems', 'physicalItems', 1)).toMatchObject({
      name: 'Shirt',
      extendedListPrice: { value: 33 },
      selectedOptions: [{ name: 'Size', value: 'M' }],
    });
    const id = at(cart, 'entityId');
    const added = await shopper.data(
      ADD_CART,
      { input: { cartEntityId: id, data: { lineItems: [{ productEntityId: mug.id, quantity: 1 }] } } },
      'cart',
      'addCartLineItems',
      'cart',
    );
    expect(added).toMatchObject({
      version: 2,
      lineItems: { totalQuantity: 4, physicalItems: [{ quantity: 3 }, { quantity: 1 }] },
    });
    const [first, second] = listAt(added, 'lineItems', 'physicalItems').map((item) => at(item, 'entityId'));
    const updated = await shopper.data(
      UPDATE_CART,
      {
        input: {
          cartEntityId: id,
          lineItemEntityId: first,
          version: 2,
          data: { lineItem: { quantity: 5, productEntityId: mug.id } },
        },
      },
      'cart',
      'updateCartLineItem',
      'cart',
    );
    expect(updated).toMatchObject({ version: 3, amount: { value: 83 } });
    const afterOne = await shopper.data(
      DELETE_CART,
      { input: { cartEntityId: id, lineItemEntityId: first } },
      'cart',
      'deleteCartLineItem',
    );
    expect(afterOne).toMatchObject({
      deletedLineItemEntityId: first,
      deletedCartEntityId: null,
      cart: { lineItems: { totalQuantity: 1 } },
    });
    const afterAll = await shopper.data(
      DELETE_CART,
      { input: { cartEntityId: id, lineItemEntityId: second } },
      'cart',
      'deleteCartLineItem',
    );
    expect(afterAll).toEqual({ deletedLineItemEntityId: second, deletedCartEntityId: id, cart: null });
    expect(await shopper.data(READ_CART, { id }, 'site', 'cart')).toBeNull();
  });

  test("fail with upstream's messages", async () => {
    const create = async (line: unknown): Promise<string> => messageOf(CREATE_CART, { input: { lineItems: [line] } });
    expect(await create({ productEntityId: 999_999, quantity: 1 })).toBe(
      'Not Found: Provided product ID (999999) does not represent a valid product',
    );
    expect(await create({ productEntityId: mug.id, quantity: 0 })).toBe(
      'Missing required fields.: The request payload is missing required fields: `lineItems.*.quantity`',
    );
    expect(await create({ productEntityId: shirt.id, quantity: 1 })).toBe(
      'This product has options, variant ID is required: Product "Shirt" has options, variant ID is required',
    );
    expect(await create({ productEntityId: mug.id, quantity: 7 })).toContain('stock');
    const nobody = '00000000-0000-0000-0000-000000000000';
    expect(
      await messageOf(ADD_CART, {
        input: { cartEntityId: nobody, data: { lineItems: [{ productEntityId: mug.id, quantity: 1 }] } },
      }),
    ).toBe('Not Found: Cart does not exist');
    const cart = await createCart([{ productEntityId: mug.id, quantity: 1 }]);
    const stale = {
      cartEntityId: at(cart, 'entityId'),
      version: 7,
      data: { lineItems: [{ productEntityId: mug.id, quantity: 1 }] },
    };
    expect(await messageOf(ADD_CART, { input: stale })).toBe(
      'Request conflict: The request cannot be processed due to a possible conflict. Please review the changes and try again.',
    );
  });

  test('are unchanged after a failed line', async () => {
    const cart = await createCart([{ productEntityId: mug.id, quantity: 1 }]);
    const lines = [
      { productEntityId: mug.id, quantity: 1 },
      { productEntityId: 999_999, quantity: 1 },
    ];
    await messageOf(ADD_CART, { input: { cartEntityId: at(cart, 'entityId'), data: { lineItems: lines } } });
    expect(await shopper.data(READ_CART, { id: at(cart, 'entityId') }, 'site', 'cart')).toEqual(cart);
  });

  test('accept a variant by its options or its sku', async () => {
    const choice = shirt.options[0];
    const byOptions = await createCart([
      {
        productEntityId: shirt.id,
        quantity: 1,
        selectedOptions: { multipleChoices: [{ optionEntityId: choice?.option, optionValueEntityId: choice?.value }] },
      },
    ]);
    expect(at(byOptions, 'lineItems', 'physicalItems', 0, 'variantEntityId')).toBe(shirt.variants[0]);
    const sku = simulator.store.products.get(shirt.id)?.variants[1]?.sku;
    const bySku = await createCart([{ sku, quantity: 1 }]);
    expect(at(bySku, 'lineItems', 'physicalItems', 0, 'variantEntityId')).toBe(shirt.variants[1]);
  });

  test('reject hidden and unassigned products', async () => {
    simulator.store.products.hide(mug.id);
    expect(
      await messageOf(CREATE_CART, { input: { lineItems: [{ productEntityId: mug.id, quantity: 1 }] } }),
    ).toContain('does not represent a valid product');
  });

  test('expire thirty days after their last change', async () => {
    const cart = await createCart([{ productEntityId: mug.id, quantity: 1 }]);
    simulator.storefront.carts.get(String(at(cart, 'entityId')));
    clock.advance(30 * 24 * 3600 * 1000);
    expect(simulator.storefront.carts.find(String(at(cart, 'entityId')))).toBeUndefined();
  });
});

describe('carts by REST', () => {
  async function post(path: string, body: unknown): Promise<Response> {
    return ask(simulator, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  test("are created with single-use URLs, and are the storefront's carts", async () => {
    const response = await post('/v3/carts?include=redirect_urls', {
      channel_id: 1,
      line_items: [
        { quantity: 2, product_id: mug.id },
        { quantity: 1, product_id: shirt.id, variant_id: shirt.variants[0] },
      ],
    });
    expect(response.status).toBe(201);
    expect(at(response.body, 'data')).toMatchObject({
      channel_id: 1,
      customer_id: 0,
      currency: { code: 'USD' },
      cart_amount: 50,
      base_amount: 50,
    });
    expect(listAt(response.body, 'data', 'line_items', 'physical_items')).toHaveLength(2);
    const id = at(response.body, 'data', 'id');
    expect(await shopper.data(READ_CART, { id }, 'site', 'cart')).toMatchObject({
      entityId: id,
      lineItems: { totalQuantity: 3 },
    });
    const url = String(at(response.body, 'data', 'redirect_urls', 'checkout_url'));
    expect([(await fetch(url)).status, (await fetch(url)).status]).toEqual([200, 404]);
    const fresh = await post(`/v3/carts/${String(id)}/redirect_urls`, {});
    expect(fresh.status).toBe(201);
    expect(at(fresh.body, 'data', 'checkout_url')).not.toBe(url);
  });

  test('come without URLs unless requested', async () => {
    const { body } = await post('/v3/carts', { line_items: [{ quantity: 1, product_id: mug.id }] });
    expect(Object(at(body, 'data'))).not.toHaveProperty('redirect_urls');
  });

  test('use option selections for the variant, and a list price overrides the price', async () => {
    const choice = shirt.options[1];
    const { body } = await post('/v3/carts', {
      line_items: [
        {
          quantity: 1,
          product_id: shirt.id,
          list_price: 5,
          option_selections: [{ option_id: choice?.option, option_value: choice?.value }],
        },
      ],
    });
    expect(at(body, 'data', 'line_items', 'physical_items', 0)).toMatchObject({
      variant_id: shirt.variants[1],
      list_price: 5,
    });
  });

  test('fail with 422 and a message, 404 for a missing cart, 403 without the scope', async () => {
    expect(await post('/v3/carts', { line_items: [{ quantity: 1, product_id: shirt.id }] })).toMatchObject({
      status: 422,
    });
    expect(await post('/v3/carts', { line_items: [] })).toMatchObject({ status: 422 });
    expect(await post('/v3/carts/nowhere/redirect_urls', {})).toMatchObject({ status: 404 });
    simulator.account.scopes.delete('store_cart');
    expect(await post('/v3/carts', { line_items: [{ quantity: 1, product_id: mug.id }] })).toMatchObject({
      status: 403,
    });
  });
});
