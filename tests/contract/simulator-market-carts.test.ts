import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { WHOLESALE_CUSTOMER } from '../../simulator/src/markets/sample-markets';
import { mintToken, StorefrontClient } from '../support/http/storefront-client';
import { at, listAt, type Json } from '../support/shops/simulator-client';

const CART =
  'cart { entityId currencyCode amount { value currencyCode } lineItems { physicalItems { listPrice { value } } } }';
const CREATE = `mutation ($input: CreateCartInput!) { cart { createCart(input: $input) { ${CART} } } }`;

let simulator: Simulator;
let abroad: number;

beforeAll(async () => {
  simulator = await startSimulator({ products: 3, quota: 0, markets: true });
  abroad = Math.max(...simulator.store.state.channels.keys());
});
afterAll(async () => {
  expect(simulator.defects).toEqual([]);
  await simulator.close();
});

async function storefront(channel: number): Promise<StorefrontClient> {
  const token = await mintToken(simulator, { channel_id: channel });
  return new StorefrontClient(simulator, token, channel === 1 ? '/graphql' : `/store-demostore1-${channel}/graphql`);
}

/** A product on both storefronts, in the wholesale list at 6 dollars. */
function aCup(): number {
  const { products, markets } = simulator.store;
  const { id, variants } = products.create({ name: 'Cup', price: 10, channels: [1, abroad] });
  const list = markets.priceLists.all()[0]?.id ?? 0;
  markets.priceLists.setRecord(list, { variant_id: variants[0]?.id ?? 0, currency: 'USD', price: 6 });
  return id;
}

async function cartOf(
  client: StorefrontClient,
  input: { id: number; currencyCode?: string; headers?: Record<string, string>; choices?: Json[] },
): Promise<Json> {
  const { id, currencyCode, headers = {}, choices } = input;
  const line = {
    productEntityId: id,
    quantity: 2,
    ...(choices === undefined ? {} : { selectedOptions: { multipleChoices: choices } }),
  };
  const { body } = await client.send(
    CREATE,
    { input: { lineItems: [line], ...(currencyCode === undefined ? {} : { currencyCode }) } },
    headers,
  );
  return body;
}

const cartIn = (body: Json): Json => at(body, 'data', 'cart', 'createCart', 'cart');

test("a cart is in its channel's default currency, or in the one that was asked for, at converted prices", async () => {
  const id = aCup();
  const client = await storefront(abroad);
  expect(cartIn(await cartOf(client, { id }))).toMatchObject({ amount: { value: 18, currencyCode: 'EUR' } });
  const asked = await cartOf(client, { id, currencyCode: 'GBP' });
  expect(cartIn(asked)).toMatchObject({ amount: { value: 16, currencyCode: 'GBP' } });
  const home = await cartOf(await storefront(1), { id });
  expect(cartIn(home)).toMatchObject({ amount: { value: 20, currencyCode: 'USD' } });
});

test('a cart in a currency that is only displayed is charged in the default one', async () => {
  simulator.store.markets.currencies.create({ currency_code: 'JPY', rate: 150, is_transactional: false });
  const body = await cartOf(await storefront(1), { id: aCup(), currencyCode: 'JPY' });
  expect(cartIn(body)).toMatchObject({ currencyCode: 'USD', amount: { value: 20 } });
});

test("a customer's cart has the prices of their group, a guest's has not", async () => {
  const id = aCup();
  const client = await storefront(1);
  const login = await client.send(
    'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { customerAccessToken { value } } }',
    { email: WHOLESALE_CUSTOMER.email, password: WHOLESALE_CUSTOMER.password },
  );
  const token = at(login.body, 'data', 'login', 'customerAccessToken', 'value');
  const cart = cartIn(await cartOf(client, { id, headers: { 'x-bc-customer-access-token': String(token) } }));
  const assigned = await client.send(
    `mutation ($id: String!) { cart { assignCartToCustomer(input: { cartEntityId: $id }) { ${CART} } } }`,
    { id: at(cart, 'entityId') },
    { 'x-bc-customer-access-token': String(token) },
  );
  expect(at(assigned.body, 'data', 'cart', 'assignCartToCustomer', 'cart', 'amount', 'value')).toBe(12);
  expect(cartIn(await cartOf(client, { id }))).toMatchObject({ amount: { value: 20 } });
});

