import type { Metadata } from 'next';
import { Suspense } from 'react';
import { readCustomer } from 'strapi-plugin-commerce-bridge/client';
import { readSession } from '@/lib/session';
import { ofShopper, shop } from '@/lib/store';
import { submitSignOut } from './actions';
import { SignInForm } from './sign-in-form';

export const metadata: Metadata = { title: 'Account', robots: { index: false } };

export default function AccountPage() {
  return (
    <Suspense fallback={<p role="status">Loading …</p>}>
      <Account />
    </Suspense>
  );
}

async function Account() {
  const { customerToken } = await readSession();
  const customer = customerToken === null ? null : await readCustomer(shop, customerToken, await ofShopper());
  if (customer === null)
    return (
      <>
        <h1>Sign in</h1>
        {customerToken !== null && <p role="status">You were signed out. Please sign in again.</p>}
        <SignInForm />
      </>
    );
  return (
    <>
      <h1>
        Hello, {customer.firstName} {customer.lastName}
      </h1>
      <form action={submitSignOut}>
        <button>Sign out</button>
      </form>
    </>
  );
}
