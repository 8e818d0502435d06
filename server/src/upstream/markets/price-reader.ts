import { acceptedBatches } from '../reading/accepted-batches';
import { fittingDecimal, UnusableItemError } from '../mapping/column-limits';
import { UpstreamResponseError } from '../http/upstream-errors';
import type { RequestPriority, UpstreamHttp } from '../http/upstream-http';
import { type DrawVersion, versionOf } from '../reading/versioned-read';
import { wirePrice, type WirePrice, wirePriceReference, wirePrices } from '../wire/wire-market';

/** Whose prices are read: a channel's shoppers, in a currency. */
export interface PriceContext {
  channelId: number;
  /** In upper case. */
  currency: string;
  /** Null: guests, whose prices may be those of a group, too (upstream 20.6). */
  customerGroupId: number | null;
}

/** What has a price: a product, or one of its variants. */
export interface PricedItem {
  productId: number;
  /** Null: the product itself. */
  variantId: number | null;
}

/** A price as upstream calculates it. Null where upstream has none: then the item is not sold. */
export interface ItemPrice extends PricedItem {
  price: number | null;
  salePrice: number | null;
  /** What is charged. */
  calculatedPrice: number | null;
  retailPrice: number | null;
  /** Across a product's variants that have a price; null if none has. */
  range: { lowest: number; highest: number } | null;
}

/** An item whose price cannot be used. */
export interface PriceFailure extends PricedItem {
  reason: string;
}

/** What upstream returned for a list of items. */
export interface PriceReading {
  prices: ItemPrice[];
  /** Items for which upstream returned nothing. */
  missing: PricedItem[];
  failures: PriceFailure[];
  /** The read version of the first request. */
  readVersion: number;
}

/** Prices in one context. Remembers how many items upstream takes at once, so use one for a whole pass. */
export interface PriceReader {
  /** @throws the errors of `upstream-errors.ts`; also when upstream refuses every query, or returns no price of several items, nor of `control` */
  read(items: readonly PricedItem[]): Promise<PriceReading>;
}

export interface PriceReaderOptions {
  http: UpstreamHttp;
  drawVersion: DrawVersion;
  context: PriceContext;
  signal?: AbortSignal | undefined;
  /** `normal` when absent. */
  priority?: RequestPriority | undefined;
  /** An item that had a price before: if it is refused, or missing, too, the other items are not at fault. */
  control?: PricedItem | null | undefined;
}

const method = 'POST';
const path = '/v3/pricing/products';
// The maximum is undocumented (upstream 20.6).
const itemsAtFirst = 50;

/** Uses upstream's own price calculation (upstream 20.6), so that we need not duplicate its rules. */
export function createPriceReader({
  http,
  drawVersion,
  context,
  control,
  ...request
}: PriceReaderOptions): PriceReader {
  const batches = acceptedBatches<PricedItem>({ atFirst: itemsAtFirst, control });
  const fixed = {
    channel_id: context.channelId,
    currency_code: context.currency,
    customer_group_id: context.customerGroupId,
  };

  return {
    async read(items) {
      const parts: Replies[] = [];
      const { result: refused, readVersion } = await versionOf({ http, drawVersion }, (versioned) =>
        batches.send(
          items,
          async (some) => {
            const replies = repliesTo(some, await ask(versioned, some));
            // A single product may have been deleted; a response that lacks all of several has to be confirmed.
            if (some.length > 1 && replies.missing.length === some.length) await confirmGone(some);
            parts.push(replies);
          },
          async (some) => void (await ask(http, some)),
        ),
      );
      const failures = refused.map(({ item, error }) => ({ ...item, reason: error.message }));
      return {
        prices: parts.flatMap(({ prices }) => prices),
        missing: parts.flatMap(({ missing }) => missing),
        failures: [...failures, ...parts.flatMap((part) => part.failures)],
        readVersion,
      };
    },
  };

  /** @throws UpstreamResponseError unless upstream has a price of the control item */
  async function confirmGone(some: readonly PricedItem[]): Promise<void> {
    const found = control ? repliesTo([control], await ask(http, [control])) : null;
    if (!found || found.missing.length > 0) throw unusable(`sent none of ${some.length} prices`);
  }

  async function ask(through: UpstreamHttp, items: readonly PricedItem[]): Promise<unknown[]> {
    const body = { ...fixed, items: items.map(wireItemOf) };
    const { data } = await through.request({ ...request, method, path, body, schema: wirePrices, effect: 'read' });
    return data;
  }
}

const wireItemOf = ({ productId, variantId }: PricedItem) => ({
  product_id: productId,
  ...(variantId !== null && { variant_id: variantId }),
});

type Replies = Omit<PriceReading, 'readVersion'>;

/**
 * Matches replies with items, by the request that each reply repeats: the order of replies is not guaranteed
 * (upstream 20.6).
 */
function repliesTo(asked: readonly PricedItem[], data: readonly unknown[]): Replies {
  const waiting = new Map(asked.map((item) => [keyOf(item), item]));
  const replies: Replies = { prices: [], missing: [], failures: [] };
  for (const reply of data) {
    const reference = wirePriceReference.safeParse(reply);
    if (!reference.success) throw unusable('sent a price that does not say of what');
    const { product_id: productId, variant_id: variantId } = reference.data.reference_request;
    const item = waiting.get(keyOf({ productId, variantId }));
    if (!item) throw unusable('sent a price twice, or one that was not asked for');
    waiting.delete(keyOf(item));
    const price = readPrice(item, reply);
    if ('reason' in price) replies.failures.push(price);
    else replies.prices.push(price);
  }
  replies.missing = [...waiting.values()];
  return replies;
}

function readPrice(item: PricedItem, reply: unknown): ItemPrice | PriceFailure {
  const parsed = wirePrice.safeParse(reply);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { ...item, reason: `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim() };
  }
  try {
    return mapPrice(item, parsed.data);
  } catch (error) {
    if (!(error instanceof UnusableItemError)) throw error;
    return { ...item, reason: error.message };
  }
}

function mapPrice(item: PricedItem, wire: WirePrice): ItemPrice {
  const fitting = (field: string, value: number | null) => (value === null ? null : fittingDecimal(field, value));
  const lowest = fitting('price_range', wire.price_range?.minimum ?? null);
  const highest = fitting('price_range', wire.price_range?.maximum ?? null);
  return {
    ...item,
    price: fitting('price', wire.price),
    salePrice: fitting('sale_price', wire.sale_price),
    calculatedPrice: fitting('calculated_price', wire.calculated_price),
    retailPrice: fitting('retail_price', wire.retail_price),
    range: lowest === null || highest === null ? null : { lowest, highest },
  };
}

const keyOf = ({ productId, variantId }: PricedItem): string => `${productId} ${variantId ?? ''}`;

const unusable = (why: string) => new UpstreamResponseError(`${method} ${path} ${why}`, { method, path });
