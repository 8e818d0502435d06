import { milliseconds } from '../../../server/src/lib/durations';
import { createReadVersions } from '../../../server/src/catalog/writing/knex-read-versions';
import { createDatabaseClock, createMachineClock } from '../../../server/src/database/database-clock';
import { tables } from '../../../server/src/database/tables';
import { createMarkets } from '../../../server/src/markets/create-markets';
import type { ProductPrices } from '../../../server/src/markets/knex-prices';
import type { Market } from '../../../server/src/markets/market-parts';
import { distinctParts, type PartReport } from '../../../server/src/markets/pass-market';
import type { PassTrust } from '../../../server/src/markets/pass-listing';
import { createUpstreamAccess } from '../../../server/src/upstream/upstream-access';
import { createChannelStorefronts } from '../../../server/src/storefront/channel-storefronts';
import { createMemoryRequestLimits } from '../../../server/src/storefront/memory-request-limits';
import { mintPrivateToken } from '../../../server/src/upstream/storefront-tokens-client';
import { startSimulator } from '../../../simulator/src/server';
import { openOwnTables } from '../databases/own-tables';
import type { TestDatabase } from '../databases/test-databases';
import { unannouncedChanges } from '../databases/unannounced-changes';
import { createQuietLogger } from '../quiet-logger';
import { HastyClock, type ManualClock } from '../time/clocks';
import { idleScheduler } from '../time/idle-scheduler';

const productTable = 'some_products';
const brandTable = 'some_brands';

/** Options of a pass in a test. */
interface PassOptions {
  /** The process dies after this many requests. */
  diesAfter?: number;
  trust?: PassTrust;
}

/** A clock that runs a callback while somebody waits. */
class BusyClock extends HastyClock {
  whileWaiting: () => Promise<void> = async () => undefined;

  override async wait(...waited: Parameters<HastyClock['wait']>): Promise<void> {
    await super.wait(...waited);
    await this.whileWaiting();
  }
}

interface BenchOptions {
  database?: TestDatabase;
  productsPerPage?: number;
  /** In place of the database's clock, for tests that move the time. */
  time?: ManualClock;
}

/** A simulated store without products, and a site's tables, which `copyCatalog` fills with the catalog. */
export async function openMarketBench(options: BenchOptions = {}) {
  const simulator = await startSimulator({ products: 0, quota: 0 });
  const own = await openOwnTables(options.database);
  const clock = new BusyClock();
  const access = createUpstreamAccess({ clock, random: () => 0, logger: createQuietLogger() });
  const connection = {
    apiUrl: simulator.url,
    storeHash: simulator.account.storeHash,
    accessToken: simulator.account.accessToken,
  };
  const tokenOf = async ({ channelId }: { channelId: number }) => {
    const mintedAt = new Date();
    const expiresAt = new Date(mintedAt.getTime() + 3_600_000);
    return { value: await mintPrivateToken(access.http(connection), { channelId, expiresAt }), mintedAt, expiresAt };
  };
  const storefrontOf = createChannelStorefronts({
    targetOf: async (channelId) => ({
      connection,
      channelId,
      graphqlUrl: `${simulator.url}/store-${connection.storeHash}-${channelId}/graphql`,
      account: 'the account',
    }),
    tokensOf: () => ({ current: tokenOf, replace: tokenOf, confirm: () => undefined }),
    limits: createMemoryRequestLimits({ clock }),
    pauses: { note: () => undefined, ofSender: () => milliseconds(0) },
    forwardsAddresses: () => false,
    clientLimit: () => 20,
    transport: access.storefront(),
    knownSecrets: { redact: (text) => text, remember: () => undefined },
    clock,
    random: () => 0,
  });
  const markets = createMarkets({
    database: own.database,
    changes: unannouncedChanges(own.database),
    clock,
    databaseClock: options.time
      ? createMachineClock({ database: own.database, clock: options.time })
      : createDatabaseClock({ database: own.database, clock }),
    workScheduler: idleScheduler(),
    drawVersion: () => createReadVersions(own.database).draw(),
    productTable,
    removalLimit: () => ({ percent: 50, minimum: 20 }),
    texts: { brandTable, storefrontOf, storeLocale: async () => 'en' },
    ...(options.productsPerPage !== undefined && { productsPerPage: options.productsPerPage }),
  });
  await own.database.schema.createTable(productTable, (table) => {
    table.bigInteger('upstream_id').primary();
    table.text('variants');
    table.bigInteger('withdrawn_at');
  });
  await own.database.schema.createTable(brandTable, (table) => {
    table.bigInteger('upstream_id').primary();
    table.bigInteger('withdrawn_at');
  });

  return {
    simulator,
    markets,
    clock,
    database: own.database,
    http: access.http(connection),

    /** Writes to the catalog as a full run would. */
    async copyCatalog() {
      await own.database(productTable).delete();
      await own.database(brandTable).delete();
      for (const { id } of simulator.store.brands.all()) await own.database(brandTable).insert({ upstream_id: id });
      for (const id of simulator.store.products.ids()) {
        const variants = (simulator.store.products.get(id)?.variants ?? []).map((variant) => ({
          id: variant.id,
          options: variant.option_values,
        }));
        await own.database(productTable).insert({ upstream_id: id, variants: JSON.stringify(variants) });
      }
    },

    /** Passes over these markets in a separate process. */
    pass(wanted: readonly Market[], { diesAfter = Infinity, trust }: PassOptions = {}) {
      const process = new AbortController();
      let requests = 0;
      const onReport = () => {
        requests += 1;
        if (requests >= diesAfter) process.abort(new Error('died here'));
      };
      const http = access.http(connection, { onReport });
      return markets.pass(wanted, { http, signal: process.signal, ...(trust && { trust }) });
    },

    /** Performs dry passes over these markets. */
    async dryRun(wanted: readonly Market[], { trust }: Pick<PassOptions, 'trust'> = {}) {
      const signal = new AbortController().signal;
      const pass = await markets.dryPasses({ http: access.http(connection), signal, ...(trust && { trust }) });
      const reports: PartReport[] = [];
      for (const part of distinctParts(wanted, await markets.textNeeds())) reports.push(await pass(part));
      return reports;
    },

    /** The products that the channel sells, as stored. */
    async membersOf({ channelId }: Pick<Market, 'channelId'>): Promise<number[]> {
      const partId = await markets.passes.idOf({ kind: 'membership', channelId });
      const ids: unknown[] = await own
        .database(tables.marketMembers)
        .where({ part_id: partId })
        .orderBy('product_id')
        .pluck('product_id');
      return ids.map(Number);
    },

    /** Every price of the market, as stored. */
    async pricesOf({ channelId, currency, customerGroupId }: Market): Promise<ProductPrices[]> {
      const partId = await markets.passes.idOf({ kind: 'prices', channelId, currency, customerGroupId });
      const ids: unknown[] = await own
        .database(tables.marketPrices)
        .where({ part_id: partId })
        .orderBy('product_id')
        .pluck('product_id');
      return markets.prices.read(partId, ids.map(Number));
    },

    async close() {
      await access.close();
      await own.close();
      await simulator.close();
    },
  };
}

export type MarketBench = Awaited<ReturnType<typeof openMarketBench>>;
