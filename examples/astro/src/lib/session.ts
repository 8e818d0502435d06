import type { AstroCookies } from 'astro';
import { type Cart, quantityOf } from './cart';

/** The cart of a shopper, in cookies that no script can read and no other site can send. */
export interface Session {
  cartId: string | null;
  /** Articles in it, for the header. */
  quantity: number;
}

export function readSession(cookies: AstroCookies): Session {
  return { cartId: cookies.get('cart')?.value || null, quantity: cookies.get('cart-quantity')?.number() || 0 };
}

/** Remembers a cart; null forgets it. */
export function rememberCart(cookies: AstroCookies, cart: Cart | null): void {
  const options = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: import.meta.env.SITE.startsWith('https:'),
    maxAge: 30 * 24 * 3600,
  } as const;
  if (cart === null) {
    cookies.delete('cart', { path: '/' });
    cookies.delete('cart-quantity', { path: '/' });
    return;
  }
  cookies.set('cart', cart.entityId, options);
  cookies.set('cart-quantity', String(quantityOf(cart)), options);
}
