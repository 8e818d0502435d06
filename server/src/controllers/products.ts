import type { Core } from '@strapi/strapi';
import { restEndpoints } from '../../../contracts/rest/endpoints';
import type { IncludeGroup, ProductGroup } from '../../../contracts/rest/parameters';
import type { ProductListQuery } from '../../../contracts/rest/products';
import {
  contentOfProductList,
  contentOfRelated,
  keysOfProduct,
  keysOfProductList,
  keysOfStore,
  type ListContent,
  withStore,
} from '../catalog/responses';
import { depthFor, type PreparedItem, presentListItem } from '../catalog/views';
import type { ProductReader } from '../catalog/model';
import { type Container, containerOf } from '../container';
import { RestError } from '../http/rest-errors';
import { restAction } from '../http/rest-action';
import { productContext, productPages, showsStore } from './product-context';
import { productPageOf } from './product-page-response';
import { listJson, pageJson, separated } from './list-json';
import { listRequestOf } from './product-list-request';
import { listInMarket, readInMarket, relatedInMarket } from './products-in-market';

/** `/products`, `/products/{slug}` and `/products/{slug}/related`. */
export const products = ({ strapi }: { strapi: Core.Strapi }) => ({
  list: restAction({
    strapi,
    parts: () => containerOf(strapi),
    endpoint: restEndpoints.listProducts,
    respond: async ({ query }, container) => {
      if (isPlain(query)) return preparedList(query, container);
      const request = listRequestOf(query);
      const { pieces, total } = await container.catalog.products.listInPieces(request);
      const { json, shown } = await listJson(pieces, await listContext(query.include, container));
      return {
        kind: 'prepared',
        json: pageJson(json, { total, pageSize: query.per_page }),
        ...shownBy(
          query.include,
          { surrogateKeys: keysOfProductList(shown), content: contentOfProductList(request, idsOf(shown)) },
          container,
        ),
      };
    },
    respondInMarket: ({ query, reading }, container) => listInMarket(reading, query, container),
  }),

  read: restAction({
    strapi,
    parts: () => containerOf(strapi),
    endpoint: restEndpoints.readProduct,
    respond: async ({ params, query }, container) => {
      const prepared = isPlain(query) ? await container.catalog.prepared.findBySlug(params.slug) : null;
      if (prepared) {
        const { json, id, categoryIds, brandId } = prepared;
        return {
          kind: 'prepared',
          json: [json],
          surrogateKeys: keysOfProduct({ id }),
          content: { kind: 'product', id, categoryIds, brandId },
        };
      }
      const record = await container.catalog.products.findBySlug(params.slug);
      if (!record) return movedProduct(params.slug, { products: container.catalog.products, suffix: '' });
      const facts = await container.storeFacts.read();
      const include = query.include ?? [];
      const { findBreadcrumbs, products: catalogProducts } = container.catalog;
      const page = await productPageOf(
        record,
        { include, context: productContext({ include, facts, container }) },
        { ...container.extraReaders, findBreadcrumbs, findRelated: catalogProducts.findRelated },
      );
      return { kind: 'found', ...page };
    },
    respondInMarket: ({ params: { slug }, query: { include }, reading }, container) =>
      readInMarket(reading, { slug, include }, container),
  }),

  related: restAction({
    strapi,
    parts: () => containerOf(strapi),
    endpoint: restEndpoints.listRelatedProducts,
    respond: async ({ params, query }, container) => {
      if (isPlain(query)) return preparedRelated(params.slug, query.per_page, container);
      const depth = depthFor(new Set(query.include));
      const found = await container.catalog.products.findRelated({ slug: params.slug, limit: query.per_page, depth });
      if (!found) return movedProduct(params.slug, { products: container.catalog.products, suffix: '/related' });
      const { records, ...about } = found;
      const context = await listContext(query.include, container);
      return {
        kind: 'found',
        body: { products: records.map((record) => presentListItem(record, context)) },
        ...shownBy(
          query.include,
          {
            surrogateKeys: keysOfProductList(records),
            content: contentOfRelated({ ...about, shown: idsOf(records) }),
          },
          container,
        ),
      };
    },
    respondInMarket: ({ params: { slug }, query: { include, per_page: limit }, reading }, container) =>
      relatedInMarket(reading, { slug, include, limit }, container),
  }),
});

/** Whether nothing is included; that response is precomputed. */
function isPlain({ include }: { include?: readonly ProductGroup[] | undefined }): boolean {
  return include === undefined || include.length === 0;
}

async function preparedList(query: ProductListQuery, container: Container) {
  const request = listRequestOf(query);
  const { items, total } = await container.catalog.prepared.list(request, {
    productPageAddress: await productPages(container),
  });
  return {
    kind: 'prepared' as const,
    json: pageJson(textsOf(items), { total, pageSize: query.per_page }),
    ...shownBy(
      undefined,
      { surrogateKeys: keysOfProductList(items), content: contentOfProductList(request, idsOf(items)) },
      container,
    ),
  };
}

async function preparedRelated(slug: string, limit: number, container: Container) {
  const { catalog } = container;
  const presentation = { productPageAddress: await productPages(container) };
  const found = await catalog.prepared.findRelated({ slug, limit }, presentation);
  if (!found) return movedProduct(slug, { products: catalog.products, suffix: '/related' });
  const { items, ...about } = found;
  const content = contentOfRelated({ ...about, shown: idsOf(items) });
  return {
    kind: 'prepared' as const,
    json: ['{"products":[', ...separated(textsOf(items)), ']}'],
    ...shownBy(undefined, { surrogateKeys: keysOfProductList(items), content }, container),
  };
}

function textsOf(items: readonly PreparedItem[]): string[] {
  return items.map(({ json }) => json);
}

function idsOf(shown: readonly { id: number }[]): number[] {
  return shown.map(({ id }) => id);
}

/** The context of list items; the store's facts are read only where they are shown. */
async function listContext(include: Include, container: Container) {
  const facts = showsStore(include ?? [], container) ? await container.storeFacts.read() : null;
  return productContext({ include: include ?? [], facts, container });
}

/** The dependencies of a list, with the store's facts if it shows them. */
function shownBy(
  include: Include,
  list: { surrogateKeys: string[]; content: ListContent },
  container: Pick<Container, 'restSettings'>,
) {
  if (!showsStore(include ?? [], container)) return list;
  return { surrogateKeys: [...list.surrogateKeys, ...keysOfStore()], content: withStore(list.content) };
}

type Include = readonly IncludeGroup[] | undefined;

/** The redirect to the current slug of a product that no longer has this one. */
async function movedProduct(slug: string, { products, suffix }: { products: ProductReader; suffix: string }) {
  const current = await products.findCurrentSlug(slug);
  if (current === null) throw new RestError('product_not_found', 'There is no product with this slug.');
  return {
    kind: 'moved' as const,
    path: `/products/${encodeURIComponent(current)}${suffix}`,
    surrogateKeys: ['products'],
  };
}
