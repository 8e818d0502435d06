import 'server-only';
import { z } from 'zod';
import type { selectedOptions } from './modifiers';
import type { Session } from './session';
import { askStore, StoreRefusal } from './store';

const money = z.object({ currencyCode: z.string(), value: z.number() });
// Of what the kinds of options have, each has one.
const selected = z.object({
  __typename: z.string(),
  entityId: z.int(),
  name: z.string(),
  value: z.string().optional(),
  valueEntityId: z.int().optional(),
  text: z.string().optional(),
  number: z.number().optional(),
  date: z.object({ utc: z.string() }).optional(),
});
const line = z.object({
  entityId: z.string(),
  name: z.string(),
  quantity: z.int(),
  productEntityId: z.int(),
  variantEntityId: z.int().nullable(),
  extendedSalePrice: money,
  selectedOptions: z.array(selected),
});
const cart = z.object({
  entityId: z.string(),
  amount: money,
  lineItems: z.object({ physicalItems: z.array(line), digitalItems: z.array(line), totalQuantity: z.int() }),
});

/** A cart, as the store has it. */
export type Cart = z.output<typeof cart>;

/** Ids are those of the REST API. */
export interface Article {
  productId: number;
  variantId: number;
  quantity: number;
  /** With modifiers: what was chosen, the options of the variant included, which then say which variant it is. */
  options: ReturnType<typeof selectedOptions> | null;
}

const lineFields = `
  entityId name quantity productEntityId variantEntityId
  extendedSalePrice { currencyCode value }
  selectedOptions {
    __typename entityId name
    ... on CartSelectedMultipleChoiceOption { value valueEntityId }
    ... on CartSelectedCheckboxOption { value valueEntityId }
    ... on CartSelectedTextFieldOption { text }
    ... on CartSelectedMultiLineTextFieldOption { text }
    ... on CartSelectedNumberFieldOption { number }
    ... on CartSelectedDateFieldOption { date { utc } }
  }
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
        createCartRedirectUrls: z.object({ redirectUrls: z.object({ redirectedCheckoutUrl: z.url() }).nullable() }),
      }),
    }),
  },
};

/** The cart of a session; null if there is none, or none any more. */
export async function readCart(session: Session): Promise<Cart | null> {
  if (session.cartId === null) return null;
  return (await askStore(requests.read, { id: session.cartId }, session)).site.cart;
}

export async function addToCart(session: Session, article: Article): Promise<Cart | null> {
  const { productId, variantId, quantity, options } = article;
  const choice = options === null ? { variantEntityId: variantId } : { selectedOptions: options };
  const lineItems = [{ productEntityId: productId, quantity, ...choice }];
  const existing = await readCart(session);
  return existing === null
    ? change(requests.create, { lineItems }, session)
    : change(requests.add, { cartEntityId: existing.entityId, data: { lineItems } }, session);
}

/** Sets the quantity of a line; 0 removes it. Null if nothing is left. */
export async function changeLine(
  session: Session,
  { lineId, quantity }: { lineId: string; quantity: number },
): Promise<Cart | null> {
  const existing = await readCart(session);
  const found = existing && linesOf(existing).find(({ entityId }) => entityId === lineId);
  if (!existing || !found) throw new StoreRefusal('This article is no longer in your cart.');
  const target = { cartEntityId: existing.entityId, lineItemEntityId: lineId };
  if (quantity === 0) return change(requests.remove, target, session);
  const { productEntityId, variantEntityId, selectedOptions } = found;
  // With what was chosen before, or the store would take it for nothing.
  const same = selectedOptions.length > 0 ? { selectedOptions: sameOptions(selectedOptions) } : { variantEntityId };
  const lineItem = { productEntityId, quantity, ...same };
  return change(requests.update, { ...target, data: { lineItem } }, session);
}

/** The address of the store's own checkout; it works once, so it is asked for when the shopper leaves. */
export async function openCheckout(session: Session): Promise<string> {
  if (session.cartId === null) throw new StoreRefusal('Your cart is empty.');
  const { cart: answer } = await askStore(requests.checkout, { input: { cartEntityId: session.cartId } }, session);
  const address = answer.createCartRedirectUrls.redirectUrls?.redirectedCheckoutUrl;
  if (address === undefined) throw new StoreRefusal('The store did not open a checkout for this cart.');
  return address;
}

/** What was chosen or entered for an option, for people. */
export const shownOption = ({ value, text, number, date }: z.output<typeof selected>): string =>
  value ?? text ?? number?.toString() ?? date?.utc.slice(0, 10) ?? '';

export const linesOf = ({ lineItems }: Cart) => [...lineItems.physicalItems, ...lineItems.digitalItems];

async function change(
  request: ReturnType<typeof mutation>,
  input: Record<string, unknown>,
  session: Session,
): Promise<Cart | null> {
  return (await askStore(request, { input }, session)).cart.result?.cart ?? null;
}

/** The options of a line, as a line takes them. */
function sameOptions(options: readonly z.output<typeof selected>[]) {
  const of = (name: string) => options.filter(({ __typename: kind }) => kind === `CartSelected${name}Option`);
  const chosen = (kind: string) =>
    of(kind).map(({ entityId: optionEntityId, valueEntityId: optionValueEntityId }) => ({
      optionEntityId,
      optionValueEntityId,
    }));
  const entered = (kind: string) =>
    of(kind).map(({ entityId: optionEntityId, text, number, date }) => ({
      optionEntityId,
      ...(text !== undefined && { text }),
      ...(number !== undefined && { number }),
      ...(date !== undefined && { date: date.utc }),
    }));
  return {
    multipleChoices: chosen('MultipleChoice'),
    checkboxes: chosen('Checkbox'),
    textFields: entered('TextField'),
    multiLineTextFields: entered('MultiLineTextField'),
    numberFields: entered('NumberField'),
    dateFields: entered('DateField'),
  };
}
