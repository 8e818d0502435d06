import type { FastifyInstance } from 'fastify';
import { formatTimestamp } from '../clock';
import type { Metafield, MetafieldResource } from '../markets/model';
import type { ApiContext } from './context';
import { CURSOR_FILTERS, cursorReply } from './cursor-paging';
import { notFound } from './errors';
import { dateFilter, textFilter, textListFilter, type Filters } from './filters';
import { readListQuery, selectFields } from './list-query';
import { pageReply, slicePage } from './paging';
import { requireProduct } from './product-routes';

const FIELDS = [
  'id',
  'key',
  'value',
  'namespace',
  'permission_set',
  'resource_type',
  'resource_id',
  'description',
  'date_created',
  'date_modified',
  'owner_client_id',
] as const;
const ID_ONLY = new Set(['id']);

const OWN_FILTERS: Filters<Metafield> = {
  key: textFilter((metafield) => metafield.key),
  namespace: textFilter((metafield) => metafield.namespace),
};

/** None filters by resource id: to find changes, clients filter by namespace and date (upstream 20.11). */
const BATCH_FILTERS: Filters<Metafield> = {
  ...CURSOR_FILTERS,
  ...OWN_FILTERS,
  'key:in': textListFilter((metafield) => metafield.key),
  'namespace:in': textListFilter((metafield) => metafield.namespace),
  ...dateFilters('date_modified', (metafield) => metafield.modified),
  ...dateFilters('date_created', (metafield) => metafield.created),
};

const BATCHES: readonly { path: string; resource: MetafieldResource }[] = [
  { path: '/catalog/products/metafields', resource: 'product' },
  { path: '/catalog/variants/metafields', resource: 'variant' },
  { path: '/catalog/categories/metafields', resource: 'category' },
  { path: '/catalog/brands/metafields', resource: 'brand' },
];

const read = { config: { scope: 'store_v2_products_read_only' } } as const;

interface MetafieldPath {
  Params: { id: string; variantId: string; metafieldId: string };
}

/** Metafields of one product or variant, and all of one kind of resource, as `clientId` sees them (upstream 20.11). */
export function metafieldRoutes(app: FastifyInstance, context: ApiContext, clientId: string): void {
  const { metafields } = context.store.markets;
  const isVisible = (each: Metafield): boolean =>
    each.permission_set !== 'app_only' || each.owner_client_id === clientId;

  for (const { path, resource } of BATCHES) {
    app.get(path, read, (request) => {
      const query = readListQuery(request.query, { filters: BATCH_FILTERS, fields: FIELDS }, context);
      const matching = metafields
        .all(resource)
        .filter((each) => isVisible(each) && query.tests.every((test) => test(each)));
      if (query.descending) matching.reverse();
      return cursorReply(matching, query, (each) => selectFields(present(each), query.fields, ID_ONLY));
    });
  }

  const owned = (path: string, listOf: (params: MetafieldPath['Params'], url: string) => Metafield[]): void => {
    app.get<MetafieldPath>(path, read, (request) => {
      const query = readListQuery(request.query, { filters: OWN_FILTERS, fields: FIELDS }, context);
      const matching = listOf(request.params, request.url).filter(
        (each) => isVisible(each) && query.tests.every((test) => test(each)),
      );
      const shown = slicePage(matching, query).map((each) => selectFields(present(each), query.fields, ID_ONLY));
      return pageReply(shown, matching.length, query);
    });
    app.get<MetafieldPath>(`${path}/:metafieldId`, read, (request) => {
      const found = listOf(request.params, request.url)
        .filter(isVisible)
        .find((each) => String(each.id) === request.params.metafieldId);
      if (!found) throw notFound('A metafield was not found with the given id.', request.url);
      return { data: present(found), meta: {} };
    });
  };
  owned('/catalog/products/:id/metafields', ({ id }, url) =>
    metafields.of('product', requireProduct(context, id, url).id),
  );
  owned('/catalog/products/:id/variants/:variantId/metafields', ({ id, variantId }, url) => {
    const variant = requireProduct(context, id, url).variants.find((each) => String(each.id) === variantId);
    if (!variant) throw notFound('A variant was not found with the given id.', url);
    return metafields.of('variant', variant.id);
  });
}

function dateFilters(name: string, valueOf: (metafield: Metafield) => number): Filters<Metafield> {
  return {
    [`${name}:min`]: dateFilter(valueOf, (value, wanted) => value >= wanted),
    [`${name}:max`]: dateFilter(valueOf, (value, wanted) => value <= wanted),
  };
}

function present(metafield: Metafield): Record<string, unknown> {
  const { created, modified, ...rest } = metafield;
  return { ...rest, date_created: formatTimestamp(created), date_modified: formatTimestamp(modified) };
}
