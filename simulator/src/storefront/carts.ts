import { randomUUID } from 'node:crypto';
import type { Product, Variant } from '../catalog/product-model';
import type { SimulatedStore } from '../catalog/store';
import { unixSeconds, type Clock } from '../clock';
import type { CustomerGroup } from '../markets/model';
import type { Situation } from '../markets/pricing';
import { checkStock, definedOf, enteredValues, modifierChoices, variantOf } from './cart-lines';
import type { Customers } from './customers';
import {
  cartNotFound,
  lineNotFound,
  missingFields,
  notPurchasable,
  productNotFound,
  versionConflict,
} from './failures';
import type { Cart, CartLine, LineInput } from './model';
import { mayAccess } from './shopper-market';

/** Carts expire thirty days after their last change (upstream 6.1). */
const LIFETIME_SECONDS = 30 * 24 * 3600;

/** A line with what it refers to. */
export interface ResolvedLine {
  readonly line: CartLine;
  readonly product: Product;
  readonly variant: Variant;
  /** Regular price of one. */
  readonly originalPrice: number;
  /** What one costs now. */
  readonly price: number;
  /** 0: none. */
  readonly retailPrice: number;
}

/** Carts of all channels, with upstream's checks and messages (upstream 5.4, 5.5). */
export class Carts {
  private readonly carts = new Map<string, Cart>();

  constructor(
    private readonly store: SimulatedStore,
    private readonly clock: Clock,
    private readonly customers: Pick<Customers, 'find'>,
  ) {}

  create(options: {
    lines: readonly LineInput[];
    channelId: number;
    customerId: number;
    currencyCode?: string | null;
    locale?: string | null;
  }): Cart {
    if (options.lines.length === 0) throw missingFields('lineItems');
    const now = unixSeconds(this.clock);
    const cart: Cart = {
      id: randomUUID(),
      channelId: options.channelId,
      customerId: options.customerId,
      currencyCode: this.chargedIn(options.currencyCode, options.channelId),
      locale: options.locale ?? 'en',
      version: 1,
      created: now,
      updated: now,
      lines: [],
    };
    this.put(cart, options.lines);
    this.carts.set(cart.id, cart);
    return cart;
  }

  find(id: string | null | undefined): Cart | undefined {
    const cart = id === null || id === undefined ? undefined : this.carts.get(id);
    return cart && unixSeconds(this.clock) - cart.updated < LIFETIME_SECONDS ? cart : undefined;
  }

  get(id: string): Cart {
    const cart = this.find(id);
    if (!cart) throw cartNotFound();
    return cart;
  }

  add(id: string, lines: readonly LineInput[], version?: number | null): Cart {
    return this.change(id, version, (cart) => {
      if (lines.length === 0) throw missingFields('lineItems');
      this.put(cart, lines);
    });
  }

  updateLine(id: string, lineId: string, change: { line: LineInput; version?: number | null }): Cart {
    return this.change(id, change.version, (cart) => {
      const place = cart.lines.findIndex((line) => line.id === lineId);
      const current = cart.lines[place];
      if (!current) throw lineNotFound();
      const wanted = {
        productEntityId: current.productId,
        variantEntityId: current.variantId,
        ...definedOf(change.line),
      };
      const resolved = this.resolveInput({ ...wanted, quantity: change.line.quantity }, cart);
      checkStock(resolved.product, resolved.variant, change.line.quantity);
      cart.lines[place] = {
        ...current,
        productId: resolved.product.id,
        variantId: resolved.variant.id,
        quantity: change.line.quantity,
        choices: change.line.selectedOptions ? modifierChoices(resolved.product, change.line) : current.choices,
        entered: change.line.selectedOptions ? enteredValues(resolved.product, change.line) : current.entered,
      };
    });
  }

  /** Removes a line; removing the last one deletes the cart (upstream 5.5), and the result is undefined. */
  deleteLine(id: string, lineId: string, version?: number | null): Cart | undefined {
    const cart = this.change(id, version, (each) => {
      if (!each.lines.some((line) => line.id === lineId)) throw lineNotFound();
      each.lines = each.lines.filter((line) => line.id !== lineId);
    });
    if (cart.lines.length > 0) return cart;
    this.carts.delete(id);
    return undefined;
  }

  delete(id: string): void {
    this.get(id);
    this.carts.delete(id);
  }

  /** Runs a change, checks the version before it, and increments it afterwards. */
  change(id: string, version: number | null | undefined, apply: (cart: Cart) => void): Cart {
    const cart = this.get(id);
    if (version !== null && version !== undefined && version !== cart.version) throw versionConflict();
    apply(cart);
    cart.version += 1;
    cart.updated = unixSeconds(this.clock);
    return cart;
  }

