import type { Database, Transaction } from '../database/database';
import type { DatabaseClock } from '../database/database-clock';
import type { Clock } from '../lib/clock';
import type { WorkScheduler } from '../lib/work-scheduler';
import { createUpstreamAssignments } from '../upstream/markets/assignments-client';
import type { ChannelStorefront } from '../upstream/markets/channel-storefront';
import { createPriceReader } from '../upstream/markets/price-reader';
import { createTextReader, type TextSubject } from '../upstream/markets/texts-reader';
import { createUpstreamCatalog } from '../upstream/upstream-catalog-client';
import type { RequestPriority, UpstreamHttp } from '../upstream/http/upstream-http';
import type { DrawVersion } from '../upstream/reading/versioned-read';
import { createDryParts } from './dry-parts';
import { createKnexCategories } from './knex-categories';
import { createKnexMarketChanges } from './knex-market-changes';
import { createKnexPartRemovals } from './knex-part-removals';
import { notingWriters, type PartChanges } from './knex-part-changes';
import { createKnexMembers } from './knex-members';
import { createKnexNamedIds } from './knex-named-ids';
import { createKnexPartDeletion } from './knex-part-deletion';
import { createKnexPartVerification } from './knex-part-verification';
import { createKnexPartPasses } from './knex-part-passes';
import { createKnexPricedProducts } from './knex-priced-products';
import { createKnexPrices } from './knex-prices';
import { createKnexPartStates, dependentKnexParts, requireKnexParts } from './knex-part-states';
import { createKnexTexts } from './knex-texts';
import { createKnexVariantProducts } from './knex-variant-products';
import type { Market, MarketPart, TextsPart } from './market-parts';
import type { PassReport } from './part-pass';
import { passMarkets, passPart, type PartReport, type TextsOfMarkets } from './pass-market';
import type { PassTrust } from './pass-listing';
import type { PassTools } from './pass-tools';
import { createKnexStaleProducts, type StaleProduct } from './knex-stale-products';
import { type RefreshedPart, refreshPart, type RefreshTools } from './refresh-part';

/** Where the texts of markets come from. */
export interface TextSources {
  /** Strapi's table of cached brands. */
  brandTable: string;
  storefrontOf(channelId: number): ChannelStorefront;
  /** The store's own locale, that of the catalog's texts; null while unknown. */
  storeLocale(): Promise<string | null>;
}

/** One pass, over the store at an address. */
export interface MarketsPass {
  http: UpstreamHttp;
  signal: AbortSignal;
  trust?: PassTrust | undefined;
}

/** How stale products of a part are reread from the store at an address. */
export interface ProductsRefresh extends Pick<MarketsPass, 'http' | 'signal'>, Pick<RefreshTools, 'knownParts'> {
  /** Called first in each transaction that writes. */
  hold(transaction: Transaction): Promise<void>;
}

/** How a pass accesses the store. */
type PassAccess = Pick<MarketsPass, 'http' | 'signal'> & { priority?: RequestPriority };

export interface MarketsParts {
  database: Database;
  /** The clock that the site's instances share. */
  databaseClock: DatabaseClock;
  clock: Clock;
  /** What is notified of changes. */
  changes: PartChanges;
  /** Lets shoppers' requests run between writes. */
  workScheduler: Pick<WorkScheduler, 'paced' | 'yieldIfDue'>;
  drawVersion: DrawVersion;
  /** Strapi's table of cached products. */
  productTable: string;
  /** Where texts are read from; they are not read when absent. */
  texts?: TextSources;
  removalLimit: () => PassTools['removalLimit'];
  /** Products whose prices are read and written together; 200 when absent. */
  productsPerPage?: number;
}

// Large enough that the last request of a page, which is seldom full, does not matter.
const usualPage = 200;

/** Joins what reads, stores, and verifies the markets. */
export function createMarkets({
  database,
  clock,
  databaseClock,
  changes,
  workScheduler,
  drawVersion,
  productTable,
  texts: sources,
  removalLimit,
  productsPerPage = usualPage,
}: MarketsParts) {
  const { texts, ...written } = notingWriters(
    {
      passes: createKnexPartPasses({ database, drawVersion, clock }),
      members: createKnexMembers(database),
      categories: createKnexCategories(database),
      prices: createKnexPrices(database, clock),
      texts: createKnexTexts(database),
    },
    changes,
  );
  const stale = createKnexStaleProducts({ database, clock: databaseClock });

  const textsIn = async (signal: AbortSignal) =>
    sources ? textsOf({ database, productTable, drawVersion, texts }, sources, signal) : null;
  const stored = {
    ...written,
    products: createKnexPricedProducts({ database, productTable }),
    partRemovals: createKnexPartRemovals({ clock: databaseClock, limit: removalLimit }),
  };

  const transaction: PassTools['transaction'] = (work) => workScheduler.paced(() => changes.transaction(work));
  const toolsFor = (access: PassAccess): PassTools => ({
    ...stored,
    ...readersOf(access, { drawVersion, yieldIfDue: () => workScheduler.yieldIfDue() }),
    drawVersion,
    transaction,
    clock,
    productsPerPage,
    removalLimit: removalLimit(),
  });

  return {
    ...stored,
    texts,
    partStates: createKnexPartStates(database),
    ...createPassing({ toolsFor, textsIn, drawVersion }),
    /** The store's locale: only markets in another one need their own texts. Null: no texts are read. */
    textNeeds: async () => (sources ? { storeLocale: await sources.storeLocale() } : null),
    stale,
    refreshPart: createPartRefresh({ toolsFor, textsIn, stale, transaction }),
    ...createUpkeep({ ...written, database, clock: databaseClock, productTable, texts, changes }),
  };
}

