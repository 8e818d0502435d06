import type { Database, Transaction } from '../database/database';
import { transact } from '../database/transact';
import type { Clock } from '../lib/clock';
import { createUpstreamAssignments } from '../upstream/assignments-client';
import type { ChannelStorefront } from '../upstream/channel-storefront';
import { createPriceReader } from '../upstream/price-reader';
import { createTextReader, type TextSubject } from '../upstream/texts-reader';
import { createUpstreamCatalog } from '../upstream/upstream-catalog-client';
import type { RequestPriority, UpstreamHttp } from '../upstream/upstream-http';
import type { DrawVersion } from '../upstream/versioned-read';
import { createKnexCategories } from './knex-categories';
import { createKnexMembers } from './knex-members';
import { createKnexNamedIds } from './knex-named-ids';
import { createKnexPartPasses } from './knex-part-passes';
import { createKnexPricedProducts } from './knex-priced-products';
import { createKnexPrices } from './knex-prices';
import { createKnexPartStates, requireKnexParts } from './knex-part-states';
import { createKnexTexts } from './knex-texts';
import type { Market, MarketPart, TextsPart } from './market-parts';
import { passMarkets, passPart, type PartReport } from './pass-market';
import type { PassTrust } from './pass-listing';
import type { PassTools } from './pass-tools';
import { type Refresh, refreshProducts } from './refresh-products';

/** Where the texts of markets come from. */
export interface TextSources {
  /** Strapi's table of cached brands. */
  brandTable: string;
  storefrontOf(channelId: number): ChannelStorefront;
  /** The store's own locale, in which the catalog has them; null when the store has not said yet. */
  storeLocale(): Promise<string | null>;
}

/** One pass, over the store at an address. */
export interface MarketsPass {
  http: UpstreamHttp;
  signal: AbortSignal;
  trust?: PassTrust | undefined;
}

/** Some products, in these markets, as the store at an address has them. */
export interface ProductsRefresh extends Pick<MarketsPass, 'http' | 'signal'> {
  markets: readonly Market[];
  productIds: readonly number[];
  /** The names of parts that are not asked for. */
  leaveOut: ReadonlySet<string>;
  /** Called first in each transaction that writes. */
  hold(transaction: Transaction): Promise<void>;
}

/** How the store is asked. */
type PassAccess = Pick<MarketsPass, 'http' | 'signal'> & { priority?: RequestPriority };

export interface MarketsParts {
  database: Database;
  clock: Clock;
  drawVersion: DrawVersion;
  /** Strapi's table of cached products. */
  productTable: string;
  /** Where texts are read; they are left out when absent. */
  texts?: TextSources;
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
  texts: sources,
  removalLimit,
  productsPerPage = usualPage,
}: MarketsParts) {
  const passes = createKnexPartPasses({ database, drawVersion, clock });
  const members = createKnexMembers(database);
  const categories = createKnexCategories(database);
  const prices = createKnexPrices(database, clock);
  const texts = createKnexTexts(database);

  /** How texts are read in one pass. */
  async function textsOf({ brandTable, storefrontOf, storeLocale }: TextSources, signal: AbortSignal) {
    return {
      storeLocale: await storeLocale(),
      texts,
      ids: createKnexNamedIds(database, { productTable, brandTable }),
      readerOf: (of: TextSubject, { channelId, locale }: TextsPart) =>
        createTextReader({ storefront: storefrontOf(channelId), drawVersion, of, locale, signal }),
    };
  }

  const textsIn = async (signal: AbortSignal) => (sources ? textsOf(sources, signal) : null);
  const products = createKnexPricedProducts({ database, productTable });

  const toolsFor = ({ http, signal, priority }: PassAccess): PassTools => ({
    passes,
    members,
    categories,
    prices,
    products,
    assignments: createUpstreamAssignments({ http, drawVersion }),
    trees: createUpstreamCatalog({ http, drawVersion, yieldIfDue: async () => undefined }),
    pricesOf: (context) => createPriceReader({ http, drawVersion, context, signal, priority }),
    transaction: (work) => transact(database, work),
    clock,
    signal,
    productsPerPage,
    removalLimit: removalLimit(),
  });

  return {
    passes,
    members,
    categories,
    prices,
    texts,
    partStates: createKnexPartStates(database),
    /** Passes over these markets, as the store has them at this address. */
    pass: async (markets: readonly Market[], pass: MarketsPass): Promise<PartReport[]> =>
      passMarkets(toolsFor(pass), markets, {
        trust: pass.trust,
        texts: await textsIn(pass.signal),
      }),
    /** Passes over one part. */
    passPart: async (part: MarketPart, pass: MarketsPass): Promise<PartReport> =>
      passPart(toolsFor(pass), part, { trust: pass.trust, texts: await textsIn(pass.signal) }),
    /** Which markets need texts of their own: those in another locale than the store's; null: none, they are left out. */
    textNeeds: async () => (sources ? { storeLocale: await sources.storeLocale() } : null),
    /** Reads some products anew. @throws the signal's reason */
    refreshProducts: (refresh: ProductsRefresh): Promise<Refresh> =>
      refreshIn(database, toolsFor({ ...refresh, priority: 'high' }), refresh),
  };
}

async function refreshIn(database: Database, tools: PassTools, { hold, ...asked }: ProductsRefresh): Promise<Refresh> {
  const states = await createKnexPartStates(database).list();
  const transaction: PassTools['transaction'] = (work) =>
    transact(database, async (opened) => {
      await hold(opened);
      return work(opened);
    });
  const knownParts = new Map(states.map(({ id, name }) => [name, id]));
  return refreshProducts({ ...tools, transaction, knownParts, requireParts: requireKnexParts }, asked);
}

export type Markets = ReturnType<typeof createMarkets>;
