import type { AstroCookies } from 'astro';
import { type Cart, CommerceBridgeApiError, openCart, type ShopperCart } from 'strapi-plugin-commerce-bridge/client';
import { shop } from './shop';
import { addressIn } from './shopper-address';

/** The shopper's request, as available in pages and actions. */
interface Visit {
  cookies: AstroCookies;
  request: Request;
  /** Behind a proxy the first entry of `X-Forwarded-For`, which callers can make up. */
  clientAddress: string;
}

/**
 * A shopper's cart at the store. Sends the shopper's IP address, because the site divides the store's request limit
 * fairly between addresses.
 */
export function cartOf({ cookies, request, clientAddress }: Visit): ShopperCart {
  const address = addressIn(request.headers.get('x-forwarded-for')) ?? clientAddress;
  return openCart(shop, { cartId: cookies.get('cart')?.value || null, headers: { 'X-Forwarded-For': address } });
}

/** The contents of a shopper's cart, or why they could not be read. */
export async function readCart(visit: Visit): Promise<{ cart: Cart | null; problem?: string }> {
  try {
    return { cart: await cartOf(visit).read() };
  } catch (error) {
    if (!(error instanceof CommerceBridgeApiError)) throw error;
    console.error(error);
    return { cart: null, problem: storeIsAway };
  }
}

/** What scripts on the page get of a cart: not its id, with which anybody could use it. */
export type ShownCart = Pick<Cart, 'lines' | 'total'>;

export const shownOf = ({ lines, total }: Cart): ShownCart => ({ lines, total });

/** Message for shoppers when the store does not respond. */
export const storeIsAway = 'The store does not respond. Please try again in a moment.';

/** Articles in the cart, for the header. */
export const quantityOf = (cookies: AstroCookies): number => cookies.get('cart-quantity')?.number() || 0;

/** Remembers a cart, in cookies that scripts cannot read and other sites cannot send; null deletes them. */
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
