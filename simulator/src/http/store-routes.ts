import type { FastifyInstance } from 'fastify';
import { formatTimestamp, unixSeconds } from '../clock';
import type { Channel } from '../catalog/model';
import type { ApiContext } from './context';
import { notFound } from './errors';
import { dateFilter, flagFilter, textListFilter, type Filters } from './filters';
import { readListQuery } from './list-query';
import { variantPrice } from './present';
import { Remembered } from './remembered';
import { listReply } from './taxonomy-routes';

const CHANNEL_FILTERS: Filters<Channel> = {
  available: flagFilter((channel) => channel.status !== 'inactive'),
  'status:in': textListFilter((channel) => channel.status),
  'type:in': textListFilter((channel) => channel.type),
  'platform:in': textListFilter((channel) => channel.platform),
  'date_modified:min': dateFilter(
    (channel) => channel.modified,
    (value, wanted) => value >= wanted,
  ),
  'date_modified:max': dateFilter(
    (channel) => channel.modified,
    (value, wanted) => value <= wanted,
  ),
  'date_created:min': dateFilter(
    (channel) => channel.created,
    (value, wanted) => value >= wanted,
  ),
  'date_created:max': dateFilter(
    (channel) => channel.created,
    (value, wanted) => value <= wanted,
  ),
};

/** `/v2/store` and `/v2/time`: bare objects without an envelope (upstream 1.3, 2.6). */
export function storeRoutes(app: FastifyInstance, context: ApiContext): void {
  app.get('/store', { config: { scope: 'store_v2_information_read_only' } }, () => context.store.information);
  app.get('/time', () => ({ time: unixSeconds(context.clock) }));
}

/** `/v3/channels`, one channel, and `/v3/catalog/summary`. */
export function channelRoutes(app: FastifyInstance, context: ApiContext): void {
  const { state } = context.store;
  const summaries = new Remembered<Promise<unknown>>(() => state.revision, 1);

  app.get('/channels', { config: { scope: 'store_channel_settings_read_only' } }, (request) => {
    const query = readListQuery(request.query, { filters: CHANNEL_FILTERS, includes: ['currencies'] }, context);
    return listReply([...state.source.channels], query, presentChannel);
  });

  app.get<{ Params: { id: string } }>(
    '/channels/:id',
    { config: { scope: 'store_channel_settings_read_only' } },
    (request) => {
      const channel = state.source.channels.find((each) => String(each.id) === request.params.id);
      if (!channel) throw notFound('The channel was not found.', request.url);
      return { data: presentChannel(channel), meta: {} };
    },
  );

  app.get('/catalog/summary', { config: { scope: 'store_v2_products_read_only' } }, async () => ({
    data: await summaries.get('', () => summarise(context)),
    meta: {},
  }));
}

function presentChannel(channel: Channel): Record<string, unknown> {
  return {
    id: channel.id,
    name: channel.name,
    external_id: '',
    type: channel.type,
    platform: channel.platform,
    status: channel.status,
    is_enabled: channel.status === 'active',
    is_visible: true,
    is_listable_from_ui: true,
    icon_url: '',
    date_created: formatTimestamp(channel.created),
    date_modified: formatTimestamp(channel.modified),
  };
}

const PRODUCTS_PER_SLICE = 500;

/** Iterates over the whole catalog in slices, so that a large one does not block other requests. */
async function summarise(context: ApiContext): Promise<Record<string, unknown>> {
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
