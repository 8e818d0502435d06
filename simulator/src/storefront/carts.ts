import { randomUUID } from 'node:crypto';
import type { Product, Variant } from '../catalog/product-model';
import type { SimulatedStore } from '../catalog/store';
import { unixSeconds, type Clock } from '../clock';
import { isSimple, productPrice, variantPrice } from '../http/present';
import {
  cartNotFound,
  insufficientStock,
  lineNotFound,
  missingFields,
  notPurchasable,
  productNotFound,
  variantNotFound,
  variantRequired,
  versionConflict,
} from './failures';
import type { Cart, CartLine, LineInput } from './model';

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
}

/** Carts of all channels, with upstream's checks and messages (upstream 5.4, 5.5). */
export class Carts {
  private readonly carts = new Map<string, Cart>();

  constructor(
    private readonly store: SimulatedStore,
    private readonly clock: Clock,
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
      currencyCode: options.currencyCode ?? this.store.information.currency,
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
      const resolved = this.resolveInput({ ...wanted, quantity: change.line.quantity }, cart.channelId);
      checkStock(resolved.product, resolved.variant, change.line.quantity);
      cart.lines[place] = {
        ...current,
        productId: resolved.product.id,
        variantId: resolved.variant.id,
        quantity: change.line.quantity,
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

  /** Lines with their products; those no longer in the catalog are left out. */
  resolve(cart: Cart): ResolvedLine[] {
    return cart.lines.flatMap((line) => {
      const product = this.store.state.product(line.productId);
      const variant = product?.variants.find((each) => each.id === line.variantId);
      return product && variant ? [priced(line, product, variant)] : [];
    });
  }

  /** What all lines cost together. */
  total(cart: Cart): number {
    return cents(this.resolve(cart).reduce((sum, { line, price }) => sum + price * line.quantity, 0));
  }

  private put(cart: Cart, lines: readonly LineInput[]): void {
    // All or nothing: an invalid line leaves the cart unchanged.
    const additions = lines.map((line) => ({ line, ...this.resolveInput(line, cart.channelId) }));
    for (const { line, product, variant } of additions) {
      const existing = cart.lines.find(
        (each) => each.productId === product.id && each.variantId === variant.id && each.listPrice === line.listPrice,
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
        });
    }
  }

  private resolveInput(line: LineInput, channelId: number): { product: Product; variant: Variant } {
    if (line.quantity <= 0) throw missingFields('lineItems.*.quantity');
    const product = this.productOf(line, channelId);
    const variant = variantOf(product, line);
    if (product.fields.availability === 'disabled' || variant.purchasing_disabled || product.fields.is_price_hidden)
      throw notPurchasable(product.fields.name);
    return { product, variant };
  }

  private productOf(line: LineInput, channelId: number): Product {
    const { state } = this.store;
    const { sku, productEntityId: id } = line;
    if ((id === null || id === undefined) && !sku) throw missingFields('lineItems.*.productEntityId');
    const product = id === null || id === undefined ? state.productOfSku(sku ?? '') : state.product(id);
    if (!product?.fields.is_visible || !product.channels.includes(channelId)) throw productNotFound(id ?? 0);
    return product;
  }
}

/** Whole cents. */
export function cents(amount: number): number {
  return Math.round(amount * 100) / 100;
}

function variantOf(product: Product, line: LineInput): Variant {
  const choices = line.selectedOptions?.multipleChoices ?? [];
  const byOptions = product.variants.find(
    (variant) =>
      choices.length > 0 &&
      variant.option_values.every((value) =>
        choices.some((choice) => choice.optionEntityId === value.option_id && choice.optionValueEntityId === value.id),
      ),
  );
  const bySku = line.sku ? product.variants.find((variant) => variant.sku === line.sku) : undefined;
  const wanted = line.variantEntityId;
  if (wanted !== null && wanted !== undefined) {
    const variant = product.variants.find((each) => each.id === wanted);
    if (!variant) throw variantNotFound(wanted);
    return variant;
  }
  const base = isSimple(product) ? product.variants[0] : undefined;
  const variant = byOptions ?? bySku ?? base;
  if (!variant) throw variantRequired(product.fields.name);
  return variant;
}

function checkStock(product: Product, variant: Variant, quantity: number): void {
  const { inventory_tracking: tracking, inventory_level: level, order_quantity_maximum: most } = product.fields;
  const available = tracking === 'variant' ? variant.inventory_level : level;
  if (tracking !== 'none' && quantity > available) throw insufficientStock(product.fields.name);
  if (most > 0 && quantity > most) throw insufficientStock(product.fields.name);
}

function priced(line: CartLine, product: Product, variant: Variant): ResolvedLine {
  const current = isSimple(product) ? productPrice(product.fields) : variantPrice(product, variant);
  const regular = isSimple(product) ? product.fields.price : (variant.price ?? product.fields.price);
  return { line, product, variant, originalPrice: line.listPrice ?? regular, price: line.listPrice ?? current };
}

function definedOf(line: LineInput): Partial<LineInput> {
  return Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null && value !== undefined));
}
