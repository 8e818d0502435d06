import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type CommerceBridgeClient,
  createCommerceBridgeClient,
  openCart,
  readCustomer,
  selectOptions,
  shopperDocuments,
  signIn,
  signOut,
  StoreRefusal,
} from '../../client/src/index';
import { repository } from '../../scripts/lib/paths';
import { mintToken } from '../support/http/storefront-client';
import { aModifier, aValue } from '../support/shops/shown-modifiers';
import { openSimulatedStorefront, type SimulatedStorefront } from '../support/shops/simulated-storefront';

/*
 * The carts of the client for frontends, with the simulated store in place of the proxy, which forwards documents
 * unchanged.
 */

let store: SimulatedStorefront;
let shop: CommerceBridgeClient;
/** Headers of all requests. */
let sent: Headers[];

beforeEach(async () => {
  store = await openSimulatedStorefront();
  const token = await mintToken(store.simulator);
  sent = [];
  shop = createCommerceBridgeClient({
    baseUrl: 'https://cms.example.com/api/commerce-bridge/v1',
    async fetch(request) {
      sent.push(request.headers);
      const headers = new Headers(request.headers);
      headers.set('Authorization', `Bearer ${token}`);
      return fetch(`${store.simulator.url}/graphql`, { method: 'POST', headers, body: await request.text() });
    },
  });
});
afterEach(async () => {
  expect(store.simulator.defects).toEqual([]);
  await store.simulator.close();
});

const articleOf = ({ id, variants }: { id: number; variants: number[] }) => ({
  productId: id,
  variantId: variants[0] ?? 0,
});

describe('a cart', () => {
  test('is created with the first article, filled, changed, emptied, and then gone', async () => {
    const cart = openCart(shop);
    expect(await cart.read()).toBeNull();

    const first = await cart.add(articleOf(store.mug));
    expect(first).toMatchObject({ quantity: 1, total: { value: 10, currencyCode: 'USD' } });
    const second = await cart.add({ ...articleOf(store.shirt), quantity: 2 });
    expect(second.id).toBe(first.id);
    const [mug, shirt] = second.lines;
    expect(shirt).toMatchObject({
      productId: store.shirt.id,
      variantId: store.shirt.variants[0],
      name: 'Shirt',
      quantity: 2,
      price: { value: 60, currencyCode: 'USD' },
      options: [{ id: store.shirt.options[0]?.option, name: 'Size', value: 'S' }],
    });

    expect(await cart.setQuantity(shirt?.id ?? '', 3)).toMatchObject({ quantity: 4, total: { value: 100 } });
    expect(await cart.remove(shirt?.id ?? '')).toMatchObject({ lines: [{ productId: store.mug.id }] });
    expect(await cart.setQuantity(mug?.id ?? '', 0)).toBeNull();
    expect(await cart.read()).toBeNull();
  });

  test('is one cart even if its first articles are added at the same time', async () => {
    const cart = openCart(shop);
    const [mug, shirt] = await Promise.all([cart.add(articleOf(store.mug)), cart.add(articleOf(store.shirt))]);
    expect(shirt.id).toBe(mug.id);
    expect(await cart.read()).toMatchObject({ id: mug.id, quantity: 2 });
  });

  test('takes further articles after one that was rejected', async () => {
    const cart = openCart(shop);
    const [rejected, added] = await Promise.allSettled([
      cart.add({ productId: 999_999 }),
      cart.add(articleOf(store.mug)),
    ]);
    expect([rejected.status, added.status]).toEqual(['rejected', 'fulfilled']);
  });

  test('continues by its id, and starts over when it is gone', async () => {
    const { id } = await openCart(shop).add(articleOf(store.mug));
    expect(await openCart(shop, { cartId: id }).add(articleOf(store.mug))).toMatchObject({ id, quantity: 2 });

    store.simulator.storefront.carts.delete(id);
    const fresh = openCart(shop, { cartId: id });
    expect(await fresh.read()).toBeNull();
    expect((await fresh.add(articleOf(store.mug))).id).not.toBe(id);
  });

  test('leads to the checkout of the store', async () => {
    const cart = openCart(shop);
    await cart.add(articleOf(store.mug));

    const checkout = await fetch(await cart.checkoutUrl());

    expect(await checkout.text()).toContain('10.00 USD');
  });

  test('keeps what was chosen and entered when a quantity changes', async () => {
    const { modifiers } = store.simulator.store;
    const box = modifiers.create(store.shirt.id, {
      display_name: 'Box',
      type: 'dropdown',
      required: true,
      option_values: [{ label: 'Gift box', adjusters: { price: { adjuster: 'relative', adjuster_value: 2 } } }],
    });
    const motto = modifiers.create(store.shirt.id, { display_name: 'Motto', type: 'text' });
    const day = modifiers.create(store.shirt.id, { display_name: 'Day', type: 'date' });
    const [size] = store.shirt.options;
    const selectedOptions = selectOptions(
      { option_selections: [{ option_id: size?.option ?? 0, option_value: size?.value ?? 0 }] },
      [
        aModifier({ id: box.id, type: 'dropdown', values: [aValue({ id: box.option_values[0]?.id ?? 0 })] }),
        aModifier({ id: motto.id, type: 'text' }),
        aModifier({ id: day.id, type: 'date' }),
      ],
      new Map([
        [box.id, String(box.option_values[0]?.id)],
        [motto.id, ' For Ada '],
        [day.id, '2026-11-25'],
      ]),
    );
    const cart = openCart(shop);
    const { lines } = await cart.add({ productId: store.shirt.id, selectedOptions });

    const changed = await cart.setQuantity(lines[0]?.id ?? '', 2);

    expect(changed?.total.value).toBe(64);
    expect(changed?.lines[0]?.options.map(({ name, value }) => `${name}: ${value}`)).toEqual([
      'Size: S',
      'Box: Gift box',
      'Motto: For Ada',
      'Day: 2026-11-25',
    ]);
  });

  test('in another currency is created in it', async () => {
    store.simulator.store.markets.currencies.create({ currency_code: 'GBP', name: 'Pound', rate: 0.5, token: '£' });
    store.simulator.store.markets.channels.setCurrencies(1, {
      enabled_currencies: ['USD', 'GBP'],
      default_currency: 'USD',
    });

    const cart = await openCart(shop, { currency: 'GBP' }).add(articleOf(store.mug));

    expect(cart.total).toEqual({ value: 5, currencyCode: 'GBP' });
  });

  test('sends the market, the headers, and the customer with each request', async () => {
    await openCart(shop, {
      customerAccessToken: null,
      market: 'eu',
      headers: { 'X-Forwarded-For': '203.0.113.9' },
    }).add(articleOf(store.mug));

    expect(sent.map((headers) => [headers.get('X-Commerce-Market'), headers.get('X-Forwarded-For')])).toEqual([
      ['eu', '203.0.113.9'],
    ]);
    expect(sent[0]?.has('X-Bc-Customer-Access-Token')).toBe(false);
  });
});

