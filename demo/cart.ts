import type { CommerceBridgeClient, GraphqlResult } from 'strapi-plugin-commerce-bridge/client';
import { z } from 'zod';
import { nothingSelected, type SelectedOptions } from './selected-options';
import type { Visitor } from './visitor';

/** The store refused something that a shopper asked for, for example more than it has; the message is the store's. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal';
}

const money = z.object({ currencyCode: z.string(), value: z.number() });
const lineSchema = z.object({
  entityId: z.string(),
  name: z.string(),
  quantity: z.int(),
  productEntityId: z.int(),
  variantEntityId: z.int().nullable(),
  extendedSalePrice: money,
  selectedOptions: z.array(
    z.object({
      __typename: z.string(),
      entityId: z.int(),
      name: z.string(),
      value: z.string().optional(),
      valueEntityId: z.int().optional(),
      text: z.string().optional(),
      number: z.number().optional(),
      date: z.object({ utc: z.string() }).optional(),
    }),
  ),
});
const cartSchema = z.object({
  entityId: z.string(),
  amount: money,
  lineItems: z.object({
    physicalItems: z.array(lineSchema),
    digitalItems: z.array(lineSchema),
    totalQuantity: z.int(),
  }),
});

export type CartLine = z.output<typeof lineSchema>;
export type Money = z.output<typeof money>;

/** A shopper's cart, as the store has it. */
export interface Cart {
  id: string;
  lines: CartLine[];
  total: Money;
  quantity: number;
}

/** An article to put into a cart. Ids are those of the REST API. */
export interface Article {
  productId: number;
  /** The variant's options, and what was chosen or entered besides. */
  selectedOptions: SelectedOptions;
  quantity: number;
}

const line = `
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
  lineItems { physicalItems { ${line} } digitalItems { ${line} } totalQuantity }
`;
const documents = {
  read: `query ReadCart($id: String!) { site { cart(entityId: $id) { ${cartFields} } } }`,
  create: `mutation CreateCart($input: CreateCartInput!) { cart { result: createCart(input: $input) { cart { ${cartFields} } } } }`,
  add: `mutation AddLines($input: AddCartLineItemsInput!) { cart { result: addCartLineItems(input: $input) { cart { ${cartFields} } } } }`,
  update: `mutation UpdateLine($input: UpdateCartLineItemInput!) { cart { result: updateCartLineItem(input: $input) { cart { ${cartFields} } } } }`,
  remove: `mutation RemoveLine($input: DeleteCartLineItemInput!) { cart { result: deleteCartLineItem(input: $input) { cart { ${cartFields} } } } }`,
  checkout: `mutation OpenCheckout($input: CreateCartRedirectUrlsInput!) {
    cart { createCartRedirectUrls(input: $input) { redirectUrls { redirectedCheckoutUrl } } }
  }`,
};
const readSchema = z.object({ site: z.object({ cart: cartSchema.nullable() }) });
const changedSchema = z.object({
  cart: z.object({ result: z.object({ cart: cartSchema.nullable() }).nullable() }),
});
const checkoutSchema = z.object({
  cart: z.object({
    createCartRedirectUrls: z.object({ redirectUrls: z.object({ redirectedCheckoutUrl: z.url() }).nullable() }),
  }),
});

/** One visitor's cart, through the site's GraphQL proxy. Whatever the store refuses is thrown as `StoreRefusal`. */
export interface CartDesk {
  /** Null if there is none, or none any more. */
  read(): Promise<Cart | null>;
  add(article: Article): Promise<Cart | null>;
  /** Sets the quantity of a line; 0 removes it. Null if nothing is left. */
  change(lineId: string, quantity: number): Promise<Cart | null>;
  /** The address of the store's own checkout; it works once. */
  checkoutAddress(): Promise<string>;
}

export function openCart(client: CommerceBridgeClient, { cartId, customerToken }: Visitor): CartDesk {
  const options = customerToken === null ? {} : { customerAccessToken: customerToken };
  const ask = async <Schema extends z.ZodType>(
    schema: Schema,
    document: string,
    variables: Record<string, unknown>,
  ): Promise<z.output<Schema>> => schema.parse(dataOf(await client.graphql(document, variables, options)));
  const change = async (document: string, input: Record<string, unknown>): Promise<Cart | null> =>
    present((await ask(changedSchema, document, { input })).cart.result?.cart ?? null);
  const read = async (): Promise<Cart | null> =>
    cartId === null ? null : present((await ask(readSchema, documents.read, { id: cartId })).site.cart);

  return {
    read,
    async add({ productId, selectedOptions, quantity }) {
      const lineItems = [{ productEntityId: productId, selectedOptions, quantity }];
      const existing = await read();
      if (existing === null) return change(documents.create, { lineItems });
      return change(documents.add, { cartEntityId: existing.id, data: { lineItems } });
    },
    async change(lineId, quantity) {
      const cart = await read();
      const found = cart?.lines.find(({ entityId }) => entityId === lineId);
      if (!cart || !found) throw new StoreRefusal('This article is no longer in your cart.');
      const target = { cartEntityId: cart.id, lineItemEntityId: lineId };
      if (quantity === 0) return change(documents.remove, target);
      const { productEntityId } = found;
      const lineItem = { productEntityId, selectedOptions: sameOptions(found), quantity };
      return change(documents.update, { ...target, data: { lineItem } });
    },
    async checkoutAddress() {
      if (cartId === null) throw new StoreRefusal('Your cart is empty.');
      const { cart } = await ask(checkoutSchema, documents.checkout, { input: { cartEntityId: cartId } });
      const address = cart.createCartRedirectUrls.redirectUrls?.redirectedCheckoutUrl;
      if (address === undefined) throw new StoreRefusal('The store did not open a checkout for this cart.');
      return address;
    },
  };
}

/** What a line already has: a change names all of it again. */
function sameOptions({ selectedOptions }: CartLine): SelectedOptions {
  const same = nothingSelected();
  for (const { __typename: type, entityId: optionEntityId, valueEntityId, text, number, date } of selectedOptions) {
    if (valueEntityId !== undefined) {
      const choices = type === 'CartSelectedCheckboxOption' ? same.checkboxes : same.multipleChoices;
      choices.push({ optionEntityId, optionValueEntityId: valueEntityId });
    }
    const texts = type === 'CartSelectedMultiLineTextFieldOption' ? same.multiLineTextFields : same.textFields;
    if (text !== undefined) texts.push({ optionEntityId, text });
    if (number !== undefined) same.numberFields.push({ optionEntityId, number });
    if (date !== undefined) same.dateFields.push({ optionEntityId, date: date.utc });
  }
  return same;
}

function present(cart: z.output<typeof cartSchema> | null): Cart | null {
  if (cart === null) return null;
  const { physicalItems, digitalItems, totalQuantity } = cart.lineItems;
  return { id: cart.entityId, lines: [...physicalItems, ...digitalItems], total: cart.amount, quantity: totalQuantity };
}

/** The data of a result; throws `StoreRefusal` with the store's first error if there is one. */
export function dataOf({ data, errors }: GraphqlResult<unknown>): unknown {
  const [error] = errors ?? [];
  if (error) throw new StoreRefusal(error.message);
  return data;
}
