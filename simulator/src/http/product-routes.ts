import type { FastifyInstance } from 'fastify';
import type { Product, ProductSummary } from '../catalog/product-model';
import { defaultFields } from '../catalog/defaults';
import { unixSeconds } from '../clock';
import type { ApiContext } from './context';
import { notFound } from './errors';
import { readListQuery, selectFields, type ListQuery } from './list-query';
import { pageReply, slicePage } from './paging';
import { compareProducts, PRODUCT_SORTS, productFilters } from './product-filters';
import { presentImages, presentOption, presentProduct, PRODUCT_INCLUDES, productFieldNames } from './present';
import { Remembered } from './remembered';

/** Requesting these shrinks the page, regardless of the limit (upstream 2.2). */
const CAPPING_INCLUDES = ['options', 'modifiers'];
const CAPPED_LIMIT = 10;
const ID_ONLY = new Set(['id']);
const IMAGE_FIELDS = [
  'id',
  'product_id',
  'is_thumbnail',
  'sort_order',
  'description',
  'image_file',
  'url_zoom',
  'url_standard',
  'url_thumbnail',
  'url_tiny',
  'date_modified',
] as const;
const FIELD_NAMES = productFieldNames(defaultFields(0, ''));

const read = { config: { scope: 'store_v2_products_read_only' } } as const;

/** `/catalog/products` and what belongs to one product, without variants. */
export function productRoutes(app: FastifyInstance, context: ApiContext): void {
  const { state } = context.store;
  const selections = new Remembered<readonly number[]>(() => state.revision);
  const brandName = (id: number): string => state.brands.get(id)?.name ?? '';
  const keywords = {
    of: (summary: ProductSummary): string => {
      const product = state.product(summary.id);
      return product
        ? [
            product.fields.name,
            product.fields.description,
            product.fields.sku,
            brandName(product.fields.brand_id),
          ].join('\n')
        : '';
    },
  };
  const definition = {
    filters: productFilters(keywords),
    fields: FIELD_NAMES,
    includes: PRODUCT_INCLUDES,
    sorts: PRODUCT_SORTS,
  };

  app.get('/catalog/products', read, (request) => {
    const query = readListQuery(request.query, definition, context);
    const limit = CAPPING_INCLUDES.some((name) => query.includes.has(name))
      ? Math.min(query.limit, CAPPED_LIMIT)
      : query.limit;
    const ids = isPlain(query)
      ? state.productIds
      : selections.get(selectionKey(query, context), () => selectIds(context, query));
    const shown = { ...query, limit };
    const presentation = context.presentationFor(request);
    const data = slicePage(ids, shown).flatMap((id) => {
      const product = state.product(id);
      return product ? [presentProduct(product, query, presentation)] : [];
    });
    return pageReply(data, ids.length, shown);
  });

  app.get<{ Params: { id: string } }>('/catalog/products/:id', read, (request) => {
    const { includes, fields } = readListQuery(
      request.query,
      { filters: {}, fields: FIELD_NAMES, includes: PRODUCT_INCLUDES },
      context,
    );
    const product = requireProduct(context, request.params.id, request.url);
    return { data: presentProduct(product, { includes, fields }, context.presentationFor(request)), meta: {} };
  });

  app.get<{ Params: { id: string } }>('/catalog/products/:id/images', read, (request) => {
    const product = requireProduct(context, request.params.id, request.url);
    const query = readListQuery(request.query, { filters: {}, fields: IMAGE_FIELDS }, context);
    const images = presentImages(product, context.presentationFor(request));
    return pageReply(
      slicePage(images, query).map((image) => selectFields(image, query.fields, ID_ONLY)),
      images.length,
      query,
    );
  });

  app.get<{ Params: { id: string } }>('/catalog/products/:id/custom-fields', read, (request) => {
    const product = requireProduct(context, request.params.id, request.url);
    const query = readListQuery(request.query, { filters: {} }, context);
    return pageReply(slicePage(product.customFields, query), product.customFields.length, query);
  });

  app.get<{ Params: { id: string } }>('/catalog/products/:id/options', read, (request) => {
    const product = requireProduct(context, request.params.id, request.url);
    const query = readListQuery(request.query, { filters: {} }, context);
    const options = product.options.map((option) => presentOption(product.id, option));
    return pageReply(slicePage(options, query), options.length, query);
  });
}

/** The product, or upstream's 404. */
export function requireProduct(context: ApiContext, id: string, url: string): Product {
  const product = /^\d+$/.test(id) ? context.store.state.product(Number(id)) : undefined;
  if (!product) throw notFound('A product was not found with the given id.', url);
  return product;
}

/** No filter and the default order: every product by id. */
function isPlain(query: ListQuery<ProductSummary>): boolean {
  return query.tests.length === 0 && (query.sort ?? 'id') === 'id' && !query.descending;
}

/** A bare date means a different time each second, so the second is part of the key (upstream 2.2). */
function selectionKey(query: ListQuery<ProductSummary>, context: ApiContext): string {
  const hasBareDate = [...query.raw.values()].some((value) => /^\d{4}-\d{2}-\d{2}$/.test(value));
  return hasBareDate ? `${query.selectionKey} ${unixSeconds(context.clock)}` : query.selectionKey;
}

function selectIds(context: ApiContext, query: ListQuery<ProductSummary>): number[] {
  const { state } = context.store;
  const listed = query.raw.get('id:in') ?? query.raw.get('id');
  const candidates =
    listed === undefined
      ? state.productIds
      : [...new Set(listed.split(',').map(Number))].sort((left, right) => left - right);
  const chosen: ProductSummary[] = [];
  for (const id of candidates) {
    const summary = state.summary(id);
    if (summary && query.tests.every((test) => test(summary))) chosen.push(summary);
  }
  const sort = query.sort ?? 'id';
  if (sort !== 'id') chosen.sort((left, right) => compareProducts(sort, left, right));
  if (query.descending) chosen.reverse();
  return chosen.map((summary) => summary.id);
}
