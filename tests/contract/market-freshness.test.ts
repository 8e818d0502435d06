import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMachineClock } from '../../server/src/database/database-clock';
import { tables } from '../../server/src/database/tables';
import { transact } from '../../server/src/database/transact';
import { minutes, seconds } from '../../server/src/lib/durations';
import { createKnexPartStates } from '../../server/src/markets/knex-part-states';
import { createKnexStaleProducts, type StaleProducts } from '../../server/src/markets/knex-stale-products';
import { partName } from '../../server/src/markets/market-parts';
import { distinctParts } from '../../server/src/markets/pass-market';
import type { FurtherMarket } from '../../server/src/markets/site-markets';
import { createMarketFreshness, type MarketFreshness } from '../../server/src/sync/markets/market-freshness';
import { createUpstreamAccess, type UpstreamAccess } from '../../server/src/upstream/upstream-access';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { openSharedTables, type SharedTables } from '../support/databases/shared-tables';
import { databaseKinds } from '../support/databases/test-databases';
import { createQuietLogger } from '../support/quiet-logger';
import { whenAvailable } from '../support/requirements';
import { extrasParts } from '../support/shops/extras-parts';
import { HastyClock, ManualClock } from '../support/time/clocks';

const market: FurtherMarket = {
  key: 'de',
  name: 'Germany',
  channelId: 2,
  currency: 'EUR',
  locale: 'de',
  customerGroupId: null,
  isPublic: true,
};
const never = new AbortController().signal;

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`events about products of markets, on ${kind.name}`, (at) => {
    let own: SharedTables;
    let simulator: Simulator;
    let access: UpstreamAccess;
    let clock: ManualClock;
    let stale: StaleProducts;
    let partId = 0;
    beforeAll(async () => {
      own = await openSharedTables(await kind.create(at));
      access = createUpstreamAccess({ clock: new HastyClock(), random: () => 0, logger: createQuietLogger() });
      simulator = await startSimulator({ products: 1, quota: 0 });
    });
    afterAll(async () => {
      await access.close();
      await simulator.close();
      await own.close();
    });
    beforeEach(async () => {
      await own.empty([tables.marketStaleProducts, tables.marketParts]);
      clock = new ManualClock();
      stale = createKnexStaleProducts({
        database: own.database,
        clock: createMachineClock({ database: own.database, clock }),
      });
      const [prices] = distinctParts([market], null).filter((part) => part.kind === 'prices');
      if (!prices) throw new Error('the market has no prices');
      await own.database(tables.marketParts).insert({ name: partName(prices), kind: 'prices', channel_id: 2 });
      partId = Number(
        await own
          .database(tables.marketParts)
          .first('id')
          .then(({ id }) => id),
      );
    });

    let version = 0;
    type Read = (productIds: readonly number[]) => Promise<{ productId: number; reason: string }[]>;
    const freshnessWith = (
      read: Read,
      {
        further = [market],
        whileParted = async () => undefined,
      }: { further?: FurtherMarket[]; whileParted?: () => Promise<void> } = {},
    ) =>
      createMarketFreshness({
        ...extrasParts({ database: own.database, simulator, access, clock, drawVersion: async () => ++version }),
        siteMarkets: { further: () => further },
        markets: {
          stale,
          partStates: createKnexPartStates(own.database),
          textNeeds: async () => {
            await whileParted();
            return null;
          },
          refreshPart: (_tools, _part, products) => read(products.map(({ id }) => id)),
        },
        memory: {
          failed: async () => new Map(),
          noteUnread: async () => undefined,
          noteLeftOut: async () => undefined,
        },
      });
    const workOff = async (freshness: MarketFreshness) => {
      while ((await stale.nextDue()) === 0) await freshness.refreshSome(never);
    };

    test('are not forgotten when one comes while the last retry of an earlier one fails', async () => {
      let whileReading = async (): Promise<void> => undefined;
      const freshness = freshnessWith(async () => {
        await whileReading();
        return [{ productId: 7, reason: 'no price' }];
      });
      const waiting = async () => (await stale.due({ partId, limit: 10 })).map(({ id }) => id);
      const tryAfter = async (delay: number) => {
        await clock.advance(seconds(delay));
        await freshness.refreshSome(never);
      };
      await freshness.mark([7]);
      await tryAfter(0);
      await tryAfter(10);
      whileReading = () => freshness.mark([7]);
      await tryAfter(20);
      expect(await waiting()).toEqual([7]);
      whileReading = async () => undefined;
      await tryAfter(0);
      await tryAfter(10);
      await tryAfter(20);
      expect([await waiting(), await stale.nextDue()]).toEqual([[], null]);
    });

    test('are read at once when they come while reading for an earlier one fails', async () => {
      let reads = 0;
      const freshness = freshnessWith(async () => {
        reads += 1;
        if (reads === 1) await freshness.mark([7]);
        return [{ productId: 7, reason: 'no price' }];
      });
      await freshness.mark([7]);
      await freshness.refreshSome(never);
      expect(await stale.nextDue()).toBe(0);
      await freshness.refreshSome(never);
      expect([reads, await stale.nextDue()]).toEqual([2, 10_000]);
    });

    test('in a market that nobody needs are forgotten, but not one that comes while somebody restores it', async () => {
      const noRead: Read = () => Promise.reject(new Error('nothing is read'));
      const restored = freshnessWith(noRead);
      await restored.mark([7, 8]);
      const elsewhere = freshnessWith(noRead, { further: [], whileParted: () => restored.mark([8]) });
      await elsewhere.refreshSome(never);
      expect((await stale.due({ partId, limit: 10 })).map(({ id }) => id)).toEqual([8]);
      await freshnessWith(noRead, { further: [] }).refreshSome(never);
      expect(await stale.nextDue()).toBeNull();
    });

    test('that always spoils its request holds up none of the others, and is left to the next pass', async () => {
      const fresh = new Set<number>();
      const freshness = freshnessWith(async (productIds) => {
        if (productIds.includes(7)) throw new Error('upstream returned 500');
        for (const id of productIds) fresh.add(id);
        await transact(own.database, (transaction) =>
          stale.settle(transaction, { partId, productIds, readVersion: ++version }),
        );
        return [];
      });
      const others = Array.from({ length: 300 }, (_, place) => place + 1).filter((id) => id !== 7);
      await freshness.mark([...others, 7]);
      await workOff(freshness);
      expect([...fresh].sort((a, b) => a - b)).toEqual(others);

      // Once after its last retry: the store must have responded to another one in the meantime.
      for (const delay of [10, 20, 900]) {
        expect(await stale.nextDue()).not.toBeNull();
        await clock.advance(seconds(delay));
        await freshness.mark([1]);
        await workOff(freshness);
      }
      expect(await stale.nextDue()).toBeNull();
    });

    test('outlast an outage of the store, which is asked again every quarter of an hour', async () => {
      let isDown = true;
      let requests = 0;
      const freshness = freshnessWith(async (productIds) => {
        requests += 1;
        if (isDown) throw new Error('upstream returned 503');
        await transact(own.database, (transaction) =>
          stale.settle(transaction, { partId, productIds, readVersion: ++version }),
        );
        return [];
      });
      await freshness.mark(Array.from({ length: 100 }, (_, place) => place + 1));
      await workOff(freshness);
      for (let quarters = 0; quarters < 48; quarters += 1) {
        await clock.advance(minutes(15));
        await workOff(freshness);
      }
      expect(requests).toBeLessThan(8 + 2 * 48);
      isDown = false;
      await clock.advance(minutes(15));
      await workOff(freshness);
      expect(await stale.nextDue()).toBeNull();
    });
  });
}