/** What passes work with. */
interface PassAccessors {
  toolsFor: (access: PassAccess) => PassTools;
  textsIn: (signal: AbortSignal) => Promise<TextsOfMarkets | null>;
}

/** Passes over markets and their parts. */
function createPassing({ toolsFor, textsIn, drawVersion }: PassAccessors & { drawVersion: DrawVersion }) {
  return {
    /** Passes over these markets, read from the store at this address. */
    pass: async (markets: readonly Market[], pass: MarketsPass): Promise<PartReport[]> =>
      passMarkets(toolsFor(pass), markets, {
        trust: pass.trust,
        texts: await textsIn(pass.signal),
      }),
    /** Passes over one part. */
    passPart: async (part: MarketPart, pass: MarketsPass): Promise<PartReport> =>
      passPart(toolsFor(pass), part, { trust: pass.trust, texts: await textsIn(pass.signal) }),
    /**
     * Passes over parts, but rolls back each write; passes over one channel see each other's results (behavior 5.10).
     */
    dryPasses: async (pass: MarketsPass): Promise<(part: MarketPart) => Promise<PartReport>> => {
      const dry = createDryParts(toolsFor(pass), drawVersion);
      const texts = await textsIn(pass.signal);
      return (part) => passPart(dry.tools, part, { trust: pass.trust, texts: texts && dry.texts(texts) });
    },
  };
}

function createPartRefresh({
  toolsFor,
  textsIn,
  stale,
  transaction,
}: Pick<RefreshTools, 'stale' | 'transaction'> & PassAccessors) {
  /**
   * Rereads some stale products of a part, see `refreshPart`.
   * @throws what it throws
   */
  return async (
    refresh: ProductsRefresh,
    part: RefreshedPart,
    products: readonly StaleProduct[],
  ): Promise<PassReport['failures']> => {
    const tools = { ...toolsFor({ ...refresh, priority: 'high' }), stale, texts: await textsIn(refresh.signal) };
    return refreshPart({ ...tools, ...refreshToolsOf(refresh, transaction) }, part, products);
  };
}

/** The readers of the store. */
function readersOf(
  { http, signal, priority }: PassAccess,
  { drawVersion, yieldIfDue }: { drawVersion: DrawVersion; yieldIfDue: () => Promise<void> },
): Pick<PassTools, 'assignments' | 'trees' | 'pricesOf' | 'signal'> {
  return {
    assignments: createUpstreamAssignments({ http, drawVersion }),
    trees: createUpstreamCatalog({ http, drawVersion, yieldIfDue }),
    pricesOf: (context, control) => createPriceReader({ http, drawVersion, context, signal, priority, control }),
    signal,
  };
}

/** Waiting changes, deletion, and verification. */
function createUpkeep({
  clock,
  productTable,
  changes,
  ...stored
}: { clock: DatabaseClock; productTable: string; changes: PartChanges } & Parameters<
  typeof createKnexPartVerification
>[0]) {
  const { database } = stored;
  return {
    /** Changes that webhooks reported. */
    changes: createKnexMarketChanges({ database, clock }),
    productsOfVariants: createKnexVariantProducts({ database, productTable }),
    deletion: createKnexPartDeletion(database, changes),
    verification: createKnexPartVerification(stored),
  };
}

interface TextParts extends Pick<MarketsParts, 'database' | 'productTable' | 'drawVersion'> {
  texts: ReturnType<typeof createKnexTexts>;
}

/** How texts are read in one pass. */
async function textsOf(
  { database, productTable, drawVersion, texts }: TextParts,
  { brandTable, storefrontOf, storeLocale }: TextSources,
  signal: AbortSignal,
) {
  return {
    storeLocale: await storeLocale(),
    texts,
    ids: createKnexNamedIds(database, { productTable, brandTable }),
    readerOf: (of: TextSubject, { channelId, locale }: TextsPart, control?: number) =>
      createTextReader({ storefront: storefrontOf(channelId), drawVersion, of, locale, signal, control }),
  };
}

/** What a refresh needs in addition to the tools of passes. */
function refreshToolsOf({ knownParts, hold }: ProductsRefresh, run: PassTools['transaction']) {
  return {
    knownParts,
    requireParts: requireKnexParts,
    dependentParts: dependentKnexParts,
    transaction: <Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> =>
      run(async (transaction) => {
        await hold(transaction);
        return work(transaction);
      }),
  };
}

export type Markets = ReturnType<typeof createMarkets>;
