import { afterEach, beforeEach, expect, test } from 'vitest';
import { marketSetting } from '../../contracts/admin/markets';
import { minutes, seconds } from '../../server/src/lib/durations';
import { databaseKinds } from '../support/databases/test-databases';
import { whenAvailable } from '../support/requirements';
import { type MarketBench, openMarketBench } from '../support/shops/market-bench';
import { marketInstance } from '../support/shops/market-instance';
import { ManualClock } from '../support/time/clocks';

const abroad = marketSetting.parse({ key: 'abroad', name: 'Abroad', channelId: 3, currency: 'EUR', locale: 'en' });
const assignmentsPath = '/v3/catalog/products/channel-assignments';

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`products that a channel no longer sells, on ${kind.name}`, (at) => {
    let bench: MarketBench;
    let time: ManualClock;
    let instance: ReturnType<typeof marketInstance>;

    beforeEach(async () => {
      time = new ManualClock();
      bench = await openMarketBench({ database: await kind.create(at), time });
      instance = marketInstance(bench, { market: abroad, time });
      const { markets } = bench.simulator.store;
      markets.channels.create({ id: 3, name: 'Abroad' });
      markets.currencies.create({ currency_code: 'EUR', rate: 0.5 });
    });
    afterEach(async () => {
      expect(bench.simulator.defects).toEqual([]);
      await bench.close();
    });

    /** Products that the channel sells, and whose prices are known. */
    async function sell(count: number): Promise<number[]> {
      const { products } = bench.simulator.store;
      const ids = Array.from(
        { length: count },
        (_, place) => products.create({ name: `P ${place}`, price: 10, channels: [1, 3] }).id,
      );
      await bench.copyCatalog();
      await instance.sync();
      expect(await bench.membersOf(abroad)).toEqual(ids);
      return ids;
    }
    const unassign = (ids: readonly number[]) => {
      for (const id of ids) bench.simulator.store.products.unassign(id, 3);
    };

    test('are removed five seconds later, also if each that was read before them is gone as well', async () => {
      const ids = await sell(10);
      const [first = 0, ...others] = ids.slice(0, 4);
      unassign([first, ...others]);
      await instance.mark([first]);
      await instance.refresh();
      await time.advance(seconds(1));
      await instance.mark(others);
      await instance.refresh();
      await time.advance(seconds(4));
      await instance.refresh();
      expect(await bench.membersOf(abroad)).toEqual(ids.slice(1));
      await instance.settle();
      expect(await bench.membersOf(abroad)).toEqual(ids.slice(4));
    });

    test('are removed five seconds later, also before events say of more than fifty that they are gone', async () => {
      const ids = await sell(200);
      unassign(ids.slice(0, 60));
      await instance.mark(ids.slice(0, 47));
      await instance.refresh();
      await time.advance(seconds(5));
      await instance.refresh();
      expect(await bench.membersOf(abroad)).toEqual(ids.slice(47));
    });

    test('are removed, also while no event has said so of those with the lowest and the highest ids', async () => {
      const ids = await sell(300);
      const [first = 0] = ids;
      unassign([...ids.slice(0, 60), ...ids.slice(-60)]);
      await instance.mark([first]);
      await instance.settle();
      expect(await bench.membersOf(abroad)).toEqual(ids.slice(1));
    });

    test('are removed up to the limit after events, and beyond it once an administrator approves', async () => {
      const ids = await sell(200);
      unassign(ids.slice(50));
      await instance.mark(ids);
      await instance.settle();
      expect(await instance.failures()).toEqual({ 'membership 3': 'channel_removal_held' });
      const kept = await bench.membersOf(abroad);
      expect(kept.length).toBeGreaterThanOrEqual(100);
      expect(kept).toEqual(expect.arrayContaining(ids.slice(0, 50)));

      await instance.approve();
      expect(await instance.failures()).toEqual({});
      expect(await bench.membersOf(abroad)).toEqual(ids.slice(0, 50));
      // What was approved no longer counts.
      unassign(ids.slice(0, 1));
      await instance.mark(ids.slice(0, 1));
      await instance.settle();
      expect(await bench.membersOf(abroad)).toEqual(ids.slice(1, 50));
    });

    test('after events and in passes count together against the limit, for ten minutes', async () => {
      const ids = await sell(100);
      unassign(ids.slice(0, 40));
      await instance.mark(ids.slice(0, 40));
      await instance.settle();
      expect(await bench.membersOf(abroad)).toEqual(ids.slice(40));
      unassign(ids.slice(40, 61));
      await instance.sync();
      expect(await instance.failures()).toEqual({ 'membership 3': 'channel_removal_held' });
      expect(await bench.membersOf(abroad)).toEqual(ids.slice(40));

      await time.advance(minutes(10));
      await instance.sync();
      expect(await bench.membersOf(abroad)).toEqual(ids.slice(61));
    });

    /** One more product that the channel sells; nothing was read since. */
    async function add(): Promise<number> {
      const { id } = bench.simulator.store.products.create({ name: 'New', price: 10, channels: [1, 3] });
      await bench.copyCatalog();
      return id;
    }
    const priced = async () => (await bench.pricesOf(abroad)).map(({ productId }) => productId);

    test('and whose removal waits for approval do not keep events from adding others', async () => {
      const ids = await sell(100);
      unassign(ids.slice(0, 60));
      await instance.sync();
      expect(await instance.failures()).toEqual({ 'membership 3': 'channel_removal_held' });
      const added = await add();
      await instance.mark([added]);
      await instance.settle();
      expect(await bench.membersOf(abroad)).toEqual([...ids, added]);
      expect(await priced()).toContain(added);
      expect(await instance.failures()).toEqual({ 'membership 3': 'channel_removal_held' });
    });

    test('and are too many to be removed do not keep those from being added that are read with them', async () => {
      const ids = await sell(60);
      unassign(ids.slice(0, 40));
      await instance.mark(ids.slice(0, 40));
      await instance.refresh();
      await time.advance(seconds(5));
      const added = await add();
      await instance.mark([added]);
      await instance.settle();
      expect(await instance.failures()).toEqual({ 'membership 3': 'channel_removal_held' });
      expect(await bench.membersOf(abroad)).toEqual([...ids, added]);
      expect(await priced()).toContain(added);
    });

    test('are kept while the store shows none of the others either', async () => {
      const ids = await sell(60);
      const nothing = {
        data: [],
        meta: { pagination: { total: 0, count: 0, per_page: 250, current_page: 1, total_pages: 1 } },
      };
      bench.simulator.faults.add({ kind: 'status', status: 200, path: assignmentsPath, body: nothing, times: 0 });
      await instance.mark(ids.slice(0, 13));
      await instance.refresh();
      await time.advance(seconds(1));
      await instance.mark(ids.slice(13));
      for (let looks = 0; looks < 8; looks += 1) {
        await instance.refresh();
        await time.advance(seconds(4));
      }
      expect(await bench.membersOf(abroad)).toEqual(ids);
      bench.simulator.faults.clear();
      await instance.settle();
      expect(await bench.membersOf(abroad)).toEqual(ids);
    });
  });
}
