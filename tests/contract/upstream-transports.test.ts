import { deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createGotTransport } from '../../server/src/upstream/http/got-upstream-client';
import { createHttpTransport } from '../../server/src/upstream/http/node-http-transport';
import type { TransportRequest, UpstreamTransport } from '../../server/src/upstream/http/upstream-transport';
import {
  cutOff,
  json,
  reset,
  silence,
  startScriptedServer,
  type Reply,
  type ScriptedServer,
} from '../support/http/scripted-server';

const limits = { timeouts: { connect: 30_000, response: 30_000, request: 60_000 }, maximumBytes: 5_000 };
// For endless responses. A process that is paused for a moment would treat any other response as one of them.
const hasty = { ...limits, timeouts: { ...limits.timeouts, response: 150, request: 300 } };

const packed =
  (body: Buffer, encoding: string): Reply =>
  (response) => {
    response.writeHead(200, { 'content-encoding': encoding }).end(body);
  };

const anotherProtocol: Reply = (response) => {
  response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: something\r\n\r\n');
};

/** An endless body, in chunks. */
const dribble: Reply = (response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write('x'), 20);
  response.once('close', () => clearInterval(timer));
};

describe.each([
  { name: 'got', create: createGotTransport },
  { name: "Node's own client", create: createHttpTransport },
])('a request carried by $name', ({ create }) => {
  let server: ScriptedServer;
  let transport: UpstreamTransport;
  beforeEach(async () => {
    server = await startScriptedServer();
    transport = create(limits);
  });
  afterEach(async () => {
    transport.close();
    await server.close();
  });

  const send = (request: Partial<TransportRequest> = {}) =>
    transport.send({
      method: 'POST',
      url: `${server.url}/things`,
      headers: { 'x-sent': 'yes' },
      body: '{"é":1}',
      ...request,
    });

  test('arrives as it was sent, and its response comes back with status and headers', async () => {
    server.script(json({ fine: true }, { status: 418, headers: { 'x-told': 'so' } }));
    let sent = 0;
    const outcome = await send({ onSent: () => (sent += 1) });
    expect(outcome).toMatchObject({
      kind: 'response',
      status: 418,
      headers: { 'x-told': 'so', 'content-type': 'application/json' },
    });
    expect(outcome.kind === 'response' && Buffer.from(outcome.body).toString()).toBe('{"fine":true}');
    expect(server.seen).toMatchObject([
      { method: 'POST', url: '/things', body: '{"é":1}', headers: { 'x-sent': 'yes', 'content-length': '8' } },
    ]);
    expect(sent).toBe(1);
  });

  test.each([
    ['gzip', gzipSync('some text')],
    ['deflate', deflateSync('some text')],
  ])('gets a response in %s, which is decoded', async (encoding, body) => {
    server.script(packed(body, encoding));
    const outcome = await send();
    expect(outcome.kind === 'response' && Buffer.from(outcome.body).toString()).toBe('some text');
  });

  test.each<[string, Reply]>([
    ['a long body', (response) => response.end('x'.repeat(200_000))],
    ['a short body that is long once it is unpacked', packed(gzipSync('x'.repeat(200_000)), 'gzip')],
  ])('gets no response with %s', async (_, reply) => {
    server.script(reply);
    expect(await send()).toEqual({ kind: 'oversized', maximumBytes: 5_000 });
  });

  test.each<[string, Reply, string]>([
    ['a torn connection', reset, 'network'],
    ['a body that breaks off', cutOff, 'network'],
    ['a change to another protocol', anotherProtocol, 'network'],
    ['a body that is not packed as it says', packed(Buffer.from('plain'), 'gzip'), 'network'],
  ])('that gets %s has failed', async (_, reply, reason) => {
    server.script(reply);
    expect(await send()).toMatchObject({ kind: 'unavailable', reason, wasReused: false });
  });

  test.each<[string, Reply]>([
    ['silence', silence],
    ['a body without an end', dribble],
  ])('that gets %s fails with a timeout', async (_, reply) => {
    transport.close();
    transport = create(hasty);
    server.script(reply);
    expect(await send()).toMatchObject({ kind: 'unavailable', reason: 'timeout', wasReused: false });
  });

  test('fails if nothing is listening', async () => {
    const { url } = server;
    await server.close();
    expect(await send({ url })).toMatchObject({ kind: 'unavailable', reason: 'network', detail: 'ECONNREFUSED' });
  });

  test.each([
    ['an address that is none', { url: 'nonsense' }],
    ['a protocol that is not HTTP', { url: 'ftp://127.0.0.1/things' }],
    ['a header that cannot be written', { headers: { 'x-broken': 'line\nbreak' } }],
  ])('cannot be sent to or with %s', async (_, request) => {
    expect(await send(request)).toMatchObject({ kind: 'unsendable' });
  });

  test.each<[string, Reply]>([
    ['before its response', silence],
    ['in the middle of its response', dribble],
  ])('that is aborted %s rejects with the reason, and its connection ends', async (_, reply) => {
    const gone = new Promise<void>((resolve) => {
      server.script((response, seen) => {
        response.once('close', resolve);
        reply(response, seen);
      });
    });
    const caller = new AbortController();
    const outcome = send({
      signal: caller.signal,
      onSent: () => setTimeout(() => caller.abort(new Error('nobody waits')), 40),
    });
    await expect(outcome).rejects.toThrow('nobody waits');
    await gone;
  });

  test('that was aborted before it started is not sent', async () => {
    await expect(send({ signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow('too late');
    expect(server.seen).toEqual([]);
  });

  test('uses a reused or a new connection, and reports which one failed', async () => {
    server.script(json({}), json({}), json({}), reset);
    for (const connection of ['reused', 'reused', 'new'] as const) await send({ connection });
    expect(server.seen.map((seen) => seen.connection)).toEqual([1, 1, 2]);
    expect(await send({ connection: 'reused' })).toMatchObject({ kind: 'unavailable', wasReused: true });
    expect(await send({ connection: 'new' })).toMatchObject({ kind: 'unavailable', wasReused: false });
  });
});
