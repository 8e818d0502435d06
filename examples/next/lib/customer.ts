import 'server-only';
import { z } from 'zod';
import type { Session } from './session';
import { askStore, StoreRefusal } from './store';

const login = {
  document: `
    mutation Login($email: String!, $password: String!, $cart: String) {
      login(email: $email, password: $password, guestCartEntityId: $cart) {
        customer { firstName lastName }
        customerAccessToken { value }
      }
    }
  `,
  schema: z.object({
    login: z.object({
      customer: z.object({ firstName: z.string(), lastName: z.string() }).nullable(),
      customerAccessToken: z.object({ value: z.string() }).nullable(),
    }),
  }),
};
const logout = {
  document: 'mutation Logout { logout { result } }',
  schema: z.object({ logout: z.object({ result: z.string() }) }),
};

/** Signs a customer in at the store; a guest's cart becomes theirs. @throws StoreRefusal if the store says no */
export async function signIn(
  session: Session,
  credentials: { email: string; password: string },
): Promise<Pick<Session, 'customerToken' | 'customerName'>> {
  const answer = await askStore(login, { ...credentials, cart: session.cartId }, { customerToken: null });
  const { customer, customerAccessToken } = answer.login;
  if (!customer || !customerAccessToken) throw new StoreRefusal('The store did not sign you in.');
  return {
    customerToken: customerAccessToken.value,
    customerName: `${customer.firstName} ${customer.lastName}`.trim(),
  };
}

/** Ends the session at the store. */
export async function signOut(session: Session): Promise<void> {
  if (session.customerToken !== null) await askStore(logout, {}, session);
}
