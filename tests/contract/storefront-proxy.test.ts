import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { milliseconds } from '../../server/src/lib/durations';
import { graphqlUrlOf } from '../../server/src/storefront/storefront-target';
import { errorOf } from '../support/http/client-bench';
import { cutOff, json, reset, silence, type Reply } from '../support/http/scripted-server';
import {
  accessToken,
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
const mutation = { query: 'mutation { logout { result } }' };

describe('a request to the store', () => {
  test('carries the document, the token, our user agent, and nothing else', async () => {
    const { ask } = await bench.aSite();
    await ask({
      query: 'query Q($a: Int) { b(c: $a) }',
      variables: { a: 1, long: 12345678901234 },
      operationName: 'Q',
      extensions: { persistedQuery: null },
    });
    const [request] = bench.seen(graphql);
    expect(JSON.parse(request?.body ?? '')).toEqual({
      query: 'query Q($a: Int) {\nb(c: $a)\n}',
      variables: { a: 1, long: 12345678901234 },
      operationName: 'Q',
    });
    expect(request?.headers).toEqual({
      host: expect.any(String),
      connection: 'keep-alive',
      'content-length': expect.any(String),
      'accept-encoding': expect.stringContaining('gzip'),
      authorization: `Bearer ${storefrontToken(1)}`,
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': expect.stringContaining('strapi-plugin-commerce-bridge'),
    });
  });

  test('carries the language and the customer of the caller', async () => {
    const { ask } = await bench.aSite();
    await ask(undefined, { acceptLanguage: 'de-CH, de;q=0.8', customerAccessToken: 'customer-1' });
    expect(bench.seen(graphql)[0]?.headers).toMatchObject({
      'accept-language': 'de-CH, de;q=0.8',
      'x-bc-customer-access-token': 'customer-1',
    });
    expect(bench.seen(graphql)[0]?.headers).not.toHaveProperty('true-client-ip');
  });

  test('carries the shopper’s address if the store trusts us with it', async () => {
    const { ask } = await bench.aSite({ secrets: { accessToken, trustedProxySecret: 'trusted-1' } });
    await ask(undefined, { address: '::ffff:203.0.113.9' });
    expect(bench.seen(graphql)[0]?.headers).toMatchObject({
      'x-bc-trusted-proxy-secret': 'trusted-1',
      'true-client-ip': '203.0.113.9',
    });
  });

  test('reuses a connection', async () => {
    const { ask } = await bench.aSite();
    for (let request = 0; request < 5; request += 1) await ask(request % 2 === 0 ? undefined : mutation);
    expect(new Set(bench.seen(graphql).map(({ connection }) => connection)).size).toBe(1);
  });

  test('goes to the URL of store and channel, unless the setting says otherwise', () => {
    const of = (configured: string | null) => graphqlUrlOf({ configured, storeHash: 'AbC123', channelId: 7 });
    expect(of(null)).toBe('https://store-abc123-7.mybigcommerce.com/graphql');
    expect(of('http://127.0.0.1:4000')).toBe('http://127.0.0.1:4000/graphql');
    expect(of('https://shop.example/store-a-7/graphql')).toBe('https://shop.example/store-a-7/graphql');
  });

  test('that would be rejected is never sent, and costs nothing', async () => {
    const { ask } = await bench.aSite({ settings: { graphqlIntrospection: false } });
    for (const body of [{ query: '{ site { ' }, [{ query: '{ a }' }], { query: '{ __schema { types { name } } }' }]) {
      await expect(ask(body)).rejects.toMatchObject({ code: 'invalid_graphql_request' });
    }
    expect(bench.server.seen).toEqual([]);
  });
});

describe('a response', () => {
  const exact = '\n{"data" : {"site":{"price":10.00,"big":12345678901234567890,"name":"\\u00e9 é 🛒"}}}\n';
  test.each([
    ['200', 200, exact],
    [
      '200 with errors in it',
      200,
      '{"data":{"cart":{"createCart":null}},"errors":[{"message":"Not Found: Cart does not exist","path":["cart"]}]}',
    ],
    [
      '400',
      400,
      '{"errors":[{"message":"Cannot query field \'x\' on type \'Site\'.","locations":[{"line":1,"column":3}]}]}',
    ],
    ['200 behind a byte order mark', 200, `\ufeff${goodResponse}`],
  ])('with %s is passed on unchanged, byte for byte', async (_, status, body) => {
    bench.script(graphql, text(body, { status, headers: { 'set-cookie': 'a=b' } }));
    const { ask } = await bench.aSite();
    expect(await ask()).toEqual({ kind: 'response', status, body });
  });

  const unusable: [string, Reply][] = [
    ['500', text('{"errors":[]}', { status: 500 })],
    ['503 with a web page', text('<html>maintenance</html>', { status: 503 })],
    ['403', text('{"title":"Forbidden"}', { status: 403 })],
    ['404', text('{}', { status: 404 })],
    ['a redirect', (response) => response.writeHead(302, { location: 'https://elsewhere.example/' }).end()],
    ['204', (response) => response.writeHead(204).end()],
    ['201', text(goodResponse, { status: 201 })],
    ['200 with a web page', text('<html></html>')],
    ['400 with a web page', text('<html></html>', { status: 400 })],
    ['200 with nothing', text('')],
    ['200 with half a body', text('{"data":{"si')],
    ['200 with a list', text('[]')],
    ['200 with null', text('null')],
    ['200 with the token in it', text(`{"data":{"echo":"${storefrontToken(1)}"}}`)],
    ['a body that breaks off', cutOff],
    ['a torn connection', reset],
    ['silence', silence],
    ['too much', text(`{"data":"${'x'.repeat(5_000)}"}`)],
  ];
  test.each(unusable)('with %s is reported as an unreachable store, without internal details', async (_, reply) => {
    bench.script(graphql, reply);
    const { ask } = await bench.aSite({ transport: { timeouts: { response: 150 }, maximumBytes: 4_000 } });
    const error = await errorOf(ask());
    expect(error).toMatchObject({
      code: 'upstream_unavailable',
      message: 'The store cannot be reached at the moment; try again later.',
      cause: expect.any(Error),
    });
    expect(JSON.stringify(error) + String(error instanceof Error && error.cause)).not.toContain('storefront+/');
  });

  test.each<[Record<string, string>, number]>([
    [{ 'x-rate-limit-time-reset-ms': '12345' }, 13],
    [{ 'x-retry-after': '3', 'retry-after': '4' }, 3],
    [{ 'retry-after': '4' }, 4],
    [{}, 1],
  ])('with 429 and %j asks to retry in %i s', async (headers, retryAfter) => {
    bench.script(graphql, json({}, { status: 429, headers }));
    const { ask } = await bench.aSite();
    await expect(ask()).rejects.toMatchObject({ code: 'rate_limited', data: { retryAfter } });
    expect(bench.seen(graphql)).toHaveLength(1);
  });
});

describe('a reused connection that the store closes during a request', () => {
  test('does not fail a query: it is sent again on a new one', async () => {
    bench.script(graphql, text(goodResponse), reset, text(goodResponse));
    const { ask } = await bench.aSite();
    await ask();
    expect(await ask()).toMatchObject({ status: 200 });
    expect(bench.seen(graphql).map(({ connection, headers }) => [connection, headers.connection])).toEqual([
      [3, 'keep-alive'],
      [3, 'keep-alive'],
      [4, 'close'],
    ]);
  });

  test('fails a mutation: it may have been executed', async () => {
    bench.script(graphql, text(goodResponse), reset, text(goodResponse));
    const { ask } = await bench.aSite();
    await ask();
    await expect(ask(mutation)).rejects.toMatchObject({ code: 'upstream_unavailable' });
    expect(bench.seen(graphql)).toHaveLength(2);
  });

  test('differs from a store that is down: a query on a new connection is not sent again', async () => {
    bench.script(graphql, reset);
    const { ask } = await bench.aSite();
    await expect(ask()).rejects.toMatchObject({ code: 'upstream_unavailable' });
    expect(bench.seen(graphql)).toHaveLength(1);
  });
});

describe('a caller that disconnects', () => {
  test('aborts its request to the store, which is counted as abandoned, and frees its slot', async () => {
    const { ask, counted } = await bench.aSite();
    await ask();
    const arrived = new Promise<{ closed: Promise<unknown> }>((resolve) => {
      bench.script(graphql, (response) => resolve({ closed: once(response, 'close') }));
    });
    const caller = new AbortController();
    const asking = expect(ask(undefined, {}, { signal: caller.signal })).rejects.toMatchObject({
      code: 'caller_disconnected',
    });
    const { closed } = await arrived;
    caller.abort();
    await Promise.all([asking, closed]);
    expect(counted.at(-1)).toEqual({ api: 'graphql', status: 'abandoned' });
  });

  test('before its turn sends nothing', async () => {
    const { ask } = await bench.aSite();
    await expect(ask(undefined, {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'caller_disconnected',
    });
    expect(bench.seen(graphql)).toEqual([]);
  });
});

describe('the limit', () => {
  const burst = async (count: number, ask: () => Promise<unknown>) => {
    const outcomes = await Promise.allSettled(Array.from({ length: count }, ask));
    return outcomes.filter(({ status }) => status === 'fulfilled').length;
  };

  test('rejects the 21st request in a second immediately, and says when to retry', async () => {
    const { ask } = await bench.aSite({ settings: { graphqlClientLimit: 20 } });
    expect(await burst(30, () => ask())).toBe(20);
    await expect(ask()).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'The store accepts 20 requests per second, and they are used up; try again later.',
      data: { retryAfter: 2 },
    });
    expect(bench.seen(graphql)).toHaveLength(20);
    await bench.clock.advance(milliseconds(1_001));
    expect(await burst(1, () => ask())).toBe(1);
  });

  test('keeps a share for callers other than the one who floods, who is told so', async () => {
    const { ask } = await bench.aSite();
    expect(await burst(30, () => ask(undefined, { address: '198.51.100.1' }))).toBe(16);
    await expect(ask(undefined, { address: '198.51.100.1' })).rejects.toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('This address has used up its share'),
    });
    expect(await burst(4, () => ask(undefined, { address: '198.51.100.2' }))).toBe(4);
    expect(bench.seen(graphql)).toHaveLength(20);
  });

  test('that the store lowers with a 429 is not called used up', async () => {
    bench.script(graphql, json({}, { status: 429 }));
    const { ask } = await bench.aSite();
    await ask().catch(() => undefined);
    await expect(ask()).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'The store takes no more requests for now; try again later.',
    });
    expect(bench.seen(graphql)).toHaveLength(1);
  });

  test('counts second attempts, too', async () => {
    const { ask } = await bench.aSite({ settings: { graphqlClientLimit: 20 } });
    await ask();
    bench.script(graphql, json({}, { status: 401 }), text(goodResponse));
    await ask();
    expect(await burst(30, () => ask())).toBe(17);
    expect(bench.seen(graphql)).toHaveLength(20);
  });
});
