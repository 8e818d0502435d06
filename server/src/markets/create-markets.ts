import type { Database } from '../database/database';
import { transact } from '../database/transact';
import type { Clock } from '../lib/clock';
import { createUpstreamAssignments } from '../upstream/assignments-client';
import { createPriceReader } from '../upstream/price-reader';
import { createUpstreamCatalog } from '../upstream/upstream-catalog-client';
import type { UpstreamHttp } from '../upstream/upstream-http';
import type { DrawVersion } from '../upstream/versioned-read';
import { createKnexCategories } from './knex-categories';
import { createKnexMembers } from './knex-members';
import { createKnexPartPasses } from './knex-part-passes';
import { createKnexPricedProducts } from './knex-priced-products';
import { createKnexPrices } from './knex-prices';
import type { Market } from './market-parts';
import { passMarkets, type PartReport } from './pass-market';
import type { PassTrust } from './pass-listing';
import type { PassTools } from './pass-tools';

export interface MarketsParts {
  database: Database;
  clock: Clock;
  drawVersion: DrawVersion;
  /** Strapi's table of cached products. */
  productTable: string;
  removalLimit: () => PassTools['removalLimit'];
  /** Whose prices are read and written together; 200 when absent. */
  productsPerPage?: number;
}

// So many that the last request of a page, which is seldom full, does not matter.
const usualPage = 200;

/** Joins what keeps the markets. */
export function createMarkets({
  database,
  clock,
  drawVersion,
  productTable,
  removalLimit,
  productsPerPage = usualPage,
}: MarketsParts) {
  const passes = createKnexPartPasses({ database, drawVersion, clock });
  const members = createKnexMembers(database);
  const categories = createKnexCategories(database);
  const prices = createKnexPrices(database);
  const products = createKnexPricedProducts({ database, productTable });

  return {
    passes,
    members,
    categories,
    prices,
    /** Passes over these markets, as the store has them at this address. */
    pass(
      markets: readonly Market[],
      { http, signal, trust }: { http: UpstreamHttp; signal: AbortSignal; trust?: PassTrust },
    ): Promise<PartReport[]> {
      const tools: PassTools = {
        passes,
        members,
        categories,
        prices,
        products,
        assignments: createUpstreamAssignments({ http, drawVersion }),
        trees: createUpstreamCatalog({ http, drawVersion, yieldIfDue: async () => undefined }),
        pricesOf: (context) => createPriceReader({ http, drawVersion, context, signal }),
        transaction: (work) => transact(database, work),
        clock,
        signal,
        productsPerPage,
        removalLimit: removalLimit(),
      };
      return passMarkets(tools, markets, trust);
    },
  };
}

export type Markets = ReturnType<typeof createMarkets>;
