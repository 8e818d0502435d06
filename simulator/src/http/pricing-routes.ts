import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Product, Variant } from '../catalog/product-model';
import type { BulkTier } from '../markets/model';
import type { Situation } from '../markets/pricing';
import { roundTo, type Quote } from '../markets/quote';
import type { ApiContext } from './context';
import { invalidField } from './errors';

const id = z.number().int();
const itemSchema = z.object({
  product_id: id,
  variant_id: id.nullish(),
  options: z.array(z.object({ option_id: id, value_id: id })).nullish(),
});
const bodySchema = z.object({
  channel_id: id,
  currency_code: z.string().length(3),
  country_code: z.string().nullish(),
  customer_group_id: id.nullish(),
  customer_id: id.nullish(),
  items: z.array(itemSchema).min(1),
});
type Item = z.output<typeof itemSchema>;

/** The customer group of the customer with this id. */
type GroupOfCustomer = (customerId: number) => number | null;

/** `POST /v3/pricing/products` (upstream 20.6). */
export function pricingRoutes(app: FastifyInstance, context: ApiContext, groupOfCustomer: GroupOfCustomer): void {
  app.post('/pricing/products', { config: { scope: 'store_v2_products_read_only', concurrency: 50 } }, (request) => {
    const parsed = bodySchema.safeParse(request.body);
    if (!parsed.success) throw invalidField('body', z.prettifyError(parsed.error));
    const body = parsed.data;
    const { maximumPricingItems: most } = context.store.markets;
    if (body.items.length > most)
      throw invalidField('items', `At most ${most} items, ${body.items.length} were given.`);
    const groupId = body.customer_id == null ? (body.customer_group_id ?? null) : groupOfCustomer(body.customer_id);
    const situation = readSituation(context, { ...body, groupId });
    const data = body.items.flatMap((item) => presentItem(context, item, situation) ?? []);
    // Reversed, because clients must match replies by `reference_request`, not by position.
    return { data: data.reverse(), meta: {} };
  });
}

function readSituation(
  context: ApiContext,
  asked: { channel_id: number; currency_code: string; groupId: number | null },
): Situation {
  const { markets } = context.store;
  const { channel_id: channelId } = asked;
  if (!markets.channels.get(channelId)) throw invalidField('channel_id', `There is no channel ${channelId}.`);
  const currency = markets.currencies.find(asked.currency_code);
  if (!currency) throw invalidField('currency_code', `There is no currency ${asked.currency_code}.`);
  const shopper = markets.pricing.shopperOf(asked.groupId, channelId);
  if (!shopper) throw invalidField('customer_group_id', `There is no customer group ${asked.groupId}.`);
  return { channelId, currency, shopper };
}

function presentItem(context: ApiContext, item: Item, situation: Situation): Record<string, unknown> | undefined {
  const { pricing } = context.store.markets;
  const product = pricing.product(item.product_id);
  if (!product) return undefined;
  const choices = item.options ?? [];
  const asked = item.variant_id ?? undefined;
  const variant =
    asked === undefined ? pricing.variantOf(product, choices) : product.variants.find((each) => each.id === asked);
  if (asked !== undefined && !variant) return undefined;
  const quote = pricing.quote({ product, variant, choices }, situation);
  const amount = amounts(context, { situation, variantId: variant?.id });
  return {
    product_id: product.id,
    variant_id: variant?.id ?? 0,
    options: choices,
    reference_request: {
      product_id: item.product_id,
      ...(asked === undefined ? {} : { variant_id: asked }),
      ...(item.options ? { options: item.options } : {}),
    },
    ...presentQuote(quote, amount),
    price_range: priceRange(context, { product, variant, situation, amount, quote }),
  };
}

type Amount = (value: number) => Record<string, unknown>;

/** Presents an amount with and without tax; the price list or else the store determines which of them was entered. */
function amounts(context: ApiContext, of: { situation: Situation; variantId: number | undefined }): Amount {
  const { information, markets } = context.store;
  const { source } = markets.pricing.lookUp(of.situation, of.variantId);
  const flag = source.kind === 'list' ? source.list.prices_entered_with_tax : null;
  const inclusive = flag ?? information.is_price_entered_with_tax;
  const rate = 1 + markets.taxRate / 100;
  const round = (value: number): number => roundTo(value, of.situation.currency.decimal_places);
  return (value) => ({
    as_entered: value,
    entered_inclusive: inclusive,
    tax_exclusive: round(inclusive ? value / rate : value),
    tax_inclusive: round(inclusive ? value : value * rate),
  });
}

function presentQuote(quote: Quote, amount: Amount): Record<string, unknown> {
  const orNull = (value: number | null): unknown => (value === null ? null : amount(value));
  const orAbsent = (name: string, value: number | null): object => (value === null ? {} : { [name]: amount(value) });
  const { retailPrice, calculated } = quote;
  const saved =
    retailPrice !== null && calculated !== null && retailPrice > calculated ? retailPrice - calculated : null;
  return {
    price: orNull(quote.price),
    calculated_price: orNull(calculated),
    ...orAbsent('sale_price', quote.salePrice),
    ...orAbsent('retail_price', retailPrice),
    ...orAbsent('minimum_advertised_price', quote.mapPrice),
    ...orAbsent('saved', saved === null ? null : roundTo(saved, 4)),
    bulk_pricing: quote.bulk.map((tier) => presentTier(tier, amount)),
  };
}

/** Here 0 means "no upper bound" (upstream 20.6). */
function presentTier(tier: BulkTier, amount: Amount): Record<string, unknown> {
  return {
    minimum: tier.quantity_min,
    maximum: tier.quantity_max ?? 0,
    discount_amount: tier.amount,
    discount_type: tier.type,
    tax_discount_amount: tier.type === 'percent' ? [] : [amount(tier.amount)],
  };
}

/** Spans all variants if none was requested. */
function priceRange(
  context: ApiContext,
  of: { product: Product; variant: Variant | undefined; situation: Situation; amount: Amount; quote: Quote },
): unknown {
  const { product, variant, situation, amount, quote } = of;
  const { pricing } = context.store.markets;
  const all = variant
    ? [quote.calculated]
    : product.variants.map((each) => pricing.quote({ product, variant: each }, situation).calculated);
  const known = all.filter((value) => value !== null);
  if (known.length === 0) return null;
  return { minimum: amount(Math.min(...known)), maximum: amount(Math.max(...known)) };
}
