import {
  createCommerceBridgeClient,
  openCart,
  selectOptions,
  signIn,
  signOut,
  StoreRefusal,
} from 'strapi-plugin-commerce-bridge/client';

export async function shopper(baseUrl: string, credentials: { email: string; password: string }) {
  const shop = createCommerceBridgeClient({ baseUrl });
  const product = await shop.readProduct('harbour-stoneware-mug', { include: ['option_selections', 'modifiers'] });
  const variant = product.variants.find(({ in_stock: inStock }) => inStock);
  if (!variant) throw new Error('Sold out.');

  // A guest's cart: its id belongs in a cookie that no script reads.
  const cart = openCart(shop, { cartId: null });
  const { id, lines } = await cart.add({ productId: product.id, variantId: variant.id });

  // A product with modifiers takes what was chosen and entered, by the modifiers' ids.
  const entries = new Map<number, string>();
  const selectedOptions = selectOptions(variant, product.modifiers, entries);
  await cart.add({ productId: product.id, quantity: 2, selectedOptions });

  // A refusal carries the store's own words.
  const refusal = await cart.setQuantity(lines[0]?.id ?? '', 1_000_000).catch((error: unknown) => {
    if (error instanceof StoreRefusal) return error.message;
    throw error;
  });

  // The guest's cart becomes the customer's. From now on, the token identifies the customer.
  const customer = await signIn(shop, { ...credentials, cartId: id });
  const own = openCart(shop, { cartId: customer.cart?.id, customerAccessToken: customer.customerAccessToken });
  const checkout = await own.checkoutUrl();
  await signOut(shop, customer.customerAccessToken);

  return { quantity: customer.cart?.quantity, name: customer.firstName, refusal, checkout };
}
