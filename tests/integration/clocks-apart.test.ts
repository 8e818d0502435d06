import { afterAll, beforeAll, expect, test } from 'vitest';
import { hours, milliseconds } from '../../server/src/lib/durations';
import { ShiftedClock } from '../support/shifted-clock';
import { openShop, type Shop } from '../support/shop';

let shop: Shop;
const clock = new ShiftedClock();

beforeAll(async () => {
  shop = await openShop({
    simulator: { products: 12 },
    site: { machine: { clock }, environment: { COMMERCE_BRIDGE_SYNC_SCHEDULE: 'off' } },
  });
});
afterAll(() => shop.close());

async function expectFoundAfter(elapse: () => void): Promise<void> {
  await shop.synchronise();
  elapse();
  const [id] = shop.simulator.store.products.ids();
  shop.simulator.store.products.update(Number(id), { description: `edited at ${clock.now().toISOString()}` });
  expect(await shop.synchronise({ mode: 'incremental' })).toMatchObject({
    mode: 'incremental',
    status: 'succeeded',
    counts: { updated: 1 },
  });
}

test('an incremental run finds what was edited since the last one though the clock of the site is an hour ahead of the store', async () => {
  clock.advance(hours(1));
  await expectFoundAfter(() => undefined);
});

test('it does so after that clock was set back', async () => {
  await expectFoundAfter(() => clock.advance(milliseconds(-hours(1))));
});
