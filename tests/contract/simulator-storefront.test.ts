import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock, startSimulator, type Simulator } from '../../simulator/src/server';
import { mintToken, StorefrontClient } from '../support/storefront-client';
import { ask, at, listAt, type Response, type Json } from '../support/simulator-client';

const CART = `entityId version amount { value currencyCode } lineItems { totalQuantity
  physicalItems { entityId name quantity productEntityId variantEntityId extendedListPrice { value } selectedOptions { name ... on CartSelectedMultipleChoiceOption { value } } }
  digitalItems { entityId name } }`;
const CREATE = `mutation Create($input: CreateCartInput!) { cart { createCart(input: $input) { cart { ${CART} } } } }`;
const ADD = `mutation Add($input: AddCartLineItemsInput!) { cart { addCartLineItems(input: $input) { cart { ${CART} } } } }`;
const UPDATE = `mutation Update($input: UpdateCartLineItemInput!) { cart { updateCartLineItem(input: $input) { cart { ${CART} } } } }`;
const DELETE = `mutation Delete($input: DeleteCartLineItemInput!) { cart { deleteCartLineItem(input: $input) { deletedLineItemEntityId deletedCartEntityId cart { ${CART} } } } }`;
const READ = `query Read($id: String) { site { cart(entityId: $id) { ${CART} } } }`;
const HOME = { firstName: 'Ada', lastName: 'Byron', address1: '1 Analytical Way', city: 'London', countryCode: 'GB' };
const ADDRESS = { ...HOME, shouldSaveAddress: false };

let clock: ManualClock;
let simulator: Simulator;
let shopper: StorefrontClient;
let mug: { id: number; variants: number[] };
let shirt: { id: number; variants: number[]; options: { option: number; value: number }[] };

beforeEach(async () => {
  clock = new ManualClock();
  simulator = await startSimulator({ products: 5, quota: 0, clock });
  shopper = new StorefrontClient(simulator, await mintToken(simulator));
  const { products } = simulator.store;
  const simple = products.create({
    name: 'Mug',
    price: 12.5,
    sale_price: 10,
    inventory_tracking: 'product',
    inventory_level: 6,
    channels: [1],
  });
  const rich = products.create({
    name: 'Shirt',
    price: 30,
    channels: [1],
    variants: [{ options: { Size: 'S' } }, { options: { Size: 'M' }, price: 33 }],
  });
  mug = { id: simple.id, variants: simple.variants.map((variant) => variant.id) };
  shirt = {
    id: rich.id,
    variants: rich.variants.map((variant) => variant.id),
    options: rich.variants.map((variant) => ({
      option: variant.option_values[0]?.option_id ?? 0,
      value: variant.option_values[0]?.id ?? 0,
    })),
  };
});
afterEach(async () => {
  expect(simulator.defects).toEqual([]);
  await simulator.close();
});

async function createCart(lineItems: unknown[]): Promise<Json> {
  return shopper.data(CREATE, { input: { lineItems } }, 'cart', 'createCart', 'cart');
}

async function messageOf(query: string, variables: unknown): Promise<string> {
  const { body, status } = await shopper.send(query, variables);
  expect(status).toBe(200);
  expect(Object(at(body, 'errors', 0))).not.toHaveProperty('extensions');
  return String(at(body, 'errors', 0, 'message'));
}

