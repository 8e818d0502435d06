import type { CommerceBridgeClient } from 'strapi-plugin-commerce-bridge/client';
import { z } from 'zod';
import { dataOf, StoreRefusal } from './cart';
import type { Visitor } from './visitor';

const login = `
  mutation Login($email: String!, $password: String!, $cart: String) {
    login(email: $email, password: $password, guestCartEntityId: $cart) {
      customer { firstName lastName }
      customerAccessToken { value }
    }
  }
`;
const logout = 'mutation Logout { logout { result } }';
const loginSchema = z.object({
  login: z.object({
    customer: z.object({ firstName: z.string(), lastName: z.string() }).nullable(),
    customerAccessToken: z.object({ value: z.string() }).nullable(),
  }),
});

/** Signs a customer in at the store; a guest's cart becomes theirs. Throws `StoreRefusal` if the store says no. */
export async function signIn(
  client: CommerceBridgeClient,
  { cartId, ...credentials }: { email: string; password: string; cartId: string | null },
): Promise<Pick<Visitor, 'customerToken' | 'customerName'>> {
  const answer = await client.graphql(login, { ...credentials, cart: cartId });
  const { customer, customerAccessToken } = loginSchema.parse(dataOf(answer)).login;
  if (!customer || !customerAccessToken) throw new StoreRefusal('The store did not sign you in.');
  return {
    customerToken: customerAccessToken.value,
    customerName: `${customer.firstName} ${customer.lastName}`.trim(),
  };
}

/** Ends the session at the store. */
export async function signOut(client: CommerceBridgeClient, customerAccessToken: string): Promise<void> {
  dataOf(await client.graphql(logout, {}, { customerAccessToken }));
}
