import { expect, test } from 'vitest';
import { createConnectionTest } from '../../server/src/settings/connection-test';
import { readFixedSettings } from '../../server/src/settings/fixed-settings';
import { createSettingsService } from '../../server/src/settings/settings-service';
import { milliseconds } from '../../server/src/lib/durations';
import { ManualClock } from '../support/time/clocks';
import { memorySettings } from '../support/instances/memory-settings';

test('the connection test ends within ten seconds, and says who did not respond', async () => {
  const clock = new ManualClock();
  const settings = createSettingsService({
    store: memorySettings(),
    fixed: readFixedSettings({ COMMERCE_BRIDGE_STORE_HASH: 'abc123', COMMERCE_BRIDGE_ACCESS_TOKEN: 'a-token' }, {}),
    sealer: null,
    clock,
  });
  const ended: unknown[] = [];
  const silent = {
    request: ({ signal }: { signal?: AbortSignal | undefined }) =>
      new Promise<never>(() => signal?.addEventListener('abort', () => ended.push(signal.reason))),
  };
  const result = createConnectionTest({ clock, settings, upstream: { http: () => silent } })({});
  await clock.advance(milliseconds(9_999));
  expect(ended).toHaveLength(0);
  await clock.advance(milliseconds(1));
  expect(await result).toEqual({
    kind: 'rejected',
    reason: 'unreachable',
    message: 'https://api.bigcommerce.com did not respond within 10 seconds.',
  });
  expect(ended).toHaveLength(1);
});
