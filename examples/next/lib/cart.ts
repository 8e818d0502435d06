import 'server-only';
import { openCart, type ShopperCart } from 'strapi-plugin-commerce-bridge/client';
import { readSession } from './session';
import { ofShopper, shop } from './store';

/** The cart, at the store, of the shopper who sent this request. */
export async function ownCart(): Promise<ShopperCart> {
  const { cartId, customerToken } = await readSession();
  return openCart(shop, { cartId, customerAccessToken: customerToken, ...(await ofShopper()) });
}
