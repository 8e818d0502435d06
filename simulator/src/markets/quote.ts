/** What one variant costs one shopper in one currency: pure rules (upstream 20.3, 20.6). */
import type { BulkTier, DiscountRule, PriceRecord } from './model';
import type { PriceSource } from './price-choice';

/** Prices of the catalog in the default currency; null: not set. */
export interface CatalogPrices {
  readonly price: number;
  readonly salePrice: number | null;
  readonly retailPrice: number | null;
  readonly mapPrice: number | null;
  readonly bulk: readonly BulkTier[];
}

/** If all are null, the variant has no price and cannot be bought. */
export interface Quote {
  readonly price: number | null;
  readonly salePrice: number | null;
  readonly retailPrice: number | null;
  readonly mapPrice: number | null;
  /** What is charged, before bulk prices. */
  readonly calculated: number | null;
  readonly bulk: readonly BulkTier[];
}

export interface QuoteQuestion {
  readonly catalog: CatalogPrices;
  readonly product: { readonly id: number; readonly categories: readonly number[] };
  readonly source: PriceSource;
  /** The record of the chosen list in this currency. */
  readonly record: PriceRecord | undefined;
  readonly currency: { readonly rate: number; readonly decimal_places: number };
  /** What chosen modifiers add, in the default currency; it is always converted (upstream 20.2). */
  readonly adjustment: number;
}

const NO_PRICE: Quote = {
  price: null,
  salePrice: null,
  retailPrice: null,
  mapPrice: null,
  calculated: null,
  bulk: [],
};

/** A variant without a record in the chosen list has its catalog price, converted, never another list's. */
export function quoteOf(question: QuoteQuestion): Quote {
  const { source, record, currency, adjustment } = question;
  if (source.kind === 'list' && !record && source.list.prices_entered_with_tax !== null) return NO_PRICE;
  const catalog = convertCatalog(question);
  const quote = source.kind === 'list' && record ? fromRecord(record, catalog) : catalog;
  const added = adjustment * currency.rate;
  const round = (value: number | null, plus = 0): number | null =>
    value === null ? null : roundTo(value + plus, currency.decimal_places);
  return {
    price: round(quote.price, added),
    salePrice: round(quote.salePrice, added),
    retailPrice: round(quote.retailPrice),
    mapPrice: round(quote.mapPrice),
    calculated: round(quote.calculated, added),
    bulk: quote.bulk,
  };
}

/** Rounds to `places` decimals, halves up; upstream's rule for halves is not documented. */
export function roundTo(value: number, places: number): number {
  const factor = 10 ** places;
  return Math.round(value * factor * (1 + Number.EPSILON)) / factor;
}

/** The list's sale price takes precedence over its price, and both over the catalog's prices. */
function fromRecord(record: PriceRecord, catalog: Quote): Quote {
  const hasPrice = record.price !== null || record.sale_price !== null;
  return {
    price: record.price ?? catalog.price,
    salePrice: hasPrice ? record.sale_price : catalog.salePrice,
    retailPrice: record.retail_price ?? catalog.retailPrice,
    mapPrice: record.map_price ?? catalog.mapPrice,
    calculated: record.sale_price ?? record.price ?? catalog.calculated,
    bulk: record.bulk_pricing_tiers,
  };
}

function convertCatalog({ catalog, source, product, currency }: QuoteQuestion): Quote {
  const convert = (value: number | null): number | null => (value === null ? null : value * currency.rate);
  const current = catalog.salePrice ?? catalog.price;
  const discounted = source.kind === 'discounts' ? discount(current, source.rules, product) : current;
  return {
    price: convert(catalog.price),
    salePrice: convert(catalog.salePrice),
    retailPrice: convert(catalog.retailPrice),
    mapPrice: convert(catalog.mapPrice),
    calculated: convert(discounted),
    bulk: catalog.bulk.map((tier) => convertTier(tier, currency)),
  };
}

function convertTier(tier: BulkTier, currency: QuoteQuestion['currency']): BulkTier {
  if (tier.type === 'percent') return tier;
  return { ...tier, amount: roundTo(tier.amount * currency.rate, currency.decimal_places) };
}

/** The most specific rule: of the product, of one of its categories, of all products. */
function discount(
  price: number,
  rules: readonly Exclude<DiscountRule, { type: 'price_list' }>[],
  product: QuoteQuestion['product'],
): number {
  const rule =
    rules.find((each) => each.type === 'product' && each.product_id === product.id) ??
    rules.find((each) => each.type === 'category' && product.categories.includes(each.category_id)) ??
    rules.find((each) => each.type === 'all');
  if (!rule) return price;
  if (rule.method === 'price') return rule.amount;
  return Math.max(0, rule.method === 'percent' ? price * (1 - rule.amount / 100) : price - rule.amount);
}
