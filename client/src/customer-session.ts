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
  /** Identifies the customer from now on: for `openCart` and `graphql()`. Keep it where no script reads it. */
  customerAccessToken: string;
  /** When that ends; ISO 8601. */
  expiresAt: string;
  /** The customer's cart, which has what was in the guest's; null if there is none. */
  cart: Pick<Cart, 'id' | 'quantity'> | null;
}

export interface Credentials {
  email: string;
  password: string;
  /** Of the guest's cart, which becomes the customer's. */
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
 * Signs a customer in at the store. Call it on your server, and keep the token there: anyone who has it can act as the customer.
 * @throws StoreRefusal if the store says no
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
 * Who a token stands for; null once it does not any more: it has expired, or the customer signed out or in elsewhere. The store
 * takes such a token for none at all, so carts and prices are then a guest's.
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
