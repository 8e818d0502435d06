import type { Core } from '@strapi/strapi';
import type { Container } from '../container';
import type { MarketReading } from '../http/rest-action';
import { asStrapiError } from '../http/strapi-errors';
import { createCatalogQueries } from './catalog-queries';
import { createMarketQueries } from './market-queries';
import { createReadingOfQuery, type QueryContext } from './market-reading';
import type { Arguments } from './query-arguments';
import { queriesPerMarketRead } from './request-budget';
import { createRequestReads, type RequestReads } from './request-reads';
import { createRequestShares, type RequestShares } from './request-shares';
import type { OperationInfo, ProductNeed } from './requested-fields';

/** A resolver, as GraphQL calls it. */
export type Resolver = (
  ...called: [parent: unknown, given: Arguments, context: QueryContext, info: OperationInfo]
) => Promise<unknown>;

export interface CatalogFields {
  queries: ReturnType<typeof createCatalogQueries>;
  readsOf: (context: QueryContext, info: OperationInfo) => RequestReads;
  /** For the whole site: ends the reads that a request has opened. */
  middleware: RequestShares['middleware'];
}

/** One query, in the default market and in further ones. */
interface MarketsQuery {
  /** How many products it may return. */
  most: (given: Arguments) => number;
  read: (given: Arguments, need: ProductNeed) => Promise<unknown>;
  readInMarket: (reading: MarketReading, given: Arguments, need: ProductNeed) => Promise<unknown>;
}

const mostOf = ({ perPage }: Arguments): number => (typeof perPage === 'number' ? Math.max(perPage, 1) : 10);

/** The queries of the catalog, by name. */
export function createCatalogFields(
  strapi: Core.Strapi,
  containerOf: () => Container,
): CatalogFields & { query: Record<string, Resolver> } {
  const queries = createCatalogQueries(containerOf);
  const inMarkets = createMarketQueries(containerOf);
  const shares = createRequestShares(() => containerOf().readShares);
  const readsOf = createRequestReads(containerOf, shares);
  const readingOf = createReadingOfQuery(strapi, containerOf);

  const resolving =
    ({ most, read, readInMarket }: MarketsQuery): Resolver =>
    async (...[, given, context, info]) => {
      const { need, spend, present } = readsOf(context, info);
      spend({ queries: 1, products: most(given) });
      const reading = await readingOf(given, { context, info });
      if (!reading) return present(await read(given, need), info);
      spend({ queries: queriesPerMarketRead - 1, products: 0 });
      await containerOf().responses.catchUp();
      const found = await readInMarket(reading, given, need).catch((error: unknown) => {
        throw asStrapiError(error);
      });
      return present(found, info);
    };
  const none = () => 0;

  return {
    queries,
    readsOf,
    middleware: shares.middleware,
    query: {
      commerceProducts: resolving({ most: mostOf, read: queries.products, readInMarket: inMarkets.products }),
      commerceProduct: resolving({ most: () => 1, read: queries.product, readInMarket: inMarkets.product }),
      commerceBrands: resolving({ most: none, read: queries.brands, readInMarket: inMarkets.brands }),
      commerceBrand: resolving({ most: none, read: queries.brand, readInMarket: inMarkets.brand }),
      commerceCollections: resolving({ most: none, read: queries.collections, readInMarket: inMarkets.collections }),
    },
  };
}
