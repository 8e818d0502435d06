import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hours, milliseconds, minutes, seconds } from '../../server/src/lib/durations';
import { errorOf } from '../support/http/client-bench';
import { json, reset } from '../support/http/scripted-server';
import { eventually } from '../support/time/eventually';
import {
  goodResponse,
  startStorefrontBench,
  type StorefrontBench,
  storefrontToken,
  text,
} from '../support/http/storefront-bench';

let bench: StorefrontBench;
beforeEach(async () => {
  bench = await startStorefrontBench();
});
afterEach(() => bench.close());

const graphql = 'POST /graphql';
const mint = 'POST /v3/storefront/api-token-private';
const mutation = { query: 'mutation { logout { result } }' };
const tokens = () => bench.seen(graphql).map(({ headers }) => headers.authorization);

describe('the store’s own channel', () => {
  const lookUps = 'GET /v2/store';
  const revoked = json({ title: 'Unauthorized' }, { status: 401 });

  test('is looked up at most once a minute while that fails, however many requests need it', async () => {
    bench.script(lookUps, revoked);
    const { ask } = await bench.aSite();
    await Promise.all(
      Array.from({ length: 60 }, () => expect(ask()).rejects.toMatchObject({ code: 'upstream_unavailable' })),
    );
    for (let request = 0; request < 60; request += 1)
      await expect(ask()).rejects.toMatchObject({ code: 'upstream_unavailable' });
    expect(bench.seen(lookUps)).toHaveLength(1);

    await bench.clock.advance(milliseconds(59_999));
    await errorOf(ask());
    expect(bench.seen(lookUps)).toHaveLength(1);
    bench.script(lookUps, json({ default_channel_id: 3 }));
    await bench.clock.advance(milliseconds(1));
    expect(await ask()).toMatchObject({ status: 200 });
    await ask();
    expect(bench.seen(lookUps)).toHaveLength(2);
  });

  test('is looked up immediately with another token, and not at all once the settings name a channel', async () => {
    bench.script(lookUps, revoked, json({ default_channel_id: 3 }));
    const { targets, settingsWith } = await bench.lookUps();
    await expect(targets.resolve(settingsWith({ accessToken: 'revoked' }))).rejects.toMatchObject({ status: 401 });
    expect(await targets.resolve(settingsWith({ accessToken: 'revoked', channelId: 7 }))).toMatchObject({
      channelId: 7,
    });
    expect(await targets.resolve(settingsWith({ accessToken: 'renewed' }))).toMatchObject({ channelId: 3 });
    expect(bench.seen(lookUps)).toHaveLength(2);
  });

  test('is not looked up if a sync has found it', async () => {
    const { targets, settingsWith } = await bench.lookUps(5);
    expect(await targets.resolve(settingsWith({ accessToken: 'any' }))).toMatchObject({ channelId: 5 });
    expect(bench.seen(lookUps)).toHaveLength(0);
  });

  test('is waited for no longer than ten seconds, however long the store’s REST API takes no requests', async () => {
    bench.script(lookUps, json({}, { status: 429, headers: { 'x-rate-limit-time-reset-ms': '60000' } }));
    const { targets, settingsWith } = await bench.lookUps();
    const error = errorOf(targets.resolve(settingsWith({ accessToken: 'any' })));
    await eventually(async () => bench.seen(lookUps).length === 1);
    await bench.clock.advance(seconds(11));
    expect(await error).toMatchObject({ code: 'time_limit' });
  });
});

describe('the token', () => {
  test('is minted for the channel of the settings, or the store’s own, with what shoppers and customers need', async () => {
    const mintedFor = () => JSON.parse(bench.seen(mint).at(-1)?.body ?? '');
    await (await bench.aSite()).ask();
    expect(mintedFor()).toEqual({
      channel_id: 3,
      scopes: ['Unauthenticated', 'Customer'],
      expires_at: bench.clock.now().getTime() / 1000 + 86_400,
    });
    await (await bench.aSite({ settings: { channelId: 7 } })).ask();
    expect(mintedFor()).toMatchObject({ channel_id: 7 });
    expect(bench.seen('GET /v2/store')).toHaveLength(1);
  });

  test('is for channel 1 if the access token may not read the store', async () => {
    bench.script('GET /v2/store', json({}, { status: 403 }));
    await (await bench.aSite()).ask();
    expect(JSON.parse(bench.seen(mint)[0]?.body ?? '')).toMatchObject({ channel_id: 1 });
  });

  test('that is rejected is renewed once, and the request is sent again', async () => {
    const { ask } = await bench.aSite();
    await ask();
    bench.script(
      graphql,
      json({ errors: [{ message: 'GraphQL invalid credentials. Unknown JWT token' }] }, { status: 401 }),
      text(goodResponse),
    );
    expect(await ask(mutation)).toMatchObject({ status: 200, body: goodResponse });
    expect(tokens()).toEqual([1, 1, 2].map((number) => `Bearer ${storefrontToken(number)}`));
    await ask();
    expect(bench.seen(mint)).toHaveLength(2);
  });

  test('that is rejected twice means that the store cannot be reached', async () => {
    const { ask } = await bench.aSite();
    await ask();
    bench.script(graphql, json({ errors: [] }, { status: 401 }));
    await expect(ask()).rejects.toMatchObject({ code: 'upstream_unavailable' });
    // Another token is not requested: the new one was rejected right after it was minted.
    await expect(ask()).rejects.toMatchObject({ code: 'upstream_unavailable' });
    expect([bench.seen(graphql).length, bench.seen(mint).length]).toEqual([4, 2]);
  });

  test('is not renewed repeatedly for a request that is rejected with every token, and others are served', async () => {
    const { ask } = await bench.aSite();
    await ask();
    for (let round = 0; round < 5; round += 1) {
      bench.script(graphql, json({ errors: [] }, { status: 401 }), json({ errors: [] }, { status: 401 }));
      await expect(ask()).rejects.toMatchObject({ code: 'upstream_unavailable' });
      bench.script(graphql, text(goodResponse));
      expect(await ask()).toMatchObject({ status: 200 });
    }
    expect(bench.seen(mint)).toHaveLength(2);
    await bench.clock.advance(minutes(1));
    bench.script(graphql, json({ errors: [] }, { status: 401 }), text(goodResponse));
    expect(await ask()).toMatchObject({ status: 200 });
    expect(bench.seen(mint)).toHaveLength(3);
  });

  test('is shared by the instances of a site', async () => {
    const [one, other] = [await bench.aSite(), await bench.aSite()];
    await one.ask();
    await other.ask();
    expect(bench.seen(mint)).toHaveLength(1);
    expect(tokens()).toEqual(Array(2).fill(`Bearer ${storefrontToken(1)}`));
  });

  test('appears in no log line, and neither does the access token', async () => {
    bench.script(graphql, reset, json({}, { status: 401 }));
    const { ask, logger } = await bench.aSite();
    await errorOf(ask());
    await errorOf(ask());
    await bench.clock.advance(hours(21));
    await errorOf(ask());
    expect(JSON.stringify(logger.lines)).not.toMatch(/storefront\+|9Zq/);
  });
});