describe('carts', () => {
  test('are created, read, changed and end with their last line', async () => {
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
      ADD,
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
      UPDATE,
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
      DELETE,
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
      DELETE,
      { input: { cartEntityId: id, lineItemEntityId: second } },
      'cart',
      'deleteCartLineItem',
    );
    expect(afterAll).toEqual({ deletedLineItemEntityId: second, deletedCartEntityId: id, cart: null });
    expect(await shopper.data(READ, { id }, 'site', 'cart')).toBeNull();
  });

  test("fail in upstream's words", async () => {
    const create = async (line: unknown): Promise<string> => messageOf(CREATE, { input: { lineItems: [line] } });
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
      await messageOf(ADD, {
        input: { cartEntityId: nobody, data: { lineItems: [{ productEntityId: mug.id, quantity: 1 }] } },
      }),
    ).toBe('Not Found: Cart does not exist');
    const cart = await createCart([{ productEntityId: mug.id, quantity: 1 }]);
    const stale = {
      cartEntityId: at(cart, 'entityId'),
      version: 7,
      data: { lineItems: [{ productEntityId: mug.id, quantity: 1 }] },
    };
    expect(await messageOf(ADD, { input: stale })).toBe(
      'Request conflict: The request cannot be processed due to a possible conflict. Please review the changes and try again.',
    );
  });

  test('a failed line leaves the cart as it was', async () => {
    const cart = await createCart([{ productEntityId: mug.id, quantity: 1 }]);
    const lines = [
      { productEntityId: mug.id, quantity: 1 },
      { productEntityId: 999_999, quantity: 1 },
    ];
    await messageOf(ADD, { input: { cartEntityId: at(cart, 'entityId'), data: { lineItems: lines } } });
    expect(await shopper.data(READ, { id: at(cart, 'entityId') }, 'site', 'cart')).toEqual(cart);
  });

  test('a variant may be chosen by its options or its sku', async () => {
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

  test('hidden and unassigned products cannot be bought', async () => {
    simulator.store.products.hide(mug.id);
    expect(await messageOf(CREATE, { input: { lineItems: [{ productEntityId: mug.id, quantity: 1 }] } })).toContain(
      'does not represent a valid product',
    );
  });

  test('live thirty days after their last change', async () => {
    const cart = await createCart([{ productEntityId: mug.id, quantity: 1 }]);
    simulator.storefront.carts.get(String(at(cart, 'entityId')));
    clock.advance(30 * 24 * 3600 * 1000);
    expect(simulator.storefront.carts.find(String(at(cart, 'entityId')))).toBeUndefined();
  });
});

describe('checkout', () => {
  const CHECKOUT =
    'entityId grandTotal { value } shippingConsignments { entityId availableShippingOptions { entityId description cost { value } } selectedShippingOption { description } } billingAddress { firstName }';

  test('goes from a cart to an order, which takes stock', async () => {
    const cart = await createCart([{ productEntityId: mug.id, quantity: 2 }]);
    const id = at(cart, 'entityId');
    const line = at(cart, 'lineItems', 'physicalItems', 0, 'entityId');
    const complete = async (): Promise<Json> =>
      shopper.data(
        'mutation Complete($input: CompleteCheckoutInput!) { checkout { completeCheckout(input: $input) { orderEntityId paymentAccessToken errors { __typename ... on Error { message } } } } }',
        { input: { checkoutEntityId: id } },
        'checkout',
        'completeCheckout',
      );
    expect(listAt(await complete(), 'errors').map((error) => at(error, '__typename'))).toEqual([
      'CheckoutBillingAddressError',
      'CheckoutShippingConsignmentError',
    ]);
    const withConsignment = await shopper.data(
      `mutation C($input: AddCheckoutShippingConsignmentsInput!) { checkout { addCheckoutShippingConsignments(input: $input) { checkout { ${CHECKOUT} } } } }`,
      {
        input: {
          checkoutEntityId: id,
          data: { consignments: [{ address: ADDRESS, lineItems: [{ lineItemEntityId: line, quantity: 2 }] }] },
        },
      },
      'checkout',
      'addCheckoutShippingConsignments',
      'checkout',
    );
    expect(withConsignment).toMatchObject({ grandTotal: { value: 20 } });
    const consignment = at(withConsignment, 'shippingConsignments', 0);
    const selected = await shopper.data(
      `mutation S($input: SelectCheckoutShippingOptionInput!) { checkout { selectCheckoutShippingOption(input: $input) { checkout { ${CHECKOUT} } } } }`,
      {
        input: {
          checkoutEntityId: id,
          consignmentEntityId: at(consignment, 'entityId'),
          data: { shippingOptionEntityId: at(consignment, 'availableShippingOptions', 0, 'entityId') },
        },
      },
      'checkout',
      'selectCheckoutShippingOption',
      'checkout',
    );
    expect(selected).toMatchObject({
      grandTotal: { value: 28 },
      shippingConsignments: [{ selectedShippingOption: { description: 'Standard' } }],
    });
    await shopper.data(
      `mutation B($input: AddCheckoutBillingAddressInput!) { checkout { addCheckoutBillingAddress(input: $input) { checkout { ${CHECKOUT} } } } }`,
      { input: { checkoutEntityId: id, data: { address: ADDRESS } } },
      'checkout',
      'addCheckoutBillingAddress',
      'checkout',
    );
    const done = await complete();
    expect(done).toMatchObject({ orderEntityId: 100, errors: [] });
    expect(simulator.storefront.checkouts.orders).toMatchObject([{ id: 100, total: 28 }]);
    expect(simulator.store.products.get(mug.id)?.fields.inventory_level).toBe(4);
    expect(await shopper.data(READ, { id }, 'site', 'cart')).toBeNull();
  });

  test('can start without a cart', async () => {
    const checkout = await shopper.data(
      `mutation C($input: CreateCheckoutInput!) { checkout { createCheckout(input: $input) { checkout { ${CHECKOUT} } errors { __typename } } } }`,
      {
        input: {
          lineItems: [{ productEntityId: mug.id, quantity: 1 }],
          billingAddress: ADDRESS,
          shippingConsignments: [{ address: ADDRESS, selectRecommendedOption: true }],
        },
      },
      'checkout',
      'createCheckout',
    );
    expect(checkout).toMatchObject({
      errors: [],
      checkout: { grandTotal: { value: 18 }, billingAddress: { firstName: 'Ada' } },
    });
  });

  test('a redirect address works once', async () => {
    const cart = await createCart([{ productEntityId: mug.id, quantity: 2 }]);
    const urls = await shopper.data(
      'mutation R($input: CreateCartRedirectUrlsInput!) { cart { createCartRedirectUrls(input: $input) { redirectUrls { redirectedCheckoutUrl embeddedCheckoutUrl externalCheckoutUrl } errors { __typename } } } }',
      { input: { cartEntityId: at(cart, 'entityId'), queryParams: [{ key: 'from', value: 'test' }] } },
      'cart',
      'createCartRedirectUrls',
      'redirectUrls',
    );
    const url = String(at(urls, 'redirectedCheckoutUrl'));
    expect(url).toMatch(/cart\.php\?action=loadInCheckout&id=[\w-]+&token=\w+&from=test$/);
    const first = await fetch(url);
    expect(first.status).toBe(200);
    expect(await first.text()).toContain('Mug');
    expect((await fetch(url)).status).toBe(404);
    expect((await fetch(String(at(urls, 'embeddedCheckoutUrl')))).status).toBe(200);
  });
});

