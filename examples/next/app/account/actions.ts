'use server';

import { z } from 'zod';
import { signIn, signOut } from '@/lib/customer';
import { readSession, remember } from '@/lib/session';
import { problemOf } from '@/lib/store';

const signInForm = z.object({ email: z.string().min(1), password: z.string().min(1) });

/** Signs a customer in; says why the store refused. */
export async function submitSignIn(_before: string | null, form: FormData): Promise<string | null> {
  const given = signInForm.safeParse(Object.fromEntries(form));
  if (!given.success) return 'Please enter your email and your password.';
  return problemOf(async () => remember(await signIn(await readSession(), given.data)));
}

export async function submitSignOut(): Promise<void> {
  const session = await readSession();
  // The cart is the customer's, and stays with them.
  await remember({ customerToken: null, customerName: null, cartId: null, quantity: 0 });
  await problemOf(() => signOut(session));
}
