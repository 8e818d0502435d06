import type { FastifyInstance } from 'fastify';
import { formatTimestamp, unixSeconds } from '../clock';
import type { ApiContext } from './context';
import { variantPrice } from './present';
import { Remembered } from './remembered';

/** `/v2/store` and `/v2/time`: bare objects without an envelope (upstream 1.3, 2.6). */
export function storeRoutes(app: FastifyInstance, context: ApiContext): void {
  app.get('/store', { config: { scope: 'store_v2_information_read_only' } }, () => context.store.information);
  app.get('/time', () => ({ time: unixSeconds(context.clock) }));
}

/** `/v3/catalog/summary`. */
export function summaryRoutes(app: FastifyInstance, context: ApiContext): void {
  const { state } = context.store;
  const summaries = new Remembered<Promise<unknown>>(() => state.revision, 1);

  app.get('/catalog/summary', { config: { scope: 'store_v2_products_read_only' } }, async () => ({
    data: await summaries.get('', () => summarize(context)),
    meta: {},
  }));
}

const PRODUCTS_PER_SLICE = 500;

/** Iterates over the whole catalog in slices, so that a large one does not block other requests. */
async function summarize(context: ApiContext): Promise<Record<string, unknown>> {
  const { state } = context.store;
  const prices = { count: 0, sum: 0, lowest: Number.POSITIVE_INFINITY, highest: 0 };
  const dates = { oldest: Number.POSITIVE_INFINITY, newest: 0 };
  const perCategory = new Map<number, number>();
  let inventory = 0;
  let value = 0;
  let seen = 0;
  for (const id of [...state.productIds]) {
    const product = state.product(id);
    if (!product) continue;
    for (const variant of product.variants) {
      const price = variantPrice(product, variant);
      prices.count += 1;
      prices.sum += price;
      prices.lowest = Math.min(prices.lowest, price);
      prices.highest = Math.max(prices.highest, price);
    }
    for (const category of product.fields.categories) perCategory.set(category, (perCategory.get(category) ?? 0) + 1);
    dates.oldest = Math.min(dates.oldest, product.created);
    dates.newest = Math.max(dates.newest, product.created);
    inventory += product.fields.inventory_level;
    value += product.fields.inventory_level * product.fields.price;
    seen += 1;
    if (seen % PRODUCTS_PER_SLICE === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const [primary] = [...perCategory].sort((left, right) => right[1] - left[1]).map(([id]) => id);
  return {
    inventory_count: inventory,
    variant_count: prices.count,
    inventory_value: Math.round(value * 100) / 100,
    highest_variant_price: prices.highest,
    average_variant_price: prices.count === 0 ? 0 : prices.sum / prices.count,
    lowest_variant_price: String(prices.count === 0 ? 0 : prices.lowest),
    oldest_variant_date: formatTimestamp(seen === 0 ? 0 : dates.oldest),
    newest_variant_date: formatTimestamp(dates.newest),
    primary_category_id: primary ?? 0,
    primary_category_name: primary === undefined ? '' : (state.categories.get(primary)?.name ?? ''),
  };
}
