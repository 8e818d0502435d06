import { describe, expect, test } from 'vitest';
import { createClocksCheck } from '../../../server/src/health/checks/clocks';
import { milliseconds } from '../../../server/src/lib/durations';
import { now, run } from '../../support/sites/run-check';

describe('the clocks', () => {
  const check = ({ database = 0, upstream = 0 }: { database?: number; upstream?: number | null }) =>
    run(
      createClocksCheck({
        clock: { now: () => now },
        databaseClock: { read: async () => new Date(now.getTime() + database) },
        upstreamAhead: async () => (upstream === null ? null : milliseconds(upstream)),
      }),
    );

  test.each([{}, { database: 29_999, upstream: -29_999 }, { upstream: null }])(
    'that differ by seconds only, or are unknown, are healthy: %j',
    async (given) => {
      await expect(check(given)).resolves.toEqual([]);
    },
  );

  test.each([
    [{ database: 30_000 }, "This server's clock is 30 seconds behind the database's clock."],
    [{ database: -3_600_000 }, "This server's clock is 3600 seconds ahead of the database's clock."],
    [
      { upstream: -31_000 },
      "This server's clock is 31 seconds ahead of BigCommerce's clock. Webhook deliveries may be rejected",
    ],
    [{ upstream: 45_000 }, "This server's clock is 45 seconds behind BigCommerce's clock."],
  ])(
    'that differ by half a minute or more are an error with the difference and its consequences: %j',
    async (given, words) => {
      await expect(check(given)).resolves.toEqual([expect.stringContaining(words)]);
    },
  );
});
