import type { Cart } from './shopper-cart';
import { askForShopper, type StoreClient, StoreRefusal } from './store-refusal';
import type { GraphqlOptions } from './types';

/** A customer of the store. */
export interface Customer {
  firstName: string;
  lastName: string;
  email: string;
}

/** A customer who has signed in. */
export interface SignedInCustomer extends Customer {
  /** Identifies the customer in `openCart` and `graphql()`. Keep it where scripts cannot read it. */
  customerAccessToken: string;
  /** When the token expires; ISO 8601. */
  expiresAt: string;
  /** The customer's cart, including the contents of the guest's; null if there is none. */
  cart: Pick<Cart, 'id' | 'quantity'> | null;
}

export interface Credentials {
  email: string;
  password: string;
  /** Id of the guest's cart, which becomes the customer's. */
  cartId?: string | null | undefined;
}

interface Login {
  login: {
    customer: Customer | null;
    customerAccessToken: { value: string; expiresAt: string } | null;
    cart: { entityId: string; lineItems: { totalQuantity: number } } | null;
  };
}

/**
 * Signs a customer in at the store. Call it on your server, and keep the token there: anyone who has it can act as the
 * customer.
 * @throws StoreRefusal if the store rejects the credentials
 */
export async function signIn(
  shop: StoreClient,
  { email, password, cartId = null }: Credentials,
  options: GraphqlOptions = {},
): Promise<SignedInCustomer> {
  const variables = { email, password, cart: cartId };
  const { login } = await askForShopper<Login>(shop, { operation: 'Login', variables }, options);
  const { customer, customerAccessToken, cart } = login;
  if (!customer || !customerAccessToken) throw new StoreRefusal('The store did not sign the customer in.');
  const { value, expiresAt } = customerAccessToken;
  return {
    ...customer,
    customerAccessToken: value,
    expiresAt,
    cart: cart && { id: cart.entityId, quantity: cart.lineItems.totalQuantity },
  };
}

/**
 * The customer whom a token identifies; null if it is no longer valid: it has expired, or the customer has signed out,
 * or has signed in elsewhere. The store ignores an invalid token, so carts and prices are then those of a guest.
 */
export async function readCustomer(
  shop: StoreClient,
  customerAccessToken: string,
  options: Omit<GraphqlOptions, 'customerAccessToken'> = {},
): Promise<Customer | null> {
  const sent = { ...options, customerAccessToken };
  const asked = { operation: 'ReadCustomer', variables: {} } as const;
  return (await askForShopper<{ customer: Customer | null }>(shop, asked, sent)).customer;
}

/** Ends a customer's session at the store. */
export async function signOut(
  shop: StoreClient,
  customerAccessToken: string,
  options: Omit<GraphqlOptions, 'customerAccessToken'> = {},
): Promise<void> {
  await askForShopper<unknown>(shop, { operation: 'Logout', variables: {} }, { ...options, customerAccessToken });
}
