import type { Money, WireCart, WireChange, WireCheckout, WireLine, WireOption, WireReading } from './cart-wire';
import { noOptions, type SelectedOptions } from './selected-options';
import type { ShopperOperation } from './shopper-documents';
import { askForShopper, type StoreClient, StoreRefusal } from './store-refusal';
import type { GraphqlOptions } from './types';

/** A shopper's cart, as stored by the store. */
export interface Cart {
  /** Keep it where scripts of other pages cannot read it: anyone who has it can change the cart. */
  id: string;
  lines: CartLine[];
  /** Number of articles: the sum of the lines' quantities. */
  quantity: number;
  /** Total of all lines; shipping and taxes are added at the checkout. */
  total: Money;
}

export interface CartLine {
  id: string;
  productId: number;
  variantId: number | null;
  name: string;
  sku: string | null;
  quantity: number;
  /** For the line's whole quantity. */
  price: Money;
  /** What was chosen and entered, as text to show. */
  options: CartLineOption[];
  /** The same, in the format of a cart. */
  selectedOptions: SelectedOptions;
}

export interface CartLineOption {
  id: number;
  name: string;
  value: string;
}

/** An article to add to a cart; ids are those of the REST API. */
export interface CartArticle {
  productId: number;
  /** Not needed with `selectedOptions`, which determine the variant. */
  variantId?: number | undefined;
  /** Default: 1. */
  quantity?: number | undefined;
  /** The result of `selectOptions`, for products with modifiers. */
  selectedOptions?: SelectedOptions | null | undefined;
}

/** Identifies the cart; other options apply to each request: `market`, or `headers` with the shopper's IP address. */
export interface CartOptions extends Omit<GraphqlOptions, 'operationName' | 'customerAccessToken'> {
  /** Id of an existing cart; null if there is none yet. */
  cartId?: string | null | undefined;
  /** Token of a customer who is signed in. */
  customerAccessToken?: string | null | undefined;
  /** Currency for a new cart, for example `EUR`; default: the store's. */
  currency?: string | undefined;
}

/** One shopper's cart, changed one step at a time. Throws `StoreRefusal` if the store rejects a request. */
export interface ShopperCart {
  /** Null if there is no cart, or no longer one: it is deleted with its last line, and when it has been ordered. */
  read(): Promise<Cart | null>;
  /** Adds an article; creates the cart if there is none. */
  add(article: CartArticle): Promise<Cart>;
  /** Sets the quantity of a line; 0 removes it. Null if nothing is left. */
  setQuantity(lineId: string, quantity: number): Promise<Cart | null>;
  /** Removes a line. Null if nothing is left. */
  remove(lineId: string): Promise<Cart | null>;
  /** The URL of the store's own checkout. It works only once: request it when the shopper checks out, and redirect. */
  checkoutUrl(): Promise<string>;
}

/**
 * Opens a shopper's cart at the store, through the site's GraphQL proxy. Does not send a request yet.
 *
 * @example
 * const cart = openCart(shop, { cartId: cookies.get('cart') });
 * const { id, quantity } = await cart.add({ productId: product.id, variantId: variant.id });
 */
