import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Simulator } from '../../simulator/src/server';
import { READ_CART } from '../support/shops/cart-documents';
import {
  createCartFor,
  openSimulatedStorefront,
  type SimulatedStorefront,
} from '../support/shops/simulated-storefront';
import type { StorefrontClient } from '../support/http/storefront-client';
import { at, listAt, type Json } from '../support/shops/simulator-client';

let simulator: Simulator;
let shopper: StorefrontClient;
let mug: SimulatedStorefront['mug'];

beforeEach(async () => {
  ({ simulator, shopper, mug } = await openSimulatedStorefront());
});
afterEach(async () => {
  expect(simulator.defects).toEqual([]);
  await simulator.close();
});

const createCart = (lineItems: unknown[]) => createCartFor(shopper, lineItems);

const HOME = { firstName: 'Ada', lastName: 'Byron', address1: '1 Analytical Way', city: 'London', countryCode: 'GB' };
const ADDRESS = { ...HOME, shouldSaveAddress: false };

describe('checkout', () => {
  const CHECKOUT =
    'entityId grandTotal { value } shippingConsignments { entityId availableShippingOptions { entityId description cost { value } } selectedShippingOption { description } } billingAddress { firstName }';

  test('goes from a cart to an order, which reduces stock', async () => {
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
    expect(await shopper.data(READ_CART, { id }, 'site', 'cart')).toBeNull();
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

  test('has a single-use redirect URL', async () => {
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
