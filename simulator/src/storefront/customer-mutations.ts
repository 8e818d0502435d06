import { addressView, customerView } from './customer-views';
import type { PayloadError } from './customers';
import { cartView } from './cart-views';
import { StorefrontFailure } from './failures';
import type { Customer, CustomerAddress } from './model';
import type { Session, View } from './session';

type AddressInput = Partial<CustomerAddress> &
  Pick<CustomerAddress, 'firstName' | 'lastName' | 'address1' | 'city' | 'countryCode'>;

interface RegisterInput {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  readonly phone?: string | null;
  readonly company?: string | null;
  readonly address?: AddressInput | null;
}

const NOT_LOGGED_IN: PayloadError = { __typename: 'CustomerNotLoggedInError', message: 'You are not logged in' };

/** `Mutation.customer`: business errors are in the payload (upstream 5.4, 5.5). */
export function customerMutations(session: Session): View {
  const { customers } = session;
  const errorsOf = (problem: PayloadError | undefined): PayloadError[] => (problem ? [problem] : []);
  return {
    registerCustomer: ({ input }: { input: RegisterInput }) => {
      const groupId = session.store.markets.groups.defaultGroupIdOf(session.channelId);
      const outcome = customers.register({ ...input, groupId });
      if ('__typename' in outcome) return { customer: null, errors: [outcome] };
      if (input.address) customers.addAddress(outcome, input.address);
      return { customer: customerView(session, outcome), errors: [] };
    },
    requestResetPassword: ({ input }: { input: { email: string; path?: string | null } }) => ({
      errors: errorsOf(customers.requestReset(input.email, input.path ?? '')),
    }),
    resetPassword: ({ input }: { input: { customerEntityId: number; token: string; newPassword: string } }) => ({
      errors: errorsOf(customers.resetPassword(input)),
    }),
    changePassword: ({ input }: { input: { currentPassword: string; newPassword: string } }) => ({
      errors: session.customer ? errorsOf(customers.changePassword(session.customer, input)) : [NOT_LOGGED_IN],
    }),
    updateCustomer: ({
      input,
    }: {
      input: Partial<Pick<Customer, 'firstName' | 'lastName' | 'email' | 'phone' | 'company'>>;
    }) => {
      if (!session.customer) return { customer: null, errors: [NOT_LOGGED_IN] };
      const errors = errorsOf(customers.update(session.customer, input));
      return { customer: errors.length === 0 ? customerView(session, session.customer) : null, errors };
    },
    addCustomerAddress: ({ input }: { input: AddressInput }) => {
      if (!session.customer) return { address: null, errors: [NOT_LOGGED_IN] };
      return { address: addressView(customers.addAddress(session.customer, input)), errors: [] };
    },
    updateCustomerAddress: ({ input }: { input: { addressEntityId: number; data: Partial<CustomerAddress> } }) => {
      if (!session.customer) return { address: null, errors: [NOT_LOGGED_IN] };
      const address = session.customer.addresses.find((each) => each.id === input.addressEntityId);
      if (!address)
        return {
          address: null,
          errors: [{ __typename: 'AddressDoesNotExistError', message: 'The address does not exist' }],
        };
      Object.assign(address, input.data);
      return { address: addressView(address), errors: [] };
    },
    deleteCustomerAddress: ({ input }: { input: { addressEntityId: number } }) => {
      const { customer } = session;
      if (!customer) return { errors: [NOT_LOGGED_IN] };
      const remaining = customer.addresses.filter((each) => each.id !== input.addressEntityId);
      if (remaining.length === customer.addresses.length) {
        return { errors: [{ __typename: 'CustomerAddressDeletionError', message: 'The address does not exist' }] };
      }
      customer.addresses = remaining;
      return { errors: [] };
    },
  };
}

/** `Mutation.login`: the guest's cart becomes the customer's (upstream 5.5). */
export function login(
  session: Session,
  input: { email: string; password: string; guestCartEntityId?: string | null },
): View {
  const channel = session.store.state.channels.get(session.channelId);
  if (channel?.status !== 'active')
    throw new StorefrontFailure('Operation cannot be performed as the storefront channel is not live');
  const customer = session.customers.login(input.email, input.password);
  const guestCart = session.carts.find(input.guestCartEntityId);
  if (guestCart) guestCart.customerId = customer.id;
  return {
    result: 'success',
    customer: customerView(session, customer),
    cart: guestCart ? cartView(session, guestCart) : null,
    customerAccessToken: customer.session && {
      value: customer.session.token,
      expiresAt: `${new Date(customer.session.expires * 1000).toISOString().slice(0, 19)}Z`,
    },
  };
}

/** `Mutation.logout`: ends the session everywhere; a given cart becomes a guest's again. */
export function logout(session: Session, cartId: string | null | undefined): View {
  const cart = session.carts.find(cartId);
  if (session.customer) session.customers.logout(session.customer);
  if (cart) cart.customerId = 0;
  return { result: 'success', cartUnassignResult: { cart: cart ? cartView(session, cart) : null, errors: [] } };
}