export function openCart(shop: StoreClient, options: CartOptions = {}): ShopperCart {
  const { cartId: known = null, customerAccessToken, currency, ...others } = options;
  const sent: GraphqlOptions = { ...others, ...(customerAccessToken && { customerAccessToken }) };
  let cartId = known;

  const ask = <Data>(operation: ShopperOperation, variables: Record<string, unknown>): Promise<Data> =>
    askForShopper(shop, { operation, variables }, sent);
  const changed = async (operation: ShopperOperation, input: Record<string, unknown>): Promise<Cart | null> =>
    noted((await ask<WireChange>(operation, { input })).cart.result?.cart ?? null);
  const noted = (cart: WireCart | null): Cart | null => {
    cartId = cart?.entityId ?? null;
    return cart && present(cart);
  };

  // One at a time: otherwise, each of two articles that are added at once to no cart would create one.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work, work);
    last = result;
    return result;
  };

  const operations: Omit<ShopperCart, 'remove'> = {
    async read() {
      if (cartId === null) return null;
      return noted((await ask<WireReading>('ReadCart', { id: cartId })).site.cart);
    },
    async add({ productId, variantId, quantity = 1, selectedOptions }) {
      const choice = selectedOptions ? { selectedOptions } : { variantEntityId: variantId };
      const lineItems = [{ productEntityId: productId, quantity, ...choice }];
      const existing = await operations.read();
      const cart =
        existing === null
          ? await changed('CreateCart', { lineItems, ...(currency !== undefined && { currencyCode: currency }) })
          : await changed('AddCartLineItems', { cartEntityId: existing.id, data: { lineItems } });
      if (cart === null) throw new StoreRefusal('The store did not put this article into a cart.');
      return cart;
    },
    async setQuantity(lineId, quantity) {
      const cart = await operations.read();
      const line = cart?.lines.find(({ id }) => id === lineId);
      if (!cart || !line) throw new StoreRefusal('This article is no longer in the cart.');
      const target = { cartEntityId: cart.id, lineItemEntityId: lineId };
      if (quantity === 0) return changed('DeleteCartLineItem', target);
      return changed('UpdateCartLineItem', { ...target, data: { lineItem: { ...sameArticle(line), quantity } } });
    },
    async checkoutUrl() {
      if (cartId === null) throw new StoreRefusal('The cart is empty.');
      const { cart } = await ask<WireCheckout>('CreateCartRedirectUrls', { input: { cartEntityId: cartId } });
      const url = cart.createCartRedirectUrls.redirectUrls?.redirectedCheckoutUrl;
      if (url === undefined) throw new StoreRefusal('The store did not open a checkout for this cart.');
      return url;
    },
  };
  const setQuantity: ShopperCart['setQuantity'] = (...line) => inTurn(() => operations.setQuantity(...line));
  return {
    read: () => inTurn(operations.read),
    add: (article) => inTurn(() => operations.add(article)),
    setQuantity,
    remove: (lineId) => setQuantity(lineId, 0),
    checkoutUrl: () => inTurn(operations.checkoutUrl),
  };
}

// Includes the earlier choices: otherwise, the store would assume that nothing was chosen.
const sameArticle = ({ productId, variantId, options, selectedOptions }: CartLine): Record<string, unknown> => ({
  productEntityId: productId,
  ...(options.length > 0 ? { selectedOptions } : { variantEntityId: variantId }),
});

function present({ entityId, amount, lineItems }: WireCart): Cart {
  const { physicalItems, digitalItems, totalQuantity } = lineItems;
  return {
    id: entityId,
    lines: [...physicalItems, ...digitalItems].map(presentLine),
    quantity: totalQuantity,
    total: amount,
  };
}

function presentLine(line: WireLine): CartLine {
  return {
    id: line.entityId,
    productId: line.productEntityId,
    variantId: line.variantEntityId,
    name: line.name,
    sku: line.sku,
    quantity: line.quantity,
    price: line.extendedSalePrice,
    options: line.selectedOptions.map((option) => ({
      id: option.entityId,
      name: option.name,
      value: textOf(option),
    })),
    selectedOptions: selectedOf(line.selectedOptions),
  };
}

const textOf = ({ value, text, number, date }: WireOption): string =>
  value ?? text ?? number?.toString() ?? date?.utc.slice(0, 10) ?? '';

function selectedOf(options: readonly WireOption[]): SelectedOptions {
  const selected = noOptions();
  for (const { __typename: type, entityId: optionEntityId, valueEntityId, text, number, date } of options) {
    const choices = type === 'CartSelectedCheckboxOption' ? selected.checkboxes : selected.multipleChoices;
    if (valueEntityId !== undefined) choices.push({ optionEntityId, optionValueEntityId: valueEntityId });
    const texts = type === 'CartSelectedMultiLineTextFieldOption' ? selected.multiLineTextFields : selected.textFields;
    if (text !== undefined) texts.push({ optionEntityId, text });
    if (number !== undefined) selected.numberFields.push({ optionEntityId, number });
    if (date !== undefined) selected.dateFields.push({ optionEntityId, date: date.utc });
  }
  return selected;
}
