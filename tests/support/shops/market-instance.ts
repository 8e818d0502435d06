import { createReadVersions } from '../../../server/src/catalog/writing/knex-read-versions';
import { createMachineClock } from '../../../server/src/database/database-clock';
import { createKnexLeaseStore } from '../../../server/src/database/knex-lease-store';
import { createKnexStateStore } from '../../../server/src/database/knex-state-store';
import type { FurtherMarket } from '../../../server/src/markets/site-markets';
import { createMarketFreshness } from '../../../server/src/sync/markets/market-freshness';
import { createMarketPassMemory } from '../../../server/src/sync/markets/market-pass-memory';
import { createMarketPasses } from '../../../server/src/sync/markets/market-passes';
import { createQuietLogger } from '../quiet-logger';
import type { ManualClock } from '../time/clocks';
import { eventually } from '../time/eventually';
import { extrasParts } from './extras-parts';
import type { MarketBench } from './market-bench';

const never = new AbortController().signal;

/** An instance of a site whose only further market is this one: what it does after events, and when it is to read it. */
export function marketInstance(bench: MarketBench, { market, time }: { market: FurtherMarket; time: ManualClock }) {
  const { database, markets, http, simulator } = bench;
  const drawVersion = () => createReadVersions(database).draw();
  const memory = createMarketPassMemory({ state: createKnexStateStore(database), drawVersion });
  const siteMarkets = { further: () => [market] };
  const freshness = createMarketFreshness({
    ...extrasParts({ database, simulator, access: { http: () => http }, clock: time, drawVersion }),
    siteMarkets,
    markets,
    memory,
  });

  async function passUntilIdle(): Promise<void> {
    const passes = createMarketPasses({
      siteMarkets,
      markets,
      memory,
      openStore: async () => http,
      learnCurrencies: async () => undefined,
      exclusively: async (work) => ({ kind: 'done', result: await work(never) }),
      leases: createKnexLeaseStore({ database, clock: createMachineClock({ database, clock: time }) }),
      newId: () => 'a holder',
      cleanUp: async () => undefined,
      clock: time,
      logger: createQuietLogger(),
    });
    void passes.watch();
    await eventually(() => passes.isIdle());
    await passes.stop();
  }

  return {
    drawVersion,

    /** Has events concern these products. */
    mark: (productIds: readonly number[]) => freshness.mark(productIds),

    /** Reads what is due now. */
    async refresh(): Promise<void> {
      while ((await markets.stale.nextDue()) === 0) await freshness.refreshSome(never);
    },

    /** Reads what is due now, and what is to be looked at again. */
    async settle(): Promise<void> {
      for (let wait = await markets.stale.nextDue(); wait !== null; wait = await markets.stale.nextDue()) {
        await time.advance(wait);
        await freshness.refreshSome(never);
      }
    },

    /** Reads the market as after a full sync. */
    async sync(): Promise<void> {
      await memory.wantAll();
      await passUntilIdle();
    },

    /** Has an administrator confirm what the store says, and reads the market. */
    async approve(): Promise<void> {
      await memory.want(market.key, { confirms: true });
      await passUntilIdle();
    },

    /** Why parts of the market could not be read, by name. */
    async failures(): Promise<Record<string, string>> {
      return Object.fromEntries([...(await memory.failed())].map(([name, { code }]) => [name, code]));
    },
  };
}
