import { expect, test } from 'vitest';
import { milliseconds } from '../../server/src/lib/durations';
import { StoreSwitchError } from '../../server/src/catalog/shop/cached-shop';
import { readFixedSettings } from '../../server/src/settings/fixed-settings';
import { createSettingsService } from '../../server/src/settings/settings-service';
import { createStoreSwitch } from '../../server/src/sync/store-switch';
import { memorySettings } from '../support/instances/memory-settings';

const clock = { now: () => new Date(0), monotonic: () => milliseconds(0), wait: () => Promise.resolve() };

test('a setting that is saved while somebody else changes the store is not refused', async () => {
  const settings = createSettingsService({
    store: memorySettings(),
    fixed: readFixedSettings({}, {}),
    sealer: null,
    clock,
  });
  await settings.update({ storeHash: 'first' });
  let cached = 'first';
  const claims: string[] = [];
  const stores = createStoreSwitch({
    settings: {
      preview: settings.preview,
      async update(update) {
        // The other administrator was faster.
        cached = 'second';
        await settings.update({ storeHash: 'second' });
        return settings.update(update);
      },
    },
    cachedShop: {
      read: async () => cached,
      check: async () => undefined,
      async claim(storeHash) {
        claims.push(storeHash);
        if (storeHash !== cached)
          throw new StoreSwitchError({ cachedStore: cached, wantedStore: storeHash, records: 1 });
        return { hold: async () => undefined, guard: (store) => store };
      },
      claimed: () => ({ hold: async () => undefined, guard: (store) => store }),
      forget: async () => true,
    },
    clearing: () => Promise.reject(new Error('nothing is to be cleared')),
    forgetFacts: async () => undefined,
    forgetMarks: async () => undefined,
    sync: { exclusively: () => Promise.reject(new Error('nothing is to be cleared')) },
  });
  expect(await stores.updateSettings({ channelId: 3 })).toMatchObject({ storeHash: 'second', channelId: 3 });
  expect(claims).toEqual(['first', 'second']);
});
