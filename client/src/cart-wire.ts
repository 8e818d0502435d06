/** A cart line's option, as the store returns it; each kind of option has some of the fields. */
export interface WireOption {
  __typename: string;
  entityId: number;
  name: string;
  value?: string;
  valueEntityId?: number;
  text?: string;
  number?: number;
  date?: { utc: string };
}

/** An amount in a currency, for example `USD`. */
export interface Money {
  value: number;
  currencyCode: string;
}

export interface WireLine {
  entityId: string;
  name: string;
  sku: string | null;
  quantity: number;
  productEntityId: number;
  variantEntityId: number | null;
  extendedSalePrice: Money;
  selectedOptions: WireOption[];
}

export interface WireCart {
  entityId: string;
  amount: Money;
  lineItems: { physicalItems: WireLine[]; digitalItems: WireLine[]; totalQuantity: number };
}

/** The result of a cart mutation. */
export interface WireChange {
  cart: { result: { cart: WireCart | null } | null };
}

export interface WireReading {
  site: { cart: WireCart | null };
}

export interface WireCheckout {
  cart: { createCartRedirectUrls: { redirectUrls: { redirectedCheckoutUrl: string } | null } };
}