test('a product that is not assigned to the channel cannot be put into a cart of it', async () => {
  const { id } = simulator.store.products.create({ name: 'At home only', price: 5, channels: [1] });
  const body = await cartOf(await storefront(abroad), { id });
  expect(at(body, 'errors', 0, 'message')).toMatch(/does not represent a valid product/);
});

test('what the chosen list has no price for cannot be bought', async () => {
  const { products, markets } = simulator.store;
  const { id } = products.create({ name: 'Without a price', price: 5, channels: [abroad] });
  const list = markets.priceLists.create({ name: 'With tax', prices_entered_with_tax: true });
  const assignment = markets.priceLists.assign({
    price_list_id: list.id,
    channel_id: abroad,
    customer_group_id: null,
  });
  const body = await cartOf(await storefront(abroad), { id });
  expect(at(body, 'errors', 0, 'message')).toMatch(/cannot be purchased/);
  markets.priceLists.unassign(assignment.id);
});

test('another currency gives the cart a new id, and the old one is gone', async () => {
  const client = await storefront(abroad);
  const before = cartIn(await cartOf(client, { id: aCup() }));
  const { body } = await client.send(
    `mutation ($id: String!) { cart { updateCartCurrency(input: { cartEntityId: $id, data: { currencyCode: "GBP" } }) { ${CART} } } }`,
    { id: at(before, 'entityId') },
  );
  const after = at(body, 'data', 'cart', 'updateCartCurrency', 'cart');
  expect(after).toMatchObject({ currencyCode: 'GBP', amount: { value: 16 } });
  expect(at(after, 'entityId')).not.toBe(at(before, 'entityId'));
  expect(simulator.storefront.carts.find(String(at(before, 'entityId')))).toBeUndefined();
});

test('chosen values of modifiers change the price, and a required modifier needs one', async () => {
  const id = aCup();
  const box = simulator.store.modifiers.create(id, {
    display_name: 'Box',
    type: 'dropdown',
    required: true,
    option_values: [{ label: 'Gift box', adjusters: { price: { adjuster: 'relative', adjuster_value: 1.5 } } }],
  });
  const client = await storefront(1);
  expect(at(await cartOf(client, { id }), 'errors', 0, 'message')).toMatch(/Missing required fields/);
  const choices = [{ optionEntityId: box.id, optionValueEntityId: box.option_values[0]?.id ?? 0 }];
  const cart = cartIn(await cartOf(client, { id, choices }));
  expect(listAt(cart, 'lineItems', 'physicalItems')).toMatchObject([{ listPrice: { value: 11.5 } }]);
});

test("a new customer is in the channel's group for new customers, or else in the store's", async () => {
  const { groups } = simulator.store.markets;
  const [ofStore, ofChannel] = [groups.create({ name: 'New' }), groups.create({ name: 'New abroad' })];
  groups.settings.default_customer_group_id = ofStore.id;
  groups.configure(abroad, { default_customer_group_id: ofChannel.id });
  const groupOfNew = async (channel: number): Promise<Json> => {
    const { body } = await (
      await storefront(channel)
    ).send(
      `mutation ($input: RegisterCustomerInput!) { customer { registerCustomer(input: $input) { customer {
        customerGroupId } } } }`,
      {
        input: {
          firstName: 'A',
          lastName: 'B',
          email: `new-${channel}@example.com`,
          password: 'password1',
        },
      },
    );
    return at(body, 'data', 'customer', 'registerCustomer', 'customer', 'customerGroupId');
  };
  expect([await groupOfNew(1), await groupOfNew(abroad)]).toEqual([ofStore.id, ofChannel.id]);
});
