import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createReadVersions } from '../../server/src/catalog/writing/knex-read-versions';
import { tables } from '../../server/src/database/tables';
import { transact } from '../../server/src/database/transact';
import { dependentKnexParts, requireKnexParts } from '../../server/src/markets/knex-part-states';
import type { Market } from '../../server/src/markets/market-parts';
import type { UpstreamHttp } from '../../server/src/upstream/http/upstream-http';
import { databaseKinds } from '../support/databases/test-databases';
import { whenAvailable } from '../support/requirements';
import { type MarketBench, openMarketBench } from '../support/shops/market-bench';

const membership = { kind: 'membership', channelId: 3 } as const;
const prices = { kind: 'prices', channelId: 3, currency: 'EUR', customerGroupId: null } as const;
const abroad: Market = { key: 'abroad', channelId: 3, currency: 'EUR', locale: null, customerGroupId: null };
const signal = new AbortController().signal;

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`a product that a channel gets, on ${kind.name}`, (at) => {
    let bench: MarketBench;
    let added: number;

    beforeAll(async () => {
      bench = await openMarketBench({ database: await kind.create(at) });
      const { markets } = bench.simulator.store;
      markets.channels.create({ id: 3, name: 'Abroad' });
      markets.currencies.create({ currency_code: 'EUR', rate: 0.5 });
    });
    afterAll(async () => {
      expect(bench.simulator.defects).toEqual([]);
      await bench.close();
    });

    // The channel's products were read, and one more is assigned to it; no market has prices there yet.
    beforeEach(async () => {
      await bench.database(tables.marketStaleProducts).delete();
      await bench.database(tables.marketPrices).delete();
      await bench.database(tables.marketParts).where({ kind: 'prices' }).delete();
      const { products } = bench.simulator.store;
      products.create({ name: 'Hat', price: 20, channels: [1, 3] });
      added = products.create({ name: 'Shirt', price: 20, channels: [1] }).id;
      await bench.copyCatalog();
      await bench.markets.passPart(membership, { http: bench.http, signal });
      products.assign(added, 3);
      const askedVersion = await createReadVersions(bench.database).draw();
      const partIds = [await bench.markets.passes.idOf(membership)];
      await transact(bench.database, (transaction) =>
        bench.markets.stale.mark(transaction, { partIds, productIds: [added], askedVersion }),
      );
    });

    async function refresh(part: typeof membership | typeof prices, http: UpstreamHttp = bench.http): Promise<void> {
      const hold = async () => undefined;
      const known = (await bench.markets.partStates.list()).map(({ id, name }) => [name, id] as const);
      const partId = await bench.markets.passes.idOf(part);
      const due = await bench.markets.stale.due({ partId, limit: 10 });
      await bench.markets.refreshPart({ http, signal, hold, knownParts: new Map(known) }, part, due);
    }
    const passPrices = () => bench.markets.passPart(prices, { http: bench.http, signal });
    const priced = async () => (await bench.pricesOf(abroad)).map(({ productId }) => productId);

    test('has a price in a market that is read for the first time while the store is asked what the channel sells', async () => {
      let isFirst = true;
      const http: UpstreamHttp = {
        async request(request) {
          if (isFirst) await passPrices();
          isFirst = false;
          return bench.http.request(request);
        },
      };
      await refresh(membership, http);
      expect(await priced()).not.toContain(added);
      await refresh(prices);
      expect(await priced()).toContain(added);
    });

    test('keeps a market from being read for the first time while the product is stored', async () => {
      const order: string[] = [];
      const membershipId = await bench.markets.passes.idOf(membership);
      const stored = await transact(bench.database, async (transaction) => {
        await requireKnexParts(transaction, [membershipId]);
        expect(await dependentKnexParts(transaction, membership)).toEqual([]);
        const begun = bench.markets.passes.idOf(prices).then(() => order.push('begun'));
        // Many times longer than to begin it.
        for (let times = 0; times < 500; times += 1) await transaction(tables.marketMembers).first('part_id');
        order.push('stored');
        return { begun };
      });
      await stored.begun;
      expect(order).toEqual(['stored', 'begun']);
    });
  });
}
