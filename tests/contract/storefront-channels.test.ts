import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { seconds } from '../../server/src/lib/durations';
import { graphqlUrlOf, otherGraphqlUrlOf } from '../../server/src/storefront/storefront-target';
import { json } from '../support/http/scripted-server';
import {
  accessToken,
  goodResponse,
  startStorefrontBench,
  type StorefrontBench,
  storefrontToken,
  text,
} from '../support/http/storefront-bench';
import { eventually } from '../support/time/eventually';

let bench: StorefrontBench;
beforeEach(async () => {
  bench = await startStorefrontBench();
  for (const channel of [3, 4, 5]) bench.script(graphqlOf(channel), text(goodResponse));
});
afterEach(() => bench.close());

const graphqlOf = (channel: number) => `POST /store-${channel}/graphql`;
const query = { document: '{ site { settings { storeName } } }', variables: {} };
const request = z.object({ channel_id: z.number() });
const mintedFor = () =>
  bench.seen('POST /v3/storefront/api-token-private').map(({ body }) => request.parse(JSON.parse(body)).channel_id);
const tokenSentTo = (channel: number) => bench.seen(graphqlOf(channel)).at(-1)?.headers['authorization'];
const aSite = () =>
  bench.aSite({ settings: { graphqlUrl: `${bench.url}/store-{channel}/graphql`, graphqlClientLimit: 20 } });
const somebodyWaits = () => eventually(async () => bench.clock.waiting > 0);

describe('a query of the site itself', () => {
  test('goes to the host of its channel, with a token of that channel alone', async () => {
    const { storefront } = await aSite();
    for (const channel of [4, 5, 4]) expect(await storefront.channel(channel).query(query)).toHaveProperty('data');
    expect(mintedFor()).toEqual([4, 5]);
    expect(tokenSentTo(4)).toBe(`Bearer ${storefrontToken(1)}`);
    expect(tokenSentTo(5)).toBe(`Bearer ${storefrontToken(2)}`);
  });

  test('uses the token that another instance minted, and after a restart the stored one', async () => {
    for (const { storefront } of [await aSite(), await aSite()]) await storefront.channel(4).query(query);
    const restarted = await aSite();
    await restarted.storefront.channel(4).query(query);
    expect(mintedFor()).toEqual([4]);
  });

  test('takes the place of no token of the shoppers, and they of none of its', async () => {
    const site = await aSite();
    await site.ask();
    await site.storefront.channel(4).query(query);
    await site.ask();
    await site.storefront.channel(4).query(query);
    expect(mintedFor()).toEqual([3, 4]);
  });

  test('is sent again with a new token when the store no longer takes the old one', async () => {
    const { storefront } = await aSite();
    await storefront.channel(4).query(query);
    bench.script(graphqlOf(4), text('{"errors":[]}', { status: 401 }), text(goodResponse));
    await storefront.channel(4).query(query);
    expect(mintedFor()).toEqual([4, 4]);
  });

  test('waits while the store’s 20 requests a second are used up', async () => {
    const { storefront, ask } = await aSite();
    await storefront.channel(4).query(query);
    await Promise.all(Array.from({ length: 19 }, () => ask()));
    const waiting = storefront.channel(4).query(query);
    await somebodyWaits();
    expect(bench.seen(graphqlOf(4))).toHaveLength(1);
    await bench.clock.advance(seconds(2));
    expect(await waiting).toHaveProperty('data');
  });

  test('that the store rejects with 429 stops the requests of shoppers for as long as it specifies', async () => {
    const { storefront, ask } = await aSite();
    bench.script(graphqlOf(4), json({}, { status: 429, headers: { 'retry-after': '5' } }), text(goodResponse));
    const retried = storefront.channel(4).query(query);
    await eventually(async () => bench.clock.untilNext === seconds(5));
    await expect(ask()).rejects.toMatchObject({ code: 'rate_limited', data: { retryAfter: 5 } });
    expect(bench.seen(graphqlOf(3))).toEqual([]);
    await bench.clock.advance(seconds(6));
    expect(await retried).toHaveProperty('data');
  });

  test('fails without a trace of a secret when the store mints no token for the channel', async () => {
    const { storefront, logger } = await aSite();
    bench.script(
      'POST /v3/storefront/api-token-private',
      json({ title: `${accessToken} is not good enough` }, { status: 403 }),
    );
    const error = await storefront
      .channel(4)
      .query(query)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(`${JSON.stringify(error)} ${String(error)} ${JSON.stringify(logger)}`).not.toContain(accessToken);
  });

  test('fails without a trace of a token that another instance minted', async () => {
    const [one, other] = [await aSite(), await aSite()];
    await one.storefront.channel(4).query(query);
    bench.script(graphqlOf(4), text(`no: ${storefrontToken(1)}`, { status: 403 }));
    const error = await other.storefront
      .channel(4)
      .query(query)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).not.toContain(storefrontToken(1));
  });

  test('of a channel that mints no token leaves the state of the shoppers’ token as it is', async () => {
    const site = await aSite();
    await site.ask();
    bench.script('POST /v3/storefront/api-token-private', json({ title: 'no' }, { status: 403 }));
    await expect(site.storefront.channel(4).query(query)).rejects.toThrow();
    expect(await site.storefront.state.vault.readRefusal()).toBeNull();
  });
});

describe('a request of a shopper in a market', () => {
  const german = { channelId: 4, locale: 'de' };

  test('goes to the host of its channel, with a token of that channel alone, in the market’s language', async () => {
    const { ask } = await aSite();
    await ask();
    for (const acceptLanguage of [null, 'fr']) await ask(undefined, { acceptLanguage }, { market: german });
    expect(mintedFor()).toEqual([3, 4]);
    expect(tokenSentTo(4)).toBe(`Bearer ${storefrontToken(2)}`);
    const languages = bench.seen(graphqlOf(4)).map(({ headers }) => headers['accept-language']);
    expect(languages).toEqual(['de', 'fr']);
    expect(bench.seen(graphqlOf(3))[0]?.headers['accept-language']).toBeUndefined();
  });

  test('in a market of the settings’ channel uses the token of the other shoppers', async () => {
    const { ask } = await aSite();
    await ask();
    await ask(undefined, {}, { market: { channelId: 3, locale: 'de' } });
    expect(mintedFor()).toEqual([3]);
    expect(bench.seen(graphqlOf(3)).at(-1)?.headers['accept-language']).toBe('de');
  });

  test('is sent again with a new token when the store no longer takes the old one, which is that channel’s alone', async () => {
    const { ask } = await aSite();
    await ask();
    await ask(undefined, {}, { market: german });
    bench.script(graphqlOf(4), text('{"errors":[]}', { status: 401 }), text(goodResponse));
    await ask(undefined, {}, { market: german });
    await ask();
    expect(mintedFor()).toEqual([3, 4, 4]);
  });
});

test('an address without {channel} is the one of the channel in the settings alone', () => {
  const own = { configured: 'https://shop.example', storeHash: 'AbC123', channelId: 4 };
  expect(graphqlUrlOf(own)).toBe('https://shop.example/graphql');
  expect(otherGraphqlUrlOf(own)).toBe('https://store-abc123-4.mybigcommerce.com/graphql');
  const all = { ...own, configured: 'https://{channel}.shop.example' };
  expect(graphqlUrlOf(all)).toBe('https://4.shop.example/graphql');
  expect(otherGraphqlUrlOf(all)).toBe('https://4.shop.example/graphql');
});
