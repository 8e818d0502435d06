import type { Choice } from '../markets/pricing';

/** The storefront's data in memory. Amounts are in the cart's currency, times in Unix seconds. */

export interface CartLine {
  readonly id: string;
  readonly productId: number;
  readonly variantId: number;
  quantity: number;
  /** A price override, set when the cart was created over REST. */
  readonly listPrice: number | undefined;
  /** Chosen values of modifiers. */
  readonly choices: readonly Choice[];
  readonly entered: readonly Entered[];
}

export interface Cart {
  readonly id: string;
  readonly channelId: number;
  /** 0: a guest's. */
  customerId: number;
  currencyCode: string;
  locale: string;
  version: number;
  readonly created: number;
  updated: number;
  lines: CartLine[];
}

export interface Address {
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  company: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  stateOrProvince: string | null;
  stateOrProvinceCode: string | null;
  countryCode: string;
  postalCode: string | null;
  phone: string | null;
}

export interface Consignment {
  readonly id: string;
  address: Address;
  lineItems: { lineItemEntityId: string; quantity: number }[];
  shippingOptionId: string | undefined;
}

/** What a checkout adds to the cart with the same id. */
export interface Checkout {
  billingAddress: (Address & { id: string }) | undefined;
  consignments: Consignment[];
  customerMessage: string;
}

export interface CustomerAddress {
  readonly id: number;
  firstName: string;
  lastName: string;
  address1: string;
  address2: string | null;
  city: string;
  countryCode: string;
  stateOrProvince: string | null;
  phone: string | null;
  postalCode: string | null;
  company: string | null;
}

export interface Customer {
  readonly id: number;
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  phone: string;
  company: string;
  addresses: CustomerAddress[];
  /** 0: none. */
  groupId: number;
  /** Only one session: a new login ends the previous one (upstream 5.5). */
  session: { token: string; expires: number } | undefined;
  resetToken: string | undefined;
}

/** An email that upstream would have sent. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly customerEntityId: number;
  readonly token: string;
  readonly path: string;
}

export interface Order {
  readonly id: number;
  readonly cart: Cart;
  readonly total: number;
}

/** What a shopper chose or entered, as upstream's input has it. */
export interface SelectedOptions {
  readonly multipleChoices?: { optionEntityId: number; optionValueEntityId: number }[] | null;
  readonly checkboxes?: { optionEntityId: number; optionValueEntityId: number }[] | null;
  readonly textFields?: { optionEntityId: number; text: string }[] | null;
  readonly multiLineTextFields?: { optionEntityId: number; text: string }[] | null;
  readonly numberFields?: { optionEntityId: number; number: number }[] | null;
  readonly dateFields?: { optionEntityId: number; date: string }[] | null;
}

/** What was entered for a modifier, as the cart shows it. */
export interface Entered {
  readonly optionId: number;
  readonly shown: { __typename: string; text?: string; number?: number; date?: { utc: string } };
}

/** A line's input from GraphQL or REST. */
export interface LineInput {
  readonly quantity: number;
  readonly productEntityId?: number | null;
  readonly variantEntityId?: number | null;
  readonly sku?: string | null;
  readonly selectedOptions?: SelectedOptions | null;
  readonly listPrice?: number | undefined;
}
