import type { Container } from '../container';
import { createCatalogQueries } from './catalog-queries';
import { createRequestReads, type RequestReads } from './request-reads';
import type { OperationInfo } from './requested-fields';

/** As GraphQL calls it. */
export type Resolver = (
  ...called: [parent: unknown, given: Readonly<Record<string, unknown>>, context: object, info: OperationInfo]
) => Promise<unknown>;

export interface CatalogFields {
  queries: ReturnType<typeof createCatalogQueries>;
  readsOf: (context: object, info: OperationInfo) => RequestReads;
}

const mostOf = (perPage: unknown): number => (typeof perPage === 'number' ? Math.max(perPage, 1) : 10);

/** The queries of the catalog, by name. */
export function createCatalogFields(containerOf: () => Container): CatalogFields & { query: Record<string, Resolver> } {
  const queries = createCatalogQueries(containerOf);
  const readsOf = createRequestReads(containerOf);
  const spending =
    (products: (given: Readonly<Record<string, unknown>>) => number, resolve: Resolver): Resolver =>
    async (...[parent, given, context, info]) => {
      readsOf(context, info).spend({ queries: 1, products: products(given) });
      return resolve(parent, given, context, info);
    };
  const none = () => 0;

  return {
    queries,
    readsOf,
    query: {
      commerceProducts: spending(
        ({ perPage }) => mostOf(perPage),
        async (...[, given, context, info]) => queries.products(given, readsOf(context, info).need),
      ),
      commerceProduct: spending(
        () => 1,
        async (...[, given, context, info]) => queries.product(given, readsOf(context, info).need),
      ),
      commerceBrands: spending(none, async (...[, given]) => queries.brands(given)),
      commerceBrand: spending(none, async (...[, given]) => queries.brand(given)),
      commerceCollections: spending(none, async (...[, given]) => queries.collections(given)),
    },
  };
}
