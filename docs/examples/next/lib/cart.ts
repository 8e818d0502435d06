import { openCart } from 'strapi-plugin-commerce-bridge/client';
import { shop } from './shop';

/** Adds one item to a new cart and returns the cart's id, for a cookie. Ids are those of the REST API. */
export async function startCart(item: { productId: number; variantId: number }): Promise<string> {
  const { id } = await openCart(shop).add(item);
  return id;
}

/** Where the shopper pays: a URL at the store that works once. */
export const checkoutAddress = (cartId: string): Promise<string> => openCart(shop, { cartId }).checkoutUrl();