  /** The same cart in another currency; upstream gives it a new id (upstream 20.2). */
  convert(id: string, currencyCode: string): Cart {
    const cart = this.get(id);
    const converted: Cart = {
      ...cart,
      id: randomUUID(),
      currencyCode: this.chargedIn(currencyCode, cart.channelId),
      version: cart.version + 1,
      updated: unixSeconds(this.clock),
    };
    this.carts.delete(id);
    this.carts.set(converted.id, converted);
    return converted;
  }

  /** Lines with their products; those no longer in the catalog are left out. */
  resolve(cart: Cart): ResolvedLine[] {
    const situation = this.situationOf(cart);
    return cart.lines.flatMap((line) => {
      const product = this.store.state.product(line.productId);
      const variant = product?.variants.find((each) => each.id === line.variantId);
      return product && variant ? [this.priced({ line, product, variant }, situation)] : [];
    });
  }

  /** What all lines cost together. */
  total(cart: Cart): number {
    return cents(this.resolve(cart).reduce((sum, { line, price }) => sum + price * line.quantity, 0));
  }

  private put(cart: Cart, lines: readonly LineInput[]): void {
    // All or nothing: an invalid line leaves the cart unchanged.
    const additions = lines.map((line) => ({ line, ...this.resolveInput(line, cart) }));
    for (const { line, product, variant } of additions) {
      const choices = modifierChoices(product, line);
      const entered = enteredValues(product, line);
      const existing = cart.lines.find(
        (each) =>
          each.productId === product.id &&
          each.variantId === variant.id &&
          each.listPrice === line.listPrice &&
          JSON.stringify([each.choices, each.entered]) === JSON.stringify([choices, entered]),
      );
      checkStock(product, variant, line.quantity + (existing?.quantity ?? 0));
      if (existing) existing.quantity += line.quantity;
      else
        cart.lines.push({
          id: randomUUID(),
          productId: product.id,
          variantId: variant.id,
          quantity: line.quantity,
          listPrice: line.listPrice,
          choices,
          entered,
        });
    }
  }

  private resolveInput(line: LineInput, cart: Cart): { product: Product; variant: Variant } {
    if (line.quantity <= 0) throw missingFields('lineItems.*.quantity');
    const product = this.productOf(line, cart);
    const variant = variantOf(product, line);
    if (product.fields.availability === 'disabled' || variant.purchasing_disabled || product.fields.is_price_hidden)
      throw notPurchasable(product.fields.name);
    // A variant without a price in the chosen price list cannot be bought (upstream 20.3).
    const { calculated } = this.store.markets.pricing.quote({ product, variant }, this.situationOf(cart));
    if (calculated === null && line.listPrice === undefined) throw notPurchasable(product.fields.name);
    return { product, variant };
  }

  private productOf(line: LineInput, cart: Cart): Product {
    const { state } = this.store;
    const { sku, productEntityId: id } = line;
    if ((id === null || id === undefined) && !sku) throw missingFields('lineItems.*.productEntityId');
    const product = id === null || id === undefined ? state.productOfSku(sku ?? '') : state.product(id);
    if (!product?.fields.is_visible || !product.channels.includes(cart.channelId)) throw productNotFound(id ?? 0);
    if (!mayAccess(this.groupOf(cart), product.fields.categories)) throw productNotFound(product.id);
    return product;
  }

  private priced(
    of: Omit<ResolvedLine, 'originalPrice' | 'price' | 'retailPrice'>,
    situation: Situation,
  ): ResolvedLine {
    const { line, product, variant } = of;
    const quote = this.store.markets.pricing.quote({ product, variant, choices: line.choices }, situation);
    return {
      ...of,
      originalPrice: line.listPrice ?? quote.price ?? 0,
      price: line.listPrice ?? quote.calculated ?? 0,
      retailPrice: quote.retailPrice ?? 0,
    };
  }

  private situationOf(cart: Cart): Situation {
    const { currencies } = this.store.markets;
    const currency = currencies.find(cart.currencyCode) ?? {
      currency_code: cart.currencyCode,
      rate: 1,
      decimal_places: 2,
    };
    return {
      channelId: cart.channelId,
      currency,
      shopper: { kind: 'guest or member', group: this.groupOf(cart) },
    };
  }

  /** The customer's group, or that of the channel's guests (upstream 20.4). */
  private groupOf(cart: Cart): CustomerGroup | null {
    const { groups } = this.store.markets;
    const customer = this.customers.find(cart.customerId);
    return customer ? (groups.get(customer.groupId) ?? null) : groups.guestGroupOf(cart.channelId);
  }

  /** A currency that is only displayed is charged in the default one (upstream 20.2). */
  private chargedIn(wanted: string | null | undefined, channelId: number): string {
    const { channels, currencies } = this.store.markets;
    const code = wanted ?? channels.currenciesOf(channelId).default_currency;
    return currencies.find(code)?.is_transactional === false ? this.store.information.currency : code;
  }
}

/** Whole cents. */
export function cents(amount: number): number {
  return Math.round(amount * 100) / 100;
}
