import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Simulator } from '../../simulator/src/server';
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

describe('customers', () => {
  const REGISTER =
    'mutation R($input: RegisterCustomerInput!) { customer { registerCustomer(input: $input) { customer { entityId email } errors { __typename ... on Error { message } } } } }';
  const LOGIN =
    'mutation L($email: String!, $password: String!, $cart: String) { login(email: $email, password: $password, guestCartEntityId: $cart) { customer { email } cart { entityId } customerAccessToken { value expiresAt } } }';
  const ADA = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', password: 'engine1843' };

  async function logIn(password = ADA.password): Promise<string> {
    return String(await shopper.data(LOGIN, { email: ADA.email, password }, 'login', 'customerAccessToken', 'value'));
  }

  test('register once, log in, are recognized by their token, and log out', async () => {
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

  test('with an invalid token get an error only if they query the customer', async () => {
    const header = { 'x-bc-customer-access-token': 'nobody' };
    expect((await shopper.send('{ customer { email } }', {}, header)).body).toEqual({ data: { customer: null } });
    const response = await shopper.send(
      '{ customer { email } }',
      {},
      { ...header, 'x-bc-error-on-invalid-customer-access-token': 'true' },
    );
    expect(at(response.body, 'errors', 0, 'extensions', 'code')).toBe('INVALID_CUSTOMER_ACCESS_TOKEN');
  });

  test('with a wrong password get null for the whole data', async () => {
    const { body, status } = await shopper.send(LOGIN, { email: 'nobody@example.invalid', password: 'x' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: null, errors: [{ message: 'Internal server error', path: ['login'] }] });
  });

  test('keep their guest cart', async () => {
    await shopper.data(REGISTER, { input: ADA }, 'customer', 'registerCustomer');
    const cart = at(await createCart([{ productEntityId: mug.id, quantity: 1 }]), 'entityId');
    expect(await shopper.data(LOGIN, { ...ADA, cart }, 'login', 'cart', 'entityId')).toBe(cart);
    expect(simulator.storefront.carts.get(String(cart)).customerId).toBe(101);
  });

  test('reset their password with an emailed token, once', async () => {
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

  test('store addresses', async () => {
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
