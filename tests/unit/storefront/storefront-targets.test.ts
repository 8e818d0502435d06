import { expect, test } from 'vitest';
import { minutes, seconds } from '../../../server/src/lib/durations';
import { createSettingsService } from '../../../server/src/settings/settings-service';
import { createStorefrontTargets } from '../../../server/src/storefront/storefront-targets';
import { ManualClock, settled } from '../../support/time/clocks';
import { memorySettings } from '../../support/instances/memory-settings';

/** A process that has just started; these functions return what the database and the store respond at that moment. */
function aProcess({ stored, asked }: { stored: () => number | null | Error; asked: () => Promise<number> }) {
  const clock = new ManualClock();
  const settings = createSettingsService({
    store: memorySettings(),
    fixed: { plain: { storeHash: 'abc' }, secrets: { accessToken: 'token' }, purgeSecrets: new Map(), locked: {} },
    sealer: null,
    clock,
  });
  const requests: AbortSignal[] = [];
  const targets = createStorefrontTargets({
    clock,
    upstream: {
      http: () => ({
        request: async (request) => {
          if (request.signal) requests.push(request.signal);
          if (!('schema' in request)) throw new Error('not what is asked here');
          return request.schema.parse({ default_channel_id: await asked() });
        },
      }),
    },
    storedChannel: async () => {
      const found = stored();
      if (found instanceof Error) throw found;
      return found;
    },
  });
  const channel = async () => (await targets.resolve(settings.snapshot())).channelId;
  return { clock, requests, channel };
}

const away = new Error('Connection terminated unexpectedly');
const never = () => new Promise<number>(() => undefined);

test('the channel that a sync found is known without asking the store', async () => {
  const { channel, requests } = aProcess({ stored: () => 3, asked: never });
  expect(await channel()).toBe(3);
  expect(requests).toEqual([]);
});

test('a database that is back is believed although the store has not responded yet, which is asked no longer', async () => {
  let stored: number | Error = away;
  const { clock, channel, requests } = aProcess({ stored: () => stored, asked: never });
  const found = channel();
  await clock.advance(seconds(3));
  stored = 3;
  await clock.advance(seconds(1));
  expect(await found).toBe(3);
  expect(requests.map(({ aborted }) => aborted)).toEqual([true]);
});

test('a store that failed is asked again a minute later, a database that was away each second', async () => {
  let stored: number | null | Error = away;
  const process = aProcess({ stored: () => stored, asked: () => Promise.reject(new Error('no budget')) });
  await expect(process.channel()).rejects.toThrow('no budget');
  await process.clock.advance(seconds(30));
  await expect(process.channel()).rejects.toThrow('no budget');
  expect(process.requests).toHaveLength(1);

  stored = 3;
  await process.clock.advance(seconds(1));
  expect(await process.channel()).toBe(3);
});

test('a store that failed is asked once a minute where no sync has found its channel', async () => {
  const process = aProcess({ stored: () => null, asked: () => Promise.reject(new Error('no')) });
  for (let second = 0; second < 60; second += 1) {
    await expect(process.channel()).rejects.toThrow('no');
    await process.clock.advance(seconds(1));
  }
  expect(process.requests).toHaveLength(1);
  await process.clock.advance(minutes(1));
  await expect(process.channel()).rejects.toThrow('no');
  expect(process.requests).toHaveLength(2);
});

test('a store that does not respond, without a database, is waited for for ten seconds', async () => {
  const { clock, channel, requests } = aProcess({ stored: () => away, asked: never });
  const found = channel().catch((error: Error) => error.message);
  await clock.advance(seconds(10));
  await settled();
  expect(await found).toBe('it took longer than 10 seconds');
  expect(requests.map(({ aborted }) => aborted)).toEqual([true]);
});
