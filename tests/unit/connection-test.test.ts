import { expect, test } from 'vitest';
import { createConnectionTest } from '../../server/src/settings/connection-test';
import { readFixedSettings } from '../../server/src/settings/fixed-settings';
import { createSettingsService } from '../../server/src/settings/settings-service';
import { SwiftClock } from '../support/time/swift-clock';

test('the connection test ends within ten seconds, and says who did not respond', async () => {
  const clock = new SwiftClock(1000);
  const settings = createSettingsService({
    store: { readAll: async () => new Map(), write: async () => undefined },
    fixed: readFixedSettings({ COMMERCE_BRIDGE_STORE_HASH: 'abc123', COMMERCE_BRIDGE_ACCESS_TOKEN: 'a-token' }, {}),
    sealer: null,
    clock,
  });
  const ended: unknown[] = [];
  const silent = {
    request: ({ signal }: { signal?: AbortSignal | undefined }) =>
      new Promise<never>(() => signal?.addEventListener('abort', () => ended.push(signal.reason))),
  };
  const startedAt = clock.monotonic();
  expect(await createConnectionTest({ clock, settings, upstream: { http: () => silent } })({})).toEqual({
    kind: 'rejected',
    reason: 'unreachable',
    message: 'https://api.bigcommerce.com did not respond within 10 seconds.',
  });
  expect(clock.monotonic() - startedAt).toBeGreaterThanOrEqual(10_000);
  expect(ended).toHaveLength(1);
});
