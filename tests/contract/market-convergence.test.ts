import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Randomness } from '../support/randomness';
import { expectedMembers, expectedPrices } from '../support/shops/expected-market';
import { type MarketBench, openMarketBench } from '../support/shops/market-bench';
import { fillWithMarkets, marketEdits, marketFaults, randomMarkets } from '../support/shops/random-markets';
import { testSeed } from '../support/test-seed';

const rounds = 5;

describe.each([1, 2, 3].map((number) => ({ number })))('random store $number', ({ number }) => {
  let bench: MarketBench;
  beforeEach(async () => {
    bench = await openMarketBench({ productsPerPage: 5 });
  });
  afterEach(async () => {
    expect(bench.simulator.defects).toEqual([]);
    await bench.close();
  });

  test('after random edits, faults, and deaths of the process, the next pass from the start makes every market right', async () => {
    const random = new Randomness(testSeed * 100 + number);
    const { store } = bench.simulator;
    fillWithMarkets(store, random);
    const markets = randomMarkets(store, random);
    for (let round = 0; round < rounds; round += 1) {
      for (let count = 0; count < 12; count += 1) random.pick(marketEdits)(store, random);
      await bench.copyCatalog();
      // Some passes die, and the last one does not.
      for (let death = random.below(3); death > 0; death -= 1) {
        bench.simulator.faults.add({ skip: random.below(3), ...random.pick(marketFaults) });
        await bench.pass(markets, { diesAfter: 1 + random.below(8) }).catch(() => undefined);
        random.pick(marketEdits)(store, random);
        await bench.copyCatalog();
      }
      bench.simulator.faults.clear();
      // An interrupted pass keeps what it had read before; the next pass reads everything again.
      await bench.pass(markets);
      await bench.pass(markets);
      for (const market of markets) {
        expect(await bench.membersOf(market)).toEqual(expectedMembers(store, market));
        expect(await bench.pricesOf(market), JSON.stringify(market)).toEqual(expectedPrices(store, market));
      }
    }
  });
});
