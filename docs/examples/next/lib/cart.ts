import { shop } from './shop';

const createCart = `
  mutation CreateCart($input: CreateCartInput!) {
    cart { createCart(input: $input) { cart { entityId } } }
  }
`;
const createRedirect = `
  mutation CreateRedirect($input: CreateCartRedirectUrlsInput!) {
    cart { createCartRedirectUrls(input: $input) { redirectUrls { redirectedCheckoutUrl } } }
  }
`;

interface CreateCart {
  cart: { createCart: { cart: { entityId: string } } | null };
}
interface CreateRedirect {
  cart: { createCartRedirectUrls: { redirectUrls: { redirectedCheckoutUrl: string } | null } };
}

/** Adds one item to a new cart and returns the cart's id, for a cookie. Ids are those of the REST API. */
export async function startCart(item: { productId: number; variantId: number }): Promise<string> {
  const lineItems = [{ productEntityId: item.productId, variantEntityId: item.variantId, quantity: 1 }];
  const { data, errors } = await shop.graphql<CreateCart>(createCart, { input: { lineItems } });
  const cart = data?.cart.createCart?.cart;
  if (!cart) throw new Error(errors?.[0]?.message ?? 'The store did not create a cart.');
  return cart.entityId;
}

/** Where the shopper pays: a URL at the store that works once. */
export async function checkoutAddress(cartId: string): Promise<string> {
  const { data, errors } = await shop.graphql<CreateRedirect>(createRedirect, { input: { cartEntityId: cartId } });
  const address = data?.cart.createCartRedirectUrls.redirectUrls?.redirectedCheckoutUrl;
  if (!address) throw new Error(errors?.[0]?.message ?? 'The store did not open a checkout.');
  return address;
}
