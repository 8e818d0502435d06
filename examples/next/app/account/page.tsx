import type { Metadata } from 'next';
import { Suspense } from 'react';
import { readSession } from '@/lib/session';
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
  const { customerToken, customerName } = await readSession();
  if (customerToken === null)
    return (
      <>
        <h1>Sign in</h1>
        <SignInForm />
      </>
    );
  return (
    <>
      <h1>Hello, {customerName}</h1>
      <form action={submitSignOut}>
        <button>Sign out</button>
      </form>
    </>
  );
}
