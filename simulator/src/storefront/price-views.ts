import type { Product, Variant } from '../catalog/product-model';
import type { BulkTier } from '../markets/model';
import { roundTo, type Quote } from '../markets/quote';
import { money, type Session, type View } from './session';

/** Arguments of `prices`; amounts are never with tax here, since shoppers' addresses are not known. */
export interface PriceArguments {
  readonly currencyCode?: string | null;
}

/** A product's prices with the range of its variants; null without a price. */
export function productPrices(session: Session, product: Product, wanted: PriceArguments): View | null {
  const { market } = session;
  const currency = market.currencyOr(wanted.currencyCode);
  const quote = market.quote(product, undefined, currency);
  const all = product.variants.map((variant) => market.quote(product, variant, currency).calculated);
  const known = all.filter((value) => value !== null);
  const prices = pricesView(quote, currency.currency_code);
  if (!prices || known.length === 0) return null;
  const amount = (value: number): View => money(value, currency.currency_code);
  const { retailPrice, calculated } = quote;
  const saved = retailPrice !== null && calculated !== null && retailPrice > calculated;
  return {
    ...prices,
    salePrice: quote.salePrice === null ? null : amount(quote.salePrice),
    saved: saved ? amount(roundTo(retailPrice - calculated, currency.decimal_places)) : null,
    priceRange: { min: amount(Math.min(...known)), max: amount(Math.max(...known)) },
  };
}

/** A variant's prices; null without a price. */
export function variantPrices(
  session: Session,
  of: { product: Product; variant: Variant },
  wanted: PriceArguments,
): View | null {
  const currency = session.market.currencyOr(wanted.currencyCode);
  return pricesView(session.market.quote(of.product, of.variant, currency), currency.currency_code);
}

function pricesView(quote: Quote, currency: string): View | null {
  const { price, calculated, retailPrice, mapPrice } = quote;
  if (price === null || calculated === null) return null;
  const now = money(calculated, currency);
  return {
    price: now,
    salePrice: calculated < price ? now : null,
    basePrice: money(price, currency),
    retailPrice: retailPrice === null ? null : money(retailPrice, currency),
    mapPrice: mapPrice === null ? null : money(mapPrice, currency),
    saved: null,
    retailPriceRange: null,
    bulkPricing: quote.bulk.map(tierView),
    priceRange: { min: now, max: now },
  };
}

const TIERS = {
  fixed: { __typename: 'BulkPricingFixedPriceDiscount', field: 'price' },
  percent: { __typename: 'BulkPricingPercentageDiscount', field: 'percentOff' },
  price: { __typename: 'BulkPricingRelativePriceDiscount', field: 'priceAdjustment' },
} as const;

function tierView(tier: BulkTier): View {
  const { __typename, field } = TIERS[tier.type];
  return {
    __typename,
    [field]: tier.amount,
    minimumQuantity: tier.quantity_min,
    maximumQuantity: tier.quantity_max,
  };
}
