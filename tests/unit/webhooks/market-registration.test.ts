import { expect, test } from 'vitest';
import { hours, minutes } from '../../../server/src/lib/durations';
import type { FurtherMarket } from '../../../server/src/markets/site-markets';
import { readFixedSettings } from '../../../server/src/settings/fixed-settings';
import { createSettingsService } from '../../../server/src/settings/settings-service';
import { wantedScopes } from '../../../server/src/webhooks/hook-verdicts';
import { createMarketRegistration } from '../../../server/src/webhooks/market-registration';
import { memorySettings } from '../../support/instances/memory-settings';
import { memoryState } from '../../support/instances/memory-stores';
import { createQuietLogger } from '../../support/quiet-logger';
import { ManualClock } from '../../support/time/clocks';

const facts = {
  weightUnit: 'kg',
  currency: 'USD',
  name: 'A shop',
  defaultChannelId: 1,
  currencySymbol: '$',
  currencyDecimals: 2,
  currencyPlacement: 'left',
} as const;
const germany: FurtherMarket = {
  key: 'de',
  name: 'Germany',
  channelId: 2,
  currency: 'EUR',
  locale: 'de',
  customerGroupId: null,
  isPublic: true,
};
const right = wantedScopes.map((scope, place) => ({
  kind: 'right' as const,
  hook: { id: place, scope, destination: '', isActive: true, headers: {}, createdAt: null, updatedAt: null },
}));

test('webhooks for the texts of markets are registered within an hour after the store’s language changed', async () => {
  const clock = new ManualClock();
  const settings = createSettingsService({
    store: memorySettings(),
    fixed: readFixedSettings({}, {}),
    sealer: null,
    clock,
  });
  await settings.read();
  let locale = 'de';
  let registered = 0;
  const registration = createMarketRegistration({
    registration: {
      examine: async () => right,
      register: async () => {
        registered += 1;
        return [];
      },
    },
    isRegistered: async () => true,
    siteMarkets: { further: () => [germany] },
    settings,
    storeFacts: { read: async () => ({ ...facts, locale }) },
    state: memoryState(),
    clock,
    logger: createQuietLogger(),
  });
  const stopped = new AbortController();
  const keeping = registration.keep(stopped.signal);
  await clock.advance(minutes(1));
  expect(registered).toBe(1);
  await clock.advance(hours(2));
  expect(registered).toBe(1);

  locale = 'en';
  await clock.advance(hours(1));
  expect(registered).toBe(2);
  stopped.abort();
  await keeping;
});
