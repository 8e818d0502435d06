import { expect, onTestFinished, test } from 'vitest';
import { hours, minutes, seconds } from '../../../server/src/lib/durations';
import type { FurtherMarket } from '../../../server/src/markets/site-markets';
import { readFixedSettings } from '../../../server/src/settings/fixed-settings';
import { createSettingsService } from '../../../server/src/settings/settings-service';
import type { UpstreamHook } from '../../../server/src/upstream/hooks-client';
import { createHeaderToken, tokenHeader } from '../../../server/src/webhooks/header-token';
import { type HookVerdict, judgeHooks, wantedScopes } from '../../../server/src/webhooks/hook-verdicts';
import { createMarketRegistration } from '../../../server/src/webhooks/market-registration';
import { UnusableDestinationError } from '../../../server/src/webhooks/registration-errors';
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
const { token, digest } = createHeaderToken();
const receiver = (host: string) => `https://${host}/api/commerce-bridge/v1/webhook`;

/** The webhooks that every site needs, registered from this database and pointing to this host. */
const hooksOf = (host: string, firstId = 1): UpstreamHook[] =>
  wantedScopes.map((scope, place) => ({
    id: firstId + place,
    scope,
    destination: receiver(host),
    isActive: true,
    headers: { [tokenHeader]: token },
    createdAt: null,
    updatedAt: null,
  }));

const judge = (existing: UpstreamHook[]): HookVerdict[] =>
  judgeHooks({
    existing,
    ownIds: new Set(existing.map(({ id }) => id)),
    place: { destination: receiver('here.example.com'), alias: `${receiver('here.example.com')}s` },
    tokenDigest: digest,
    optionalScopes: [],
    refusedScopes: new Set(),
    otherHosts: 'leave',
  });

/** A site with a market in German, whose store lists these webhooks. */
async function keeping(existing: UpstreamHook[] | Error) {
  const clock = new ManualClock();
  const settings = createSettingsService({
    store: memorySettings(),
    fixed: readFixedSettings({}, {}),
    sealer: null,
    clock,
  });
  await settings.read();
  const logger = createQuietLogger();
  const site = { clock, logger, settings, locale: 'de', defaultChannelId: 1, markets: [germany], registered: 0 };
  const registration = createMarketRegistration({
    registration: {
      async examine() {
        if (existing instanceof Error) throw existing;
        return judge(existing);
      },
      register: async () => {
        site.registered += 1;
        return [];
      },
    },
    isRegistered: async () => true,
    siteMarkets: { further: () => site.markets },
    settings,
    storeFacts: { read: async () => ({ ...facts, locale: site.locale, defaultChannelId: site.defaultChannelId }) },
    state: memoryState(),
    clock,
    logger,
  });
  const stopped = new AbortController();
  const kept = registration.keep(stopped.signal);
  onTestFinished(async () => {
    stopped.abort();
    await kept;
  });
  return site;
}

test('webhooks for the texts of markets are registered within an hour after the store’s language changed', async () => {
  const site = await keeping(hooksOf('here.example.com'));
  await site.clock.advance(minutes(1));
  expect(site.registered).toBe(1);
  await site.clock.advance(hours(2));
  expect(site.registered).toBe(1);

  site.locale = 'en';
  await site.clock.advance(hours(1));
  expect(site.registered).toBe(2);
});

test('webhooks of the channel that the site publishes are registered within seconds after another was chosen', async () => {
  const site = await keeping(hooksOf('here.example.com'));
  site.markets = [];
  await site.clock.advance(minutes(1));
  expect(site.registered).toBe(1);
  await site.settings.update({ channelId: 2 });
  await site.clock.advance(seconds(10));
  expect(site.registered).toBe(2);
});

test('webhooks of the store’s default channel are registered within an hour after it changed', async () => {
  const site = await keeping(hooksOf('here.example.com'));
  site.markets = [];
  await site.clock.advance(hours(2));
  expect(site.registered).toBe(1);
  site.defaultChannelId = 2;
  await site.clock.advance(hours(1));
  expect(site.registered).toBe(2);
});

test('a copy that the store cannot reach leaves its webhooks alone, and does not warn', async () => {
  const site = await keeping(new UnusableDestinationError({ flaw: 'missing' }));
  await site.clock.advance(hours(2));
  expect([site.registered, site.logger.lines]).toEqual([0, []]);
});

test.each([
  [
    'a copy that has its own beside those of the original',
    [...hooksOf('here.example.com'), ...hooksOf('old.example.com', 9)],
    1,
  ],
  ['a copy that has none of its own', hooksOf('old.example.com'), 0],
  ['a site that has some of its own', [...hooksOf('here.example.com').slice(1), ...hooksOf('old.example.com', 9)], 0],
  ['a site that has none', [], 0],
])('webhooks of markets and %s', async (_name, existing, registered) => {
  const site = await keeping(existing);
  await site.clock.advance(hours(2));
  expect(site.registered).toBe(registered);
});
