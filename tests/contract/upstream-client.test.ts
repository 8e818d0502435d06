import { getEventListeners } from 'node:events';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { milliseconds } from '../../server/src/lib/durations';
import { UpstreamHttpError, UpstreamResponseError } from '../../server/src/upstream/http/upstream-errors';
import { exampleToken, goodResponse, startClientBench, type ClientBench } from '../support/http/client-bench';
import { cutOff, json, reset, silence, type Reply, type ScriptedServer } from '../support/http/scripted-server';

let server: ScriptedServer;
let aClient: ClientBench['aClient'];
let close: ClientBench['close'];

beforeEach(async () => {
  ({ server, aClient, close } = await startClientBench());
});

afterEach(() => close());

describe('a request', () => {
  test('goes to the store with the token, an identifying agent and what it accepts', async () => {
    server.script(json(goodResponse));
    const { read } = aClient();
    await expect(read({ query: { 'id:in': [1, 2], page: 3, absent: undefined, name: 'a&b' } })).resolves.toEqual(
      goodResponse,
    );
    expect(server.seen).toMatchObject([
      {
        method: 'GET',
        url: '/stores/abc123/v3/things?id%3Ain=1%2C2&page=3&name=a%26b',
        headers: {
          'x-auth-token': exampleToken,
          accept: 'application/json',
          'user-agent': expect.stringMatching(/^strapi-plugin-commerce-bridge\/\d/),
          'accept-encoding': expect.stringContaining('gzip'),
        },
        body: '',
      },
    ]);
    expect(server.seen[0]?.headers).not.toHaveProperty('content-type');
  });

  test('can have a body, and none in its response', async () => {
    server.script((response) => response.writeHead(204).end());
    const { http } = aClient();
    await expect(
      http.request({ method: 'PUT', path: '/v3/hooks/admin', body: { emails: ['é'] }, schema: z.undefined() }),
    ).resolves.toBeUndefined();
    expect(server.seen).toMatchObject([
      { method: 'PUT', body: '{"emails":["é"]}', headers: { 'content-type': 'application/json' } },
    ]);
  });

  test('is decompressed', async () => {
    server.script((response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify(goodResponse))),
    );
    await expect(aClient().read()).resolves.toEqual(goodResponse);
  });

  test('reuses a connection to read, and opens a new one to write', async () => {
    server.script(json(goodResponse));
    const { read } = aClient();
    await read();
    await read();
    await read({ method: 'POST', body: {} });
    await read();
    expect(server.seen.map(({ connection }) => connection)).toEqual([1, 1, 2, 1]);
  });

  test('is reported with its status, its wait, and the remaining quota', async () => {
    server.script(
      json({}, { status: 500 }),
      json(goodResponse, { headers: { 'X-Rate-Limit-Requests-Left': '88', 'X-Rate-Limit-Time-Reset-Ms': '5000' } }),
    );
    const { read, reports } = aClient();
    await read();
    const none = { rate_limit: 0, retry: 0, slot: 0 };
    expect(reports).toEqual([
      { method: 'GET', path: '/v3/things', status: 500, waits: none, quotaLeft: null },
      { method: 'GET', path: '/v3/things', status: 200, waits: { ...none, retry: 500 }, quotaLeft: 88 },
    ]);
  });
});

describe('a GET is retried', () => {
  test.each<[string, Reply]>([
    ['500', json({}, { status: 500 })],
    ['502 with a web page', (response) => response.writeHead(502).end('<html></html>')],
    ['503', json({}, { status: 503 })],
    ['429 without headers', json({}, { status: 429 })],
    ['a torn connection', reset],
    ['a body cut off', cutOff],
    ['a body cut off where its length fits', (response) => response.writeHead(200).end('{"data":{"fi')],
    [
      'a packed body cut off',
      (response) =>
        response
          .writeHead(200, { 'content-encoding': 'gzip' })
          .end(gzipSync(JSON.stringify(goodResponse)).subarray(0, 20)),
    ],
    ['something that is no JSON', (response) => response.writeHead(200).end('<html>maintenance</html>')],
    ['nothing in the body', (response) => response.writeHead(200).end()],
  ])('after %s, with increasing delays', async (_, failure) => {
    server.script(failure, failure, json(goodResponse));
    const { read, clock, logger } = aClient();
    await expect(read()).resolves.toEqual(goodResponse);
    expect(clock.waits).toEqual([500, 1_000]);
    expect(logger.lines.map(({ level, event }) => [level, event])).toEqual(
      Array(2).fill(['warn', 'upstream request will be tried again']),
    );
  });

  test('after a timeout without a response', async () => {
    server.script(silence, json(goodResponse));
    const { read } = aClient({ timeouts: { response: 150 } });
    await expect(read()).resolves.toEqual(goodResponse);
    // A process that is paused for that long would also treat a response as a timeout.
    expect(server.seen.length).toBeGreaterThanOrEqual(2);
  });

  test('after a body that breaks off', async () => {
    server.script((response) => {
      response.writeHead(200).write('{"data":');
    }, json(goodResponse));
    await expect(aClient({ timeouts: { socket: 150 } }).read()).resolves.toEqual(goodResponse);
  });

  test('as often as allowed, and then fails with the last error', async () => {
    server.script(json({ title: 'Down for maintenance' }, { status: 503 }));
    const { read } = aClient({ retry: { attempts: 3 } });
    await expect(read()).rejects.toMatchObject({ status: 503, upstreamMessage: 'Down for maintenance' });
    expect(server.seen).toHaveLength(3);

    await expect(read({ attempts: 1 })).rejects.toBeInstanceOf(UpstreamHttpError);
    expect(server.seen).toHaveLength(4);
  });

  test('only within the time limit', async () => {
    server.script(json({}, { status: 500, headers: { 'retry-after': '50' } }));
    const { read, clock } = aClient({ retry: { totalTime: milliseconds(120_000) } });
    await expect(read()).rejects.toMatchObject({ status: 500, retryAfter: 50_000 });
    expect(clock.waits).toEqual([50_000, 50_000]);
  });
});

