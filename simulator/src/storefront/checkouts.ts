import { randomBytes, randomUUID } from 'node:crypto';
import type { SimulatedStore } from '../catalog/store';
import { unixSeconds, type Clock } from '../clock';
import { cents, type Carts } from './carts';
import type { PayloadError } from './customers';
import { StorefrontFailure } from './failures';
import type { Address, Cart, Checkout, Consignment, Order } from './model';

/** An address in GraphQL's format. */
export type AddressInput = { [Field in keyof Address]?: Address[Field] | null } & { countryCode: string };

export interface ShippingOption {
  readonly id: string;
  readonly description: string;
  readonly type: string;
  readonly cost: number;
  readonly transitTime: string;
  readonly isRecommended: boolean;
}

/** This store's shipping methods; upstream's depend on the merchant's settings. */
const SHIPPING_OPTIONS: readonly ShippingOption[] = [
  {
    id: 'standard-5d41402abc4b2a76',
    description: 'Standard',
    type: 'shipping_flatrate',
    cost: 8,
    transitTime: '3 to 5 business days',
    isRecommended: true,
  },
  {
    id: 'express-7d793037a0760186',
    description: 'Express',
    type: 'shipping_flatrate',
    cost: 19.5,
    transitTime: '1 business day',
    isRecommended: false,
  },
];

const EMPTY_ADDRESS: Omit<Address, 'countryCode'> = {
  firstName: null,
  lastName: null,
  email: null,
  company: null,
  address1: null,
  address2: null,
  city: null,
  stateOrProvince: null,
  stateOrProvinceCode: null,
  postalCode: null,
  phone: null,
};

export interface Totals {
  readonly subtotal: number;
  readonly shipping: number;
  readonly grandTotal: number;
}

/** Checkouts: a cart's id is its checkout's id (upstream 5.5). */
export class Checkouts {
  readonly orders: Order[] = [];
  private readonly checkouts = new Map<string, Checkout>();
  /** URLs of the hosted checkout and how often each was opened: each works once (upstream 6.2). */
  private readonly tickets = new Map<string, { cartId: string; used: boolean; expires: number }>();
  private nextOrderId = 100;

  constructor(
    private readonly carts: Carts,
    private readonly store: SimulatedStore,
    private readonly clock: Clock,
  ) {}

  of(cart: Cart): Checkout {
    const known = this.checkouts.get(cart.id);
    if (known) return known;
    const created: Checkout = { billingAddress: undefined, consignments: [], customerMessage: '' };
    this.checkouts.set(cart.id, created);
    return created;
  }

  totals(cart: Cart): Totals {
    const subtotal = this.carts.total(cart);
    const shipping = cents(
      this.of(cart).consignments.reduce((sum, consignment) => sum + (this.selected(consignment)?.cost ?? 0), 0),
    );
    return { subtotal, shipping, grandTotal: cents(subtotal + shipping) };
  }

  options(): readonly ShippingOption[] {
    return SHIPPING_OPTIONS;
  }

  selected(consignment: Consignment): ShippingOption | undefined {
    return SHIPPING_OPTIONS.find((option) => option.id === consignment.shippingOptionId);
  }

  addConsignments(cart: Cart, wanted: readonly { address: AddressInput; lineItems: Consignment['lineItems'] }[]): void {
    const known = new Set(cart.lines.map((line) => line.id));
    for (const { address, lineItems } of wanted) {
      if (lineItems.some((item) => !known.has(item.lineItemEntityId)))
        throw new StorefrontFailure('Not Found: Line item does not exist');
      this.of(cart).consignments.push({
        id: randomUUID().replace(/-/g, ''),
        address: addressFrom(address),
        lineItems,
        shippingOptionId: undefined,
      });
    }
  }

  consignment(cart: Cart, id: string): Consignment {
    const found = this.of(cart).consignments.find((each) => each.id === id);
    if (!found) throw new StorefrontFailure('Not Found: Consignment does not exist');
    return found;
  }

  deleteConsignment(cart: Cart, id: string): void {
    const { id: existing } = this.consignment(cart, id);
    const checkout = this.of(cart);
    checkout.consignments = checkout.consignments.filter((each) => each.id !== existing);
  }

  selectOption(consignment: Consignment, optionId: string): void {
    if (!SHIPPING_OPTIONS.some((option) => option.id === optionId))
      throw new StorefrontFailure('Not Found: Shipping option does not exist');
    consignment.shippingOptionId = optionId;
  }

  setBillingAddress(cart: Cart, address: AddressInput): void {
    const id = this.of(cart).billingAddress?.id ?? randomBytes(8).toString('hex');
    this.of(cart).billingAddress = { id, ...addressFrom(address) };
  }

  /** Turns the cart into an order, which reduces stock and deletes the cart, or returns what is missing. */
  complete(cart: Cart): { order: Order } | { errors: (PayloadError & { code: string })[] } {
    const errors = this.missing(cart);
    if (errors.length > 0) return { errors };
    const order = { id: this.nextOrderId++, cart: structuredClone(cart), total: this.totals(cart).grandTotal };
    for (const { line } of this.carts.resolve(cart))
      this.store.products.sell(line.productId, { variantId: line.variantId, quantity: line.quantity });
    this.orders.push(order);
    this.carts.delete(cart.id);
    this.checkouts.delete(cart.id);
    return { order };
  }

  /** A new URL for the hosted checkout; `lifetime` in seconds. */
  ticket(cart: Cart, lifetime: number): string {
    const token = randomBytes(24).toString('hex');
    this.tickets.set(token, { cartId: cart.id, used: false, expires: unixSeconds(this.clock) + lifetime });
    return token;
  }

  /** The cart of a ticket, once and only before it expires. */
  redeem(token: string): Cart | undefined {
    const ticket = this.tickets.get(token);
    if (!ticket || ticket.used || ticket.expires < unixSeconds(this.clock)) return undefined;
    ticket.used = true;
    return this.carts.find(ticket.cartId);
  }

  private missing(cart: Cart): (PayloadError & { code: string })[] {
    const { billingAddress, consignments } = this.of(cart);
    const errors: (PayloadError & { code: string })[] = [];
    const needsShipping = this.carts.resolve(cart).some(({ product }) => product.fields.type === 'physical');
    if (!billingAddress?.firstName || !billingAddress.address1) {
      errors.push({
        __typename: 'CheckoutBillingAddressError',
        code: 'INCOMPLETE_BILLING_ADDRESS',
        message: 'The billing address is incomplete',
      });
    }
    if (needsShipping && consignments.length === 0) {
      errors.push({
        __typename: 'CheckoutShippingConsignmentError',
        code: 'MISSING_SHIPPING_ADDRESS',
        message: 'A shipping address is missing',
      });
    }
    if (needsShipping && consignments.some((consignment) => this.selected(consignment) === undefined)) {
      errors.push({
        __typename: 'CheckoutShippingConsignmentError',
        code: 'INVALID_SHIPPING_OPTION',
        message: 'No shipping option is selected',
      });
    }
    return errors;
  }
}

/** An address with null for missing fields. */
export function addressFrom(input: AddressInput): Address {
  const given = Object.entries(input).filter(
    ([name, value]) => value !== undefined && (name in EMPTY_ADDRESS || name === 'countryCode'),
  );
  return { ...EMPTY_ADDRESS, countryCode: input.countryCode, ...Object.fromEntries(given) };
}