describe('what the store refuses', () => {
  test('is reported in its words', async () => {
    const cart = openCart(shop);
    const refused = await cart.add({ ...articleOf(store.mug), quantity: 7 }).catch((error: unknown) => error);

    expect(refused).toBeInstanceOf(StoreRefusal);
    expect(refused).toMatchObject({ name: 'StoreRefusal', errors: [{ path: expect.any(Array) }] });
    await expect(openCart(shop).add({ productId: 999_999, variantId: 1 })).rejects.toThrow(/Not Found/);
  });

  test('is also what a cart does not have', async () => {
    const cart = openCart(shop);
    await expect(cart.checkoutUrl()).rejects.toBeInstanceOf(StoreRefusal);
    await expect(cart.remove('line')).rejects.toBeInstanceOf(StoreRefusal);
    await cart.add(articleOf(store.mug));
    await expect(cart.setQuantity('line', 2)).rejects.toBeInstanceOf(StoreRefusal);
    await expect(openCart(shop, { cartId: 'nowhere' }).checkoutUrl()).rejects.toBeInstanceOf(StoreRefusal);
  });
});

describe('a customer', () => {
  const ada = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', password: 'engine1843' };
  beforeEach(() => void store.simulator.storefront.customers.register(ada));

  test('signs in with the cart of a guest, and out again', async () => {
    const { id } = await openCart(shop).add({ ...articleOf(store.mug), quantity: 2 });

    const customer = await signIn(shop, { email: ada.email, password: ada.password, cartId: id });

    expect(customer).toMatchObject({ firstName: 'Ada', lastName: 'Byron', cart: { id, quantity: 2 } });
    const { customerAccessToken } = customer;
    expect(Date.parse(customer.expiresAt)).toBeGreaterThan(store.clock.now());
    const cart = await openCart(shop, { cartId: id, customerAccessToken }).read();
    expect(cart?.id).toBe(id);
    expect(sent.at(-1)?.get('X-Bc-Customer-Access-Token')).toBe(customerAccessToken);

    await signOut(shop, customerAccessToken);
    const { data } = await shop.graphql('{ customer { email } }', {}, { customerAccessToken });
    expect(data).not.toHaveProperty('customer.email');
  });

  test('is known by the token until the session ends', async () => {
    const { customerAccessToken } = await signIn(shop, { email: ada.email, password: ada.password });
    expect(await readCustomer(shop, customerAccessToken)).toEqual({
      firstName: 'Ada',
      lastName: 'Byron',
      email: ada.email,
    });

    // A login elsewhere, which ends this session.
    await signIn(shop, { email: ada.email, password: ada.password });
    expect(await readCustomer(shop, customerAccessToken)).toBeNull();
  });

  test('has no cart without having had one, and does not get in with a wrong password', async () => {
    expect((await signIn(shop, { email: ada.email, password: ada.password })).cart).toBeNull();
    await expect(signIn(shop, { email: ada.email, password: 'wrong' })).rejects.toBeInstanceOf(StoreRefusal);
  });
});

test.each(Object.entries(shopperDocuments()))('%s is a document of the store, by its name', (name, text) => {
  const schema = buildSchema(readFileSync(join(repository, 'simulator/schema/storefront.graphql'), 'utf8'));
  const document = parse(text);

  expect(validate(schema, document)).toEqual([]);
  expect(document.definitions).toMatchObject([{ kind: 'OperationDefinition', name: { value: name } }]);
});
