import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { hours, milliseconds, type Milliseconds } from '../../server/src/lib/durations';
import { ShiftedClock } from '../support/time/shifted-clock';
import { openShop, type Shop } from '../support/shops/shop';

let shop: Shop;
const clock = new ShiftedClock();

beforeAll(async () => {
  shop = await openShop({
    simulator: { products: 12 },
    site: { machine: { clock }, environment: { COMMERCE_BRIDGE_SYNC_SCHEDULE: 'off' } },
  });
});
afterAll(() => shop.close());

/** How far the site's clock is ahead. */
let ahead = milliseconds(0);
const putAhead = (duration: Milliseconds) => {
  clock.advance(milliseconds(duration - ahead));
  ahead = duration;
};
beforeEach(() => putAhead(hours(1)));
afterEach(() => putAhead(milliseconds(0)));

async function expectFoundAfter(elapse: () => void): Promise<void> {
  await shop.synchronize();
  elapse();
  const [id] = shop.simulator.store.products.ids();
  shop.simulator.store.products.update(Number(id), { description: `edited at ${clock.now().toISOString()}` });
  expect(await shop.synchronize({ mode: 'incremental' })).toMatchObject({
    mode: 'incremental',
    status: 'succeeded',
    counts: { updated: 1 },
  });
}

test("an incremental run finds what was edited since the last one, even if the site's clock is an hour ahead of the store's", async () => {
  await expectFoundAfter(() => undefined);
});

test('it still does after that clock was set back', async () => {
  await expectFoundAfter(() => putAhead(milliseconds(0)));
});
