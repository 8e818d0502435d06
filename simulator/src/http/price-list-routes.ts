import type { FastifyInstance } from 'fastify';
import { formatTimestamp } from '../clock';
import type { PriceList, PriceListAssignment, PriceRecord } from '../markets/model';
import type { ApiContext } from './context';
import { CURSOR_FILTERS, cursorReply } from './cursor-paging';
import { notFound, plainError } from './errors';
import { dateFilter, likeFilter, numberFilters, textFilter, textListFilter, wordFilter, type Filters } from './filters';
import { readListQuery } from './list-query';

const LIST_FILTERS: Filters<PriceList> = {
  ...CURSOR_FILTERS,
  ...numberFilters<PriceList>('id', (list) => list.id, [':in']),
  name: textFilter((list) => list.name),
  'name:like': likeFilter((list) => list.name),
  ...dateFilters<PriceList>(),
};

const AMOUNTS = ['price', 'sale_price', 'retail_price', 'map_price'] as const;

const ASSIGNMENT_FILTERS: Filters<PriceListAssignment> = {
  ...CURSOR_FILTERS,
  ...numberFilters<PriceListAssignment>('id', (each) => each.id, ['', ':in']),
  ...numberFilters<PriceListAssignment>('price_list_id', (each) => each.price_list_id, ['', ':in']),
  ...numberFilters<PriceListAssignment>('customer_group_id', (each) => each.customer_group_id ?? 0, ['', ':in']),
  ...numberFilters<PriceListAssignment>('channel_id', (each) => each.channel_id ?? 0, ['', ':in']),
};

const RECORD_INCLUDES = ['bulk_pricing_tiers', 'sku'];
const scope = 'store_v2_products_read_only';
const read = { config: { scope } } as const;

interface RecordPath {
  Params: { id: string; variant: string; currency: string };
}

/** `/v3/pricelists` with records and assignments; concurrency as in (upstream 20.10). */
export function priceListRoutes(app: FastifyInstance, context: ApiContext): void {
  const { priceLists } = context.store.markets;
  app.addHook('preHandler', async (request) => {
    if (request.routeOptions.url?.includes('/pricelists') && !context.store.markets.hasPriceLists)
      throw plainError(403, 'Price lists are not available on this plan.');
  });

  app.get('/pricelists', read, (request) => {
    const query = readListQuery(request.query, { filters: LIST_FILTERS }, context);
    const matching = priceLists.all().filter((list) => query.tests.every((test) => test(list)));
    return cursorReply(matching, query, presentList);
  });

  app.get('/pricelists/assignments', read, (request) => {
    const query = readListQuery(request.query, { filters: ASSIGNMENT_FILTERS }, context);
    const matching = priceLists.assignments().filter((each) => query.tests.every((test) => test(each)));
    return cursorReply(matching, query, presentAssignment);
  });

  app.get<RecordPath>('/pricelists/:id', read, (request) => {
    const list = priceLists.get(Number(request.params.id));
    if (!list) throw notFound('The price list was not found.', request.url);
    return { data: presentList(list), meta: {} };
  });

  recordRoutes(app, context);
}

function recordRoutes(app: FastifyInstance, context: ApiContext): void {
  const { priceLists } = context.store.markets;
  const filters = recordFilters(context);
  const reply = (request: { params: RecordPath['Params']; query: unknown; url: string }): unknown => {
    const query = readListQuery(request.query, { filters, includes: RECORD_INCLUDES }, context);
    const id = Number(request.params.id);
    if (!priceLists.get(id)) throw notFound('The price list was not found.', request.url);
    const records = priceLists
      .records(id)
      .filter((record) => request.params.variant === undefined || String(record.variant_id) === request.params.variant);
    const matching = records.filter((record) => query.tests.every((test) => test(record)));
    return cursorReply(matching, query, (record) => presentRecord(context, record, query.includes));
  };

  app.get<RecordPath>('/pricelists/:id/records', { config: { scope, concurrency: 10 } }, reply);
  app.get<RecordPath>('/pricelists/:id/records/:variant', { config: { scope, concurrency: 40 } }, reply);
  app.get<RecordPath>(
    '/pricelists/:id/records/:variant/:currency',
    { config: { scope, concurrency: 50 } },
    (request) => {
      const { id, variant, currency } = request.params;
      const record = priceLists.record(Number(id), { variantId: Number(variant), currency });
      if (!record) throw notFound('The price record was not found.', request.url);
      const { includes } = readListQuery(request.query, { filters: {}, includes: RECORD_INCLUDES }, context);
      return { data: presentRecord(context, record, includes), meta: {} };
    },
  );
}

function recordFilters(context: ApiContext): Filters<PriceRecord> {
  const amounts = AMOUNTS.map((name) =>
    numberFilters<PriceRecord>(name, (record) => record[name] ?? Number.NaN, ['', ':min', ':max']),
  );
  return {
    ...CURSOR_FILTERS,
    ...numberFilters<PriceRecord>('variant_id', (record) => record.variant_id, [':in']),
    ...numberFilters<PriceRecord>('product_id', (record) => record.product_id, [':in']),
    currency: wordFilter((record) => record.currency),
    'currency:in': (raw, name, rest) =>
      textListFilter<PriceRecord>((record) => record.currency)(raw.toUpperCase(), name, rest),
    sku: textFilter((record) => skuOf(context, record)),
    'sku:in': textListFilter((record) => skuOf(context, record)),
    ...Object.assign({}, ...amounts),
    ...dateFilters<PriceRecord>(),
  };
}

function dateFilters<Item extends { created: number; modified: number }>(): Filters<Item> {
  return {
    'date_created:min': dateFilter(
      (item) => item.created,
      (value, wanted) => value >= wanted,
    ),
    'date_created:max': dateFilter(
      (item) => item.created,
      (value, wanted) => value <= wanted,
    ),
    'date_modified:min': dateFilter(
      (item) => item.modified,
      (value, wanted) => value >= wanted,
    ),
    'date_modified:max': dateFilter(
      (item) => item.modified,
      (value, wanted) => value <= wanted,
    ),
  };
}

/** The flag is in beta: only lists on which it is set include it. */
function presentList(list: PriceList): Record<string, unknown> {
  const { created, modified, prices_entered_with_tax: withTax, ...rest } = list;
  return {
    ...rest,
    ...(withTax === null ? {} : { prices_entered_with_tax: withTax }),
    date_created: formatTimestamp(created),
    date_modified: formatTimestamp(modified),
  };
}

/** A criterion that is not set is absent. */
function presentAssignment(assignment: PriceListAssignment): Record<string, unknown> {
  return Object.fromEntries(Object.entries(assignment).filter(([, value]) => value !== null));
}

function presentRecord(
  context: ApiContext,
  record: PriceRecord,
  includes: ReadonlySet<string>,
): Record<string, unknown> {
  const { created, modified, bulk_pricing_tiers: tiers, currency, ...rest } = record;
  return {
    ...rest,
    currency: currency.toLowerCase(),
    calculated_price: record.sale_price ?? record.price,
    ...(includes.has('sku') ? { sku: skuOf(context, record) } : {}),
    ...(includes.has('bulk_pricing_tiers') ? { bulk_pricing_tiers: tiers } : {}),
    date_created: formatTimestamp(created),
    date_modified: formatTimestamp(modified),
  };
}

function skuOf(context: ApiContext, record: PriceRecord): string {
  const product = context.store.state.product(record.product_id);
  const variant = product?.variants.find((each) => each.id === record.variant_id);
  return (product?.options.length === 0 ? product.fields.sku : variant?.sku) ?? '';
}
