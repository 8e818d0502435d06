import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runLog } from '../../contracts/admin/runs';
import { openShop, type Shop } from '../support/shops/shop';
import { SwiftClock } from '../support/time/swift-clock';

describe('the log of a run that had to wait', () => {
  let shop: Shop;

  beforeAll(async () => {
    const clock = new SwiftClock(20);
    shop = await openShop({ simulator: { products: 3, clock: clock.simulated }, site: { machine: { clock } } });
  });
  afterAll(() => shop.close());

  test.each([
    ['the pause before another attempt', 'retry', { kind: 'status', status: 500, times: 4 }],
    ['the API rate limit', 'rate_limit', { kind: 'rate-limit', resetMilliseconds: 5_000, times: 1 }],
  ] as const)('says that it was for %s', async (_what, cause, fault) => {
    shop.simulator.faults.add({ ...fault, path: '/v3/catalog/brands' });
    const { id } = await shop.synchronize();
    const { body } = await shop.site.admin('GET', `/commerce-bridge/sync/runs/${id}/log`);
    const causes = runLog.parse(body).entries.flatMap(({ line }) => (line.kind === 'waited' ? [line.cause] : []));
    expect(new Set(causes)).toEqual(new Set([cause]));
  });
});
