'use client';

import { useActionState } from 'react';
import { submitSignIn } from './actions';

export function SignInForm() {
  const [problem, submit, isSending] = useActionState(submitSignIn, null);
  return (
    <form action={submit} className="stack">
      {problem !== null && <p role="alert">{problem}</p>}
      <label>
        Email <input type="email" name="email" autoComplete="email" required />
      </label>
      <label>
        Password <input type="password" name="password" autoComplete="current-password" required />
      </label>
      <button disabled={isSending}>Sign in</button>
    </form>
  );
}