describe('429', () => {
  test.each([
    [{ 'x-rate-limit-time-reset-ms': '12345', 'x-retry-after': '3', 'retry-after': '4' }, 12_345],
    [{ 'x-retry-after': '3', 'retry-after': '4' }, 3_000],
    [{ 'retry-after': '4' }, 4_000],
    [{}, 500],
  ])('with %j waits %p ms', async (headers: Record<string, string>, wait) => {
    server.script(json({}, { status: 429, headers }), json(goodResponse));
    const { read, clock, reports } = aClient();
    await read();
    expect(clock.waited).toBe(wait);
    expect(reports.map(({ status, waits }) => [status, waits.rate_limit])).toEqual([
      [429, 0],
      [200, wait],
    ]);
  });

  test('delays every request to the store, including those that are never retried', async () => {
    server.script(json({}, { status: 429, headers: { 'x-retry-after': '9' } }), json(goodResponse));
    const { read, reports } = aClient();
    await expect(read({ method: 'POST', body: {} })).rejects.toMatchObject({ status: 429, retryAfter: 9_000 });
    await read({ priority: 'high' });
    expect(reports[1]).toMatchObject({ status: 200, waits: { rate_limit: 9_000 } });
  });
});

describe('an endless response', () => {
  const flood: Reply = (response) => {
    const chunk = Buffer.alloc(64 * 1024, 32);
    const pour = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', pour);
    pour();
  };

  test('is cut off at the size limit', async () => {
    server.script(flood);
    await expect(aClient({ maximumBytes: 1024 * 1024 }).read()).rejects.toMatchObject({
      code: 'upstream_response_unusable',
      message: 'GET /v3/things returned more than 1048576 bytes',
    });
    expect(server.seen).toHaveLength(1);
  });

  test('is cut off at the size limit when it is compressed', async () => {
    server.script((response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(8 * 1024 * 1024, 32))),
    );
    await expect(aClient({ maximumBytes: 1024 * 1024 }).read()).rejects.toBeInstanceOf(UpstreamResponseError);
  });
});

describe('an abandoned request', () => {
  test('ends immediately with the reason, its connection closed and its slot free', async () => {
    const controller = new AbortController();
    const closed = new Promise<void>((resolve) => {
      server.script((response) => {
        response.on('close', () => resolve());
        controller.abort(new Error('canceled by an administrator'));
      });
    });
    const { read, reports, pacer } = aClient();
    await expect(read({ signal: controller.signal })).rejects.toThrow('canceled by an administrator');
    await closed;
    expect(reports).toMatchObject([{ status: 'abandoned' }]);
    expect(pacer.budget().inFlight).toBe(0);
  });

  test('is not sent if it was abandoned before', async () => {
    const { read } = aClient();
    await expect(read({ signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow('too late');
    expect(server.seen).toEqual([]);
  });

  test('is the only one that the signal ends: a completed one no longer listens to it', async () => {
    const controller = new AbortController();
    server.script(json(goodResponse));
    const { read } = aClient();
    await read({ signal: controller.signal });
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    controller.abort(new Error('canceled by an administrator'));
    await expect(read()).resolves.toEqual(goodResponse);
  });

  test('does not wait for another attempt', async () => {
    const controller = new AbortController();
    server.script((response, request) => {
      json({}, { status: 500 })(response, request);
      response.on('finish', () => controller.abort(new Error('enough')));
    });
    await expect(aClient().read({ signal: controller.signal })).rejects.toThrow('enough');
    expect(server.seen).toHaveLength(1);
  });
});
