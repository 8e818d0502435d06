import { html } from '../html';
import type { Frame } from '../shop-context';
import type { Page } from './layout';

/** A sign-in form, or the name of the customer who is signed in. */
export function accountPage({ visitor }: Frame, problem?: string): Page {
  if (visitor.customerToken !== null)
    return {
      title: 'Your account',
      body: html`<div class="narrow">
        <h1>Hello, ${visitor.customerName}</h1>
        <p>The store knows you: your cart has the prices of your customer group.</p>
        <form method="post" action="/account/sign-out"><button class="button quiet">Sign out</button></form>
      </div>`,
    };
  return {
    title: 'Sign in',
    body: html`<div class="narrow">
      <h1>Sign in</h1>
      ${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
      <form class="stack" method="post" action="/account">
        <label>Email <input type="email" name="email" autocomplete="username" required /></label>
        <label>Password <input type="password" name="password" autocomplete="current-password" required /></label>
        <button class="button">Sign in</button>
      </form>
      <p class="quiet-text">
        The simulated store has a wholesale customer: <code>wholesale@example.com</code>, password
        <code>wholesale1</code>.
      </p>
    </div>`,
  };
}