describe('customers', () => {
  const REGISTER =
    'mutation R($input: RegisterCustomerInput!) { customer { registerCustomer(input: $input) { customer { entityId email } errors { __typename ... on Error { message } } } } }';
  const LOGIN =
    'mutation L($email: String!, $password: String!, $cart: String) { login(email: $email, password: $password, guestCartEntityId: $cart) { customer { email } cart { entityId } customerAccessToken { value expiresAt } } }';
  const ADA = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', password: 'engine1843' };

  async function logIn(password = ADA.password): Promise<string> {
    return String(await shopper.data(LOGIN, { email: ADA.email, password }, 'login', 'customerAccessToken', 'value'));
  }

  test('register once, log in, are recognised by their token, log out', async () => {
    expect(await shopper.data(REGISTER, { input: ADA }, 'customer', 'registerCustomer')).toMatchObject({
      customer: { email: ADA.email },
      errors: [],
    });
    expect(await shopper.data(REGISTER, { input: ADA }, 'customer', 'registerCustomer')).toMatchObject({
      customer: null,
      errors: [{ __typename: 'EmailAlreadyInUseError' }],
    });
    const token = await logIn();
    const who = async (headers: Record<string, string>): Promise<Json> =>
      at((await shopper.send('{ customer { email } }', {}, headers)).body, 'data', 'customer');
    expect(await who({ 'x-bc-customer-access-token': token })).toEqual({ email: ADA.email });
    expect(await who({})).toBeNull();
    // A second login ends the first everywhere.
    const second = await logIn();
    expect(await who({ 'x-bc-customer-access-token': token })).toBeNull();
    await shopper.send(
      'mutation { logout { result cartUnassignResult { errors { __typename } } } }',
      {},
      { 'x-bc-customer-access-token': second },
    );
    expect(await who({ 'x-bc-customer-access-token': second })).toBeNull();
  });

  test("a token that is nobody's is told only to those who ask", async () => {
    const header = { 'x-bc-customer-access-token': 'nobody' };
    expect((await shopper.send('{ customer { email } }', {}, header)).body).toEqual({ data: { customer: null } });
    const told = await shopper.send(
      '{ customer { email } }',
      {},
      { ...header, 'x-bc-error-on-invalid-customer-access-token': 'true' },
    );
    expect(at(told.body, 'errors', 0, 'extensions', 'code')).toBe('INVALID_CUSTOMER_ACCESS_TOKEN');
  });

  test('a wrong password nulls the whole data', async () => {
    const { body, status } = await shopper.send(LOGIN, { email: 'nobody@example.invalid', password: 'x' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: null, errors: [{ message: 'Internal server error', path: ['login'] }] });
  });

  test("a guest's cart comes along", async () => {
    await shopper.data(REGISTER, { input: ADA }, 'customer', 'registerCustomer');
    const cart = at(await createCart([{ productEntityId: mug.id, quantity: 1 }]), 'entityId');
    expect(await shopper.data(LOGIN, { ...ADA, cart }, 'login', 'cart', 'entityId')).toBe(cart);
    expect(simulator.storefront.carts.get(String(cart)).customerId).toBe(101);
  });

  test('reset their password with the token of a mail, once', async () => {
    await shopper.data(REGISTER, { input: ADA }, 'customer', 'registerCustomer');
    const request =
      'mutation R($input: RequestResetPasswordInput!) { customer { requestResetPassword(input: $input) { errors { __typename } } } }';
    expect(
      await shopper.data(request, { input: { email: 'nobody@example.com' } }, 'customer', 'requestResetPassword'),
    ).toEqual({ errors: [] });
    expect(simulator.storefront.customers.mails).toEqual([]);
    await shopper.data(request, { input: { email: ADA.email, path: '/reset' } }, 'customer', 'requestResetPassword');
    const [mail] = simulator.storefront.customers.mails;
    expect(mail).toMatchObject({ to: ADA.email, path: '/reset', customerEntityId: 101 });
    const reset =
      'mutation R($input: ResetPasswordInput!) { customer { resetPassword(input: $input) { errors { __typename } } } }';
    const input = { customerEntityId: 101, token: mail?.token, newPassword: 'difference2' };
    expect(
      await shopper.data(reset, { input: { ...input, newPassword: 'short' } }, 'customer', 'resetPassword'),
    ).toEqual({ errors: [{ __typename: 'CustomerPasswordError' }] });
    const session = await logIn();
    expect(await shopper.data(reset, { input }, 'customer', 'resetPassword')).toEqual({ errors: [] });
    expect((await shopper.send('{ customer { email } }', {}, { 'x-bc-customer-access-token': session })).body).toEqual({
      data: { customer: null },
    });
    expect(await shopper.data(reset, { input }, 'customer', 'resetPassword')).toEqual({
      errors: [{ __typename: 'ValidationError' }],
    });
    expect(await logIn('difference2')).not.toBe('');
  });

  test('keep addresses', async () => {
    await shopper.data(REGISTER, { input: ADA }, 'customer', 'registerCustomer');
    const headers = { 'x-bc-customer-access-token': await logIn() };
    const added = await shopper.send(
      'mutation A($input: AddCustomerAddressInput!) { customer { addCustomerAddress(input: $input) { address { entityId city } errors { __typename } } } }',
      { input: HOME },
      headers,
    );
    expect(at(added.body, 'data', 'customer', 'addCustomerAddress')).toMatchObject({
      address: { city: 'London' },
      errors: [],
    });
    const { body } = await shopper.send(
      '{ customer { addresses(first: 5) { edges { node { city } } } } }',
      {},
      headers,
    );
    expect(listAt(body, 'data', 'customer', 'addresses', 'edges')).toHaveLength(1);
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

  test("are created with addresses that work once, and are the storefront's carts", async () => {
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
    expect(await shopper.data(READ, { id }, 'site', 'cart')).toMatchObject({
      entityId: id,
      lineItems: { totalQuantity: 3 },
    });
    const url = String(at(response.body, 'data', 'redirect_urls', 'checkout_url'));
    expect([(await fetch(url)).status, (await fetch(url)).status]).toEqual([200, 404]);
    const fresh = await post(`/v3/carts/${String(id)}/redirect_urls`, {});
    expect(fresh.status).toBe(201);
    expect(at(fresh.body, 'data', 'checkout_url')).not.toBe(url);
  });

  test('come without addresses unless asked for', async () => {
    const { body } = await post('/v3/carts', { line_items: [{ quantity: 1, product_id: mug.id }] });
    expect(Object(at(body, 'data'))).not.toHaveProperty('redirect_urls');
  });

  test('option selections choose the variant, a list price overrides', async () => {
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

  test('fail with 422 and words, 404 for a cart that is not there, 403 without the scope', async () => {
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
