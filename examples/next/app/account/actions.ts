'use server';

import { signIn, signOut } from 'strapi-plugin-commerce-bridge/client';
import { z } from 'zod';
import { readSession, remember } from '@/lib/session';
import { ofShopper, problemOf, shop } from '@/lib/store';

const signInForm = z.object({ email: z.string().min(1), password: z.string().min(1) });

/** Signs a customer in; returns why the store refused, if it did. */
export async function submitSignIn(_before: string | null, form: FormData): Promise<string | null> {
  const given = signInForm.safeParse(Object.fromEntries(form));
  if (!given.success) return 'Please enter your email and your password.';
  return problemOf(async () => {
    const { cartId } = await readSession();
    const customer = await signIn(shop, { ...given.data, cartId }, await ofShopper());
    await remember({ customerToken: customer.customerAccessToken }, new Date(customer.expiresAt));
    await remember({ cartId: customer.cart?.id ?? null, quantity: customer.cart?.quantity ?? 0 });
  });
}

export async function submitSignOut(): Promise<void> {
  const { customerToken } = await readSession();
  // The cart belongs to the customer, so the guest does not keep it.
  await remember({ customerToken: null, cartId: null, quantity: 0 });
  if (customerToken !== null) await problemOf(async () => signOut(shop, customerToken, await ofShopper()));
}
