import type { FastifyInstance } from 'fastify';
import type { Product, Variant } from '../catalog/product-model';
import type { ApiContext } from './context';
import { notFound } from './errors';
import { numberFilters, parseNumbers, textFilter, type Filters } from './filters';
import { readListQuery, type ListQuery } from './list-query';
import { pageReply, slicePage } from './paging';
import { presentVariant } from './present';
import { requireProduct } from './product-routes';
import { Remembered } from './remembered';

interface OwnedVariant {
  readonly product: Product;
  readonly variant: Variant;
}

const FILTERS: Filters<OwnedVariant> = {
  ...numberFilters<OwnedVariant>('id', (owned) => owned.variant.id, ['']),
  ...numberFilters<OwnedVariant>('product_id', (owned) => owned.product.id, [':in']),
  sku: textFilter((owned) => owned.variant.sku),
  upc: textFilter((owned) => owned.variant.upc),
};

const FIELDS = [
  'id',
  'product_id',
  'sku',
  'sku_id',
  'price',
  'calculated_price',
  'sale_price',
  'retail_price',
  'map_price',
  'weight',
  'width',
  'height',
  'depth',
  'is_free_shipping',
  'fixed_cost_shipping_price',
  'calculated_weight',
  'purchasing_disabled',
  'purchasing_disabled_message',
  'image_url',
  'cost_price',
  'upc',
  'mpn',
  'gtin',
  'inventory_level',
  'inventory_warning_level',
  'bin_picking_number',
  'option_values',
] as const;

const read = { config: { scope: 'store_v2_products_read_only' } } as const;

/** `/catalog/variants` and the variants of one product (upstream 2.4). */
export function variantRoutes(app: FastifyInstance, context: ApiContext): void {
  const { state } = context.store;
  const offsets = new Remembered<readonly number[]>(() => state.revision, 1);
  const definition = { filters: FILTERS, fields: FIELDS };

  app.get<{ Params: { id: string } }>('/catalog/products/:id/variants', read, (request) => {
    const product = requireProduct(context, request.params.id, request.url);
    const query = readListQuery(request.query, { filters: {}, fields: FIELDS }, context);
    const presentation = context.presentationFor(request);
    const data = slicePage(product.variants, query).map((variant) =>
      presentVariant(product, variant, { presentation, fields: query.fields }),
    );
    return pageReply(data, product.variants.length, query);
  });

  app.get<{ Params: { id: string; variantId: string } }>(
    '/catalog/products/:id/variants/:variantId',
    read,
    (request) => {
      const product = requireProduct(context, request.params.id, request.url);
      const variant = product.variants.find((each) => String(each.id) === request.params.variantId);
      if (!variant) throw notFound('A variant was not found with the given id.', request.url);
      return { data: presentVariant(product, variant, { presentation: context.presentationFor(request) }), meta: {} };
    },
  );

  app.get('/catalog/variants', read, (request) => {
    const query = readListQuery(request.query, definition, context);
    const candidates = candidateProducts(context, query);
    const presentation = context.presentationFor(request);
    const present = ({ product, variant }: OwnedVariant): unknown =>
      presentVariant(product, variant, { presentation, fields: query.fields });
    if (candidates === undefined && query.tests.length === 0) {
      const ends = offsets.get('', () => variantOffsets(context));
      return pageReply(variantsAt(context, ends, query).map(present), ends.at(-1) ?? 0, query);
    }
    const matching = ownedVariants(candidates ?? allProducts(context)).filter((owned) =>
      query.tests.every((test) => test(owned)),
    );
    return pageReply(slicePage(matching, query).map(present), matching.length, query);
  });
}

/** The products that can have matching variants; undefined if any product can. */
function candidateProducts(context: ApiContext, query: ListQuery<OwnedVariant>): Product[] | undefined {
  const { state } = context.store;
  const ids = query.raw.get('product_id:in');
  if (ids !== undefined) return compact(parseNumbers(ids, 'product_id:in', context).map((id) => state.product(id)));
  const id = query.raw.get('id');
  if (id !== undefined) return compact([state.productOfVariant(Number(id))]);
  const sku = query.raw.get('sku');
  return sku === undefined ? undefined : compact([state.productOfSku(sku)]);
}

function compact(products: (Product | undefined)[]): Product[] {
  return products.filter((product) => product !== undefined);
}

function allProducts(context: ApiContext): Product[] {
  const { state } = context.store;
  return compact(state.productIds.map((id) => state.product(id)));
}

function ownedVariants(products: readonly Product[]): OwnedVariant[] {
  return products.flatMap((product) => product.variants.map((variant) => ({ product, variant })));
}

/** For each product, the number of variants up to and including its own. */
function variantOffsets(context: ApiContext): number[] {
  const { state } = context.store;
  let sum = 0;
  return state.productIds.map((id) => (sum += state.variantCount(id)));
}

/** The variants of one page, without creating those of any other. */
function variantsAt(
  context: ApiContext,
  ends: readonly number[],
  query: { page: number; limit: number },
): OwnedVariant[] {
  const { state } = context.store;
  const from = (query.page - 1) * query.limit;
  const found: OwnedVariant[] = [];
  for (
    let place = ends.findIndex((end) => end > from);
    place >= 0 && place < ends.length && found.length < query.limit;
    place += 1
  ) {
    const product = state.product(state.productIds[place] ?? 0);
    if (!product) continue;
    const before = (ends[place] ?? 0) - product.variants.length;
    const wanted = product.variants.slice(Math.max(0, from - before), from + query.limit - before);
    found.push(...wanted.map((variant) => ({ product, variant })));
  }
  return found;
}
