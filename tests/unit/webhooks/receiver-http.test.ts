import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import Koa from 'koa';
import { errorBody } from '../../../contracts/rest/errors';
import { seconds } from '../../../server/src/lib/durations';
import { createWebhookReceiver } from '../../../server/src/middlewares/webhook-receiver';
import type { Delivery, Reception } from '../../../server/src/webhooks/delivery-receiver';
import { ManualClock } from '../../support/time/clocks';
import { eventually } from '../../support/time/eventually';

const limit = 256 * 1024;
const path = '/api/commerce-bridge/v1/webhook';
const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

interface Response {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** A host whose stack must not see any delivery. */
async function startHost({ reception = 'accepted' }: { reception?: Reception } = {}) {
  const clock = new ManualClock();
  const deliveries: Delivery[] = [];
  const passedOn: string[] = [];
  const receive = async (delivery: Delivery) => {
    deliveries.push(delivery);
    return reception;
  };
  const app = new Koa();
  app.silent = true;
  app.use(
    createWebhookReceiver({
      basePath: '/api/commerce-bridge/v1',
      services: () => ({ deliveries: { receive }, clock }),
      createId: () => 'made-up',
    }),
  );
  app.use(async (ctx) => {
    passedOn.push(`${ctx.method} ${ctx.path}`);
    ctx.body = 'the host';
  });
  const handle = app.callback();
  const server = createServer((incoming, outgoing) => void handle(incoming, outgoing));
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  const send = (
    options: {
      method?: string;
      path?: string;
      headers?: Record<string, string | string[]>;
      body?: Buffer | string;
    } = {},
  ) =>
    new Promise<Response>((resolve, reject) => {
      const outgoing = request(
        {
          port,
          method: options.method ?? 'POST',
          path: options.path ?? path,
          headers: options.headers ?? {},
          agent: false,
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          );
        },
      );
      outgoing.on('error', reject);
      outgoing.end(options.body);
    });
  /** Sends raw bytes, for requests that no client library would send. */
  const open = async (text: string) => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    const received: string[] = [];
    socket.on('data', (chunk) => received.push(chunk.toString()));
    socket.on('error', () => undefined);
    socket.write(text);
    return { socket, received: () => received.join('') };
  };
  return { clock, deliveries, passedOn, send, open };
}

function expectError(response: Response, expected: { status: number; code: string }): void {
  expect(response.status).toBe(expected.status);
  const body = errorBody.parse(JSON.parse(response.text));
  expect(body).toMatchObject({ code: expected.code, data: { status: expected.status } });
  expect(response.headers['x-request-id']).toBe('made-up');
}

describe('an accepted delivery', () => {
  test('gets 200, its request id, and nothing else', async () => {
    const { send } = await startHost();
    const { status, headers, text } = await send({ body: '{}' });
    expect({ status, text }).toEqual({ status: 200, text: '' });
    expect(Object.keys(headers).sort()).toEqual(['connection', 'content-length', 'date', 'x-request-id']);
    expect(headers['content-length']).toBe('0');
  });

  test('bypasses the host', async () => {
    const { send, passedOn } = await startHost();
    await send({ body: '{}' });
    expect(passedOn).toEqual([]);
  });

  test.each(['/webhook', '/webhooks', '/webhook/', '/Webhooks', '/webhook?source=x'])(
    'can be sent to %s',
    async (end) => {
      const { send, deliveries } = await startHost();
      expect(await send({ path: `/api/commerce-bridge/v1${end}`, body: '{}' })).toMatchObject({ status: 200 });
      expect(deliveries).toHaveLength(1);
    },
  );
});

