import type { AstroCookies } from 'astro';
import { type Cart, CommerceBridgeApiError, openCart, type ShopperCart } from 'strapi-plugin-commerce-bridge/client';
import { shop } from './shop';

/** Whose request it is, as pages and actions know it. */
interface Visit {
  cookies: AstroCookies;
  clientAddress: string;
}

/**
 * The cart of a shopper, at the store. The address goes along, because the site divides what the store takes fairly between
 * addresses.
 */
export const cartOf = ({ cookies, clientAddress }: Visit): ShopperCart =>
  openCart(shop, { cartId: cookies.get('cart')?.value || null, headers: { 'X-Forwarded-For': clientAddress } });

/** What the cart of a shopper contains, or why that is not known. */
export async function readCart(visit: Visit): Promise<{ cart: Cart | null; problem?: string }> {
  try {
    return { cart: await cartOf(visit).read() };
  } catch (error) {
    if (!(error instanceof CommerceBridgeApiError)) throw error;
    console.error(error);
    return { cart: null, problem: storeIsAway };
  }
}

/** For shoppers, when neither the store nor its word arrives. */
export const storeIsAway = 'The store does not respond. Please try again in a moment.';

/** Articles in the cart, for the header. */
export const quantityOf = (cookies: AstroCookies): number => cookies.get('cart-quantity')?.number() || 0;

/** Remembers a cart, in cookies that no script can read and no other site can send; null forgets it. */
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
  cookies.set('cart', cart.id, options);
  cookies.set('cart-quantity', String(cart.quantity), options);
}
