import type { ProductListQuery } from '../../../contracts/rest/products';
import type { ProductGroup } from '../../../contracts/rest/parameters';
import { contentOfProductList, contentOfRelated, keysOfProductList } from '../catalog/responses';
import { depthFor, presentListItem, type ProductViewContext } from '../catalog/views';
import type { Container } from '../container';
import type { MarketReading } from '../http/rest-action';
import { RestError } from '../http/rest-errors';
import { inPieces } from '../lib/in-pieces';
import { listRequestOf } from './product-list-request';
import { listJson, pageJson } from './list-json';
import { type MarketScope, scopeOfMarket } from './market-scope';
import { productContext } from './product-context';
import { productPageOf } from './product-page-response';

// With all groups, these take about two milliseconds.
const recordsAtOnce = 10;

type Include = readonly ProductGroup[] | undefined;

/** A page of the products that a further market sells, with the context of their views. */
export async function pageInMarket(reading: MarketReading, query: ProductListQuery, container: Container) {
  const scope = await scopeOfMarket(reading, container);
  const request = listRequestOf(query);
  const { records, total } = await container.catalog.marketProducts.list(scope.side, request);
  return { request, records, total, context: contextIn(reading, { include: query.include, scope, container }) };
}

/** The same as a response (behavior 14.4). */
export async function listInMarket(reading: MarketReading, query: ProductListQuery, container: Container) {
  const request = listRequestOf(query);
  const { shown, json, total } =
    (await preparedInMarket(reading, query, container)) ?? (await recordsInMarket(reading, query, container));
  return {
    kind: 'prepared' as const,
    json: pageJson(json, { total, pageSize: query.per_page }),
    surrogateKeys: keysOfProductList(shown),
    content: contentOfProductList(
      request,
      shown.map(({ id }) => id),
    ),
  };
}

/** Null if the response must be made from records: with groups, or where the reader has nothing prepared. */
async function preparedInMarket(reading: MarketReading, query: ProductListQuery, container: Container) {
  if (query.include !== undefined && query.include.length > 0) return null;
  const scope = await scopeOfMarket(reading, container);
  const { productPageAddress } = contextIn(reading, { include: undefined, scope, container });
  const request = listRequestOf(query);
  const found = await container.catalog.marketProducts.listPrepared(scope.side, request, { productPageAddress });
  return found && { shown: found.items, json: found.items.map(({ json }) => json), total: found.total };
}

async function recordsInMarket(reading: MarketReading, query: ProductListQuery, container: Container) {
  const { records, total, context } = await pageInMarket(reading, query, container);
  const pieces = inPieces(records, { size: recordsAtOnce, loop: container.readingLoop });
  return { ...(await listJson(pieces, context)), total };
}

/** One product in a further market. */
export async function readInMarket(
  reading: MarketReading,
  { slug, include }: { slug: string; include: Include },
  container: Container,
) {
  const scope = await scopeOfMarket(reading, container);
  const record = await container.catalog.marketProducts.findBySlug(scope.side, slug);
  if (!record) return movedInMarket(reading, { slug, suffix: '' }, container);
  const { findBreadcrumbs, marketProducts } = container.catalog;
  const page = await productPageOf(
    record,
    { include: include ?? [], context: contextIn(reading, { include, scope, container }) },
    {
      ...container.extraReaders,
      findBreadcrumbs: (ids) => findBreadcrumbs(ids, scope.side),
      findRelated: (request) => marketProducts.findRelated(scope.side, request),
    },
  );
  return { kind: 'found' as const, ...page };
}

/** The related products that the market sells. */
export async function relatedInMarket(
  reading: MarketReading,
  { slug, include, limit }: { slug: string; include: Include; limit: number },
  container: Container,
) {
  const scope = await scopeOfMarket(reading, container);
  const request = { slug, limit, depth: depthFor(new Set(include)) };
  const found = await container.catalog.marketProducts.findRelated(scope.side, request);
  if (!found) return movedInMarket(reading, { slug, suffix: '/related' }, container);
  const { records, ...about } = found;
  const context = contextIn(reading, { include, scope, container });
  return {
    kind: 'found' as const,
    body: { products: records.map((record) => presentListItem(record, context)) },
    surrogateKeys: keysOfProductList(records),
    content: contentOfRelated({ ...about, shown: records.map(({ id }) => id) }),
  };
}

async function movedInMarket(
  { parts }: MarketReading,
  { slug, suffix }: { slug: string; suffix: string },
  { catalog }: Container,
) {
  const current = await catalog.marketProducts.findCurrentSlug(parts, slug);
  if (current === null) throw new RestError('product_not_found', 'There is no product with this slug in this market.');
  const path = `/products/${encodeURIComponent(current)}${suffix}`;
  return { kind: 'moved' as const, path, surrogateKeys: ['products'] };
}

function contextIn(
  { market }: MarketReading,
  { include, scope: { facts }, container }: { include: Include; scope: MarketScope; container: Container },
): ProductViewContext {
  return productContext({ include: include ?? [], facts, market, container });
}