describe('the body', () => {
  test.each([
    ['bytes that are no text', Buffer.from([0, 255, 128, 10, 13])],
    ['nothing', Buffer.alloc(0)],
    ['as much as is allowed', Buffer.alloc(limit, 'x')],
  ])('is passed on unchanged: %s', async (_name, body) => {
    const { send, deliveries } = await startHost();
    await send({ body });
    expect(deliveries[0]?.body.equals(body)).toBe(true);
  });

  test.each([
    ['chunked', { 'transfer-encoding': 'chunked' }],
    ['without a content type', {}],
    ['of another content type', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['marked as not encoded', { 'content-encoding': 'identity' }],
  ])('can come %s', async (_name, headers) => {
    const { send, deliveries } = await startHost();
    expect(await send({ headers, body: '{"a":1}' })).toMatchObject({ status: 200 });
    expect(deliveries[0]?.body.toString()).toBe('{"a":1}');
  });

  test('can come in chunks', async () => {
    const { open, deliveries } = await startHost();
    const { socket, received } = await open(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nab`);
    socket.write('cd');
    socket.write('ef');
    await eventually(async () => received().startsWith('HTTP/1.1 200'));
    expect(deliveries[0]?.body.toString()).toBe('abcdef');
  });

  test('that is longer than 256 KiB is rejected, announced or not', async () => {
    const { send, deliveries } = await startHost();
    expectError(await send({ body: Buffer.alloc(limit + 1) }), { status: 413, code: 'payload_too_large' });
    expectError(await send({ headers: { 'transfer-encoding': 'chunked' }, body: Buffer.alloc(limit + 1) }), {
      status: 413,
      code: 'payload_too_large',
    });
    expect(deliveries).toEqual([]);
  });

  test('that never ends is cut off', async () => {
    const { open } = await startHost();
    const { socket, received } = await open(`POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`);
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    let written = 0;
    while (!socket.destroyed && written < 1000) {
      socket.write(chunk);
      written += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(received()).toContain('413 Payload Too Large');
    expect(socket.destroyed).toBe(true);
  });

  test('that comes too slowly is rejected after eight seconds', async () => {
    const { open, clock, deliveries } = await startHost();
    const { socket, received } = await open(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nab`);
    await eventually(async () => clock.waiting === 1);
    await clock.advance(seconds(7.9));
    expect(received()).toBe('');
    await clock.advance(seconds(0.1));
    await eventually(async () => socket.destroyed || socket.readableEnded);
    expect(received()).toContain('408 Request Timeout');
    expect(received()).toContain('"request_timeout"');
    expect(deliveries).toEqual([]);
  });

  test('whose sender disconnects leaves nothing behind', async () => {
    const { open, clock, deliveries } = await startHost();
    const { socket } = await open(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nab`);
    await eventually(async () => clock.waiting === 1);
    socket.destroy();
    await eventually(async () => clock.waiting === 0);
    expect(deliveries).toEqual([]);
  });

  test.each(['gzip', 'br', 'deflate', 'GZIP', 'identity, gzip'])(
    'that is compressed with %s is rejected',
    async (encoding) => {
      const { send, deliveries } = await startHost();
      expectError(await send({ headers: { 'content-encoding': encoding }, body: 'x' }), {
        status: 415,
        code: 'unsupported_media_type',
      });
      expect(deliveries).toEqual([]);
    },
  );
});

describe('headers', () => {
  test('that came twice are passed on as Node joins them', async () => {
    const { send, deliveries } = await startHost();
    await send({ headers: { 'x-platform-webhook-signature': ['one', 'two'] }, body: 'x' });
    expect(deliveries[0]?.headers['x-platform-webhook-signature']).toBe('one, two');
  });

  test('that are gigantic are rejected before they reach us', async () => {
    const { send, deliveries } = await startHost();
    expect(await send({ headers: { 'x-long': 'x'.repeat(100_000) }, body: 'x' })).toMatchObject({ status: 431 });
    expect(deliveries).toEqual([]);
  });
});

describe('a request id', () => {
  const id = (headers: Record<string, string>) => ({ headers, body: '{}' });

  test.each<[Reception, number]>([
    ['accepted', 200],
    ['unproven', 401],
    ['failed', 500],
  ])('of a delivery that is %s is in the response, and passed on for the log', async (reception, status) => {
    const { send, deliveries } = await startHost({ reception });
    const made = await send(id({}));
    const given = await send(id({ 'x-request-id': 'delivery-7' }));
    expect([made, given].map((response) => [response.status, response.headers['x-request-id']])).toEqual([
      [status, 'made-up'],
      [status, 'delivery-7'],
    ]);
    expect(deliveries.map(({ requestId }) => requestId)).toEqual(['made-up', 'delivery-7']);
  });

  test('that the caller gives is kept also when the request is rejected, unless it could forge log lines', async () => {
    const { send } = await startHost();
    const kept = await send({ method: 'GET', headers: { 'x-request-id': 'delivery-7' } });
    const odd = await send({ method: 'GET', headers: { 'x-request-id': 'two words' } });
    expect([kept.headers['x-request-id'], odd.headers['x-request-id']]).toEqual(['delivery-7', 'made-up']);
  });
});

describe('everything else', () => {
  test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is rejected with the allowed method', async (method) => {
    const { send, deliveries, passedOn } = await startHost();
    const response = await send({ method });
    expectError(response, { status: 405, code: 'method_not_allowed' });
    expect(response.headers.allow).toBe('POST');
    expect([deliveries, passedOn]).toEqual([[], []]);
  });

  test.each(['/api/commerce-bridge/v1/webhook/x', '/api/commerce-bridge/v1/products', '/api/webhook', '/webhook', '/'])(
    "%s is the host's",
    async (other) => {
      const { send, deliveries, passedOn } = await startHost();
      expect(await send({ path: other })).toMatchObject({ text: 'the host' });
      expect([deliveries, passedOn]).toEqual([[], [`POST ${other}`]]);
    },
  );

  test('an unproven delivery gets the promised response', async () => {
    const { send } = await startHost({ reception: 'unproven' });
    expect(await send({ body: '{}' })).toMatchObject({
      status: 401,
      text: '{"error":"Webhook signature verification failed"}',
    });
  });

  test('an unusable delivery gets the promised response', async () => {
    const { send } = await startHost({ reception: 'failed' });
    const response = await send({ body: '{}' });
    expect(response).toMatchObject({ status: 500, text: '{"error":"Internal server error"}' });
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  });
});
