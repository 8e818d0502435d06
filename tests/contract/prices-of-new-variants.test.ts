import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabaseClock } from '../../server/src/database/database-clock';
import { tables } from '../../server/src/database/tables';
import { transact } from '../../server/src/database/transact';
import { createReadVersions } from '../../server/src/catalog/writing/knex-read-versions';
import { milliseconds } from '../../server/src/lib/durations';
import type { Market } from '../../server/src/markets/market-parts';
import { createUpstreamAccess, type UpstreamAccess } from '../../server/src/upstream/upstream-access';
import type { UpstreamHttp } from '../../server/src/upstream/http/upstream-http';
import { databaseKinds } from '../support/databases/test-databases';
import { createQuietLogger } from '../support/quiet-logger';
import { whenAvailable } from '../support/requirements';
import { type MarketBench, openMarketBench } from '../support/shops/market-bench';
import { eventually } from '../support/time/eventually';

const abroad: Market = { key: 'abroad', channelId: 3, currency: 'EUR', locale: null, customerGroupId: null };
const prices = { kind: 'prices', channelId: 3, currency: 'EUR', customerGroupId: null } as const;
const signal = new AbortController().signal;

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`prices of variants in a market, on ${kind.name}`, (at) => {
    let bench: MarketBench;
    let access: UpstreamAccess;
    let shirt: number;
    let variants: number[];

    beforeAll(async () => {
      bench = await openMarketBench({ database: await kind.create(at) });
      access = createUpstreamAccess({ clock: bench.clock, random: () => 0, logger: createQuietLogger() });
      const { store } = bench.simulator;
      store.markets.channels.create({ id: 3, name: 'Abroad' });
      store.markets.currencies.create({ currency_code: 'EUR', rate: 0.5 });
      const options = [{ options: { Size: 'S' } }, { options: { Size: 'L' } }];
      const created = store.products.create({ name: 'Shirt', price: 20, channels: [1, 3], variants: options });
      shirt = created.id;
      variants = created.variants.map(({ id }) => id);
    });
    afterAll(async () => {
      await access.close();
      expect(bench.simulator.defects).toEqual([]);
      await bench.close();
    });
    // The catalog and the market have the first of two variants.
    beforeEach(async () => {
      await bench.database(tables.marketStaleProducts).delete();
      await cacheVariants(1);
      await bench.pass([abroad]);
      expect(await pricedVariants()).toEqual(variants.slice(0, 1));
    });

    const drawVersion = () => createReadVersions(bench.database).draw();
    const pricedVariants = async () =>
      (await bench.pricesOf(abroad)).flatMap((row) => row.variants.map(({ id }) => id));

    async function cacheVariants(count: number): Promise<void> {
      await bench.copyCatalog();
      const stored = variants.slice(0, count).map((id) => ({ id, options: [{}] }));
      await bench
        .database('some_products')
        .where({ upstream_id: shirt })
        .update({ variants: JSON.stringify(stored) });
    }

    async function mark(askedVersion: number): Promise<void> {
      const partIds = [await bench.markets.passes.idOf(prices)];
      await transact(bench.database, (transaction) =>
        bench.markets.stale.mark(transaction, { partIds, productIds: [shirt], askedVersion }),
      );
    }

    /** Requests to the store; the first one waits for this, as requests do for their turn. */
    function httpAfter(work: () => Promise<void>): UpstreamHttp {
      const { url: apiUrl, account } = bench.simulator;
      const http = access.http({ apiUrl, storeHash: account.storeHash, accessToken: account.accessToken });
      let before: (() => Promise<void>) | null = work;
      return {
        async request(request) {
          const first = before;
          before = null;
          await first?.();
          return http.request(request);
        },
      };
    }

    async function refresh(http: UpstreamHttp): Promise<void> {
      const known = (await bench.markets.partStates.list()).map(({ id, name }) => [name, id] as const);
      const hold = async () => undefined;
      const partId = await bench.markets.passes.idOf(prices);
      const due = await bench.markets.stale.due({ partId, limit: 10 });
      await bench.markets.refreshPart({ http, signal, hold, knownParts: new Map(known) }, prices, due);
    }

    const nothing = async () => undefined;
    async function refreshAll(): Promise<void> {
      while ((await bench.markets.stale.nextDue()) !== null) await refresh(httpAfter(nothing));
    }

    test('that an event adds while a refresh waits for its request are read afterward', async () => {
      await mark(await drawVersion());
      await refresh(
        httpAfter(async () => {
          await cacheVariants(2);
          await mark(await drawVersion());
        }),
      );
      await refreshAll();
      expect(await pricedVariants()).toEqual(variants);
    });

    test('that an incremental run adds meanwhile are read afterward', async () => {
      const clock = createDatabaseClock(bench);
      await mark(await drawVersion());
      const ofRun = await drawVersion();
      await refresh(
        httpAfter(async () => {
          await cacheVariants(2);
          const before = await clock.read();
          bench.clock.advance(milliseconds(1));
          await eventually(async () => (await clock.read()) > before);
          await mark(ofRun);
        }),
      );
      await refreshAll();
      expect(await pricedVariants()).toEqual(variants);
    });

    test('that a pass read before do not disappear with a refresh that did not ask for them', async () => {
      await mark(await drawVersion());
      await refresh(
        httpAfter(async () => {
          // As a sweep does, which leaves further markets to the pass after it.
          await cacheVariants(2);
          await bench.markets.passPart(prices, { http: httpAfter(nothing), signal });
        }),
      );
      await refreshAll();
      expect(await pricedVariants()).toEqual(variants);
    });

    test('that an event had read do not disappear with a pass that did not ask for them', async () => {
      const http = httpAfter(async () => {
        await cacheVariants(2);
        await mark(await drawVersion());
        await refreshAll();
        expect(await pricedVariants()).toEqual(variants);
      });
      await bench.markets.passPart(prices, { http, signal });
      expect(await pricedVariants()).toEqual(variants);
    });
  });
}
