import { z } from 'astro/zod';
import { shop } from './shop';

/** The store refused something that a shopper asked for, for example more than it has; the message is the store's. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal';
}

const money = z.object({ currencyCode: z.string(), value: z.number() });
const line = z.object({
  entityId: z.string(),
  name: z.string(),
  quantity: z.number().int(),
  productEntityId: z.number().int(),
  variantEntityId: z.number().int().nullable(),
  extendedSalePrice: money,
  selectedOptions: z.array(z.object({ name: z.string(), value: z.string().optional() })),
});
const cart = z.object({
  entityId: z.string(),
  amount: money,
  lineItems: z.object({ physicalItems: z.array(line), digitalItems: z.array(line), totalQuantity: z.number().int() }),
});

/** A cart, as the store has it. */
export type Cart = z.output<typeof cart>;

/** Ids are those of the REST API. */
export interface Article {
  productId: number;
  variantId: number;
  quantity: number;
}

const lineFields = `
  entityId name quantity productEntityId variantEntityId
  extendedSalePrice { currencyCode value }
  selectedOptions { name ... on CartSelectedMultipleChoiceOption { value } }
`;
const cartFields = `
  entityId
  amount { currencyCode value }
  lineItems { physicalItems { ${lineFields} } digitalItems { ${lineFields} } totalQuantity }
`;
const changed = z.object({ cart: z.object({ result: z.object({ cart: cart.nullable() }).nullable() }) });
const mutation = (input: string, field: string) => ({
  document: `mutation ChangeCart($input: ${input}!) { cart { result: ${field}(input: $input) { cart { ${cartFields} } } } }`,
  schema: changed,
});
const requests = {
  read: {
    document: `query ReadCart($id: String!) { site { cart(entityId: $id) { ${cartFields} } } }`,
    schema: z.object({ site: z.object({ cart: cart.nullable() }) }),
  },
  create: mutation('CreateCartInput', 'createCart'),
  add: mutation('AddCartLineItemsInput', 'addCartLineItems'),
  update: mutation('UpdateCartLineItemInput', 'updateCartLineItem'),
  remove: mutation('DeleteCartLineItemInput', 'deleteCartLineItem'),
  checkout: {
    document: `mutation OpenCheckout($input: CreateCartRedirectUrlsInput!) {
      cart { createCartRedirectUrls(input: $input) { redirectUrls { redirectedCheckoutUrl } } }
    }`,
    schema: z.object({
      cart: z.object({
        createCartRedirectUrls: z.object({
          redirectUrls: z.object({ redirectedCheckoutUrl: z.string().url() }).nullable(),
        }),
      }),
    }),
  },
};

/** Whose cart it is, and where the requests come from: the site divides what the store takes fairly between addresses. */
export interface Shopper {
  cartId: string | null;
  address?: string;
}

/** The cart of a shopper; null if there is none, or none any more. */
export async function readCart(session: Shopper): Promise<Cart | null> {
  if (session.cartId === null) return null;
  return (await askStore(requests.read, { id: session.cartId }, session)).site.cart;
}

export async function addToCart(session: Shopper, { productId, variantId, quantity }: Article): Promise<Cart | null> {
  const lineItems = [{ productEntityId: productId, variantEntityId: variantId, quantity }];
  const existing = await readCart(session);
  return existing === null
    ? change(requests.create, { lineItems }, session)
    : change(requests.add, { cartEntityId: existing.entityId, data: { lineItems } }, session);
}

/** Sets the quantity of a line; 0 removes it. Null if nothing is left. */
export async function changeLine(
  session: Shopper,
  { lineId, quantity }: { lineId: string; quantity: number },
): Promise<Cart | null> {
  const existing = await readCart(session);
  const found = existing && linesOf(existing).find(({ entityId }) => entityId === lineId);
  if (!existing || !found) throw new StoreRefusal('This article is no longer in your cart.');
  const target = { cartEntityId: existing.entityId, lineItemEntityId: lineId };
  if (quantity === 0) return change(requests.remove, target, session);
  const { productEntityId, variantEntityId } = found;
  const lineItem = { productEntityId, ...(variantEntityId !== null && { variantEntityId }), quantity };
  return change(requests.update, { ...target, data: { lineItem } }, session);
}

/** The address of the store's own checkout; it works once, so it is asked for when the shopper leaves. */
export async function openCheckout(session: Shopper): Promise<string> {
  if (session.cartId === null) throw new StoreRefusal('Your cart is empty.');
  const { cart: answer } = await askStore(requests.checkout, { input: { cartEntityId: session.cartId } }, session);
  const address = answer.createCartRedirectUrls.redirectUrls?.redirectedCheckoutUrl;
  if (address === undefined) throw new StoreRefusal('The store did not open a checkout for this cart.');
  return address;
}

/** Articles in a cart. */
export const quantityOf = ({ lineItems }: Cart): number => lineItems.totalQuantity;

export const linesOf = ({ lineItems }: Cart) => [...lineItems.physicalItems, ...lineItems.digitalItems];

async function change(
  request: ReturnType<typeof mutation>,
  input: Record<string, unknown>,
  session: Shopper,
): Promise<Cart | null> {
  return (await askStore(request, { input }, session)).cart.result?.cart ?? null;
}

async function askStore<Schema extends z.ZodTypeAny>(
  { document, schema }: { document: string; schema: Schema },
  variables: Record<string, unknown>,
  { address }: Shopper,
): Promise<z.output<Schema>> {
  const headers = address === undefined ? {} : { 'X-Forwarded-For': address };
  const { data, errors } = await shop.graphql(document, variables, { headers });
  const [error] = errors ?? [];
  if (error) throw new StoreRefusal(error.message);
  return schema.parse(data);
}
