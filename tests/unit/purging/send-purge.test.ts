import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes, seconds } from '../../../server/src/lib/durations';
import type { PurgeRequest } from '../../../server/src/purging/purge-driver';
import { createSendPurge } from '../../../server/src/purging/send-purge';
import { errorOf } from '../../support/http/client-bench';
import { reset, type ScriptedServer, startScriptedServer } from '../../support/http/scripted-server';

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());

const secret = 'token-0123456789abcdef';
const send = createSendPurge({
  clock: { now: () => new Date('2026-03-01T12:00:00Z') },
  redact: (text) => text.replaceAll(secret, '[redacted]'),
});
const purge = (method = 'PURGE', more: Pick<PurgeRequest, 'showsResponse'> = {}) =>
  send({ method, url: `${server.url}/purge`, headers: { xkey: 'products' }, ...more }, new AbortController().signal);

test.each(['PURGE', 'POST'])('is sent with the method %s', async (method) => {
  server.script((response) => response.writeHead(200).end('Purged'));
  await purge(method);
  expect(server.seen.at(-1)).toMatchObject({ method, url: '/purge', headers: { xkey: 'products' } });
});

test.each([
  ['30', seconds(30)],
  ['Sun, 01 Mar 2026 12:02:00 GMT', minutes(2)],
  ['99999999', minutes(60)],
  ['soon', null],
])('a refusal by a service says what the response was, and when to come back (%s)', async (header, retryAfter) => {
  server.script((response) => response.writeHead(429, { 'retry-after': header }).end('too many'));
  const refused = purge('POST', { showsResponse: true });
  await expect(refused).rejects.toThrow(/^127\.0\.0\.1:\d+ responded with 429: too many$/);
  await expect(refused).rejects.toMatchObject({ retryAfter });
});

test('a refusal that repeats the secret shows no part of it, wherever the response is cut', async () => {
  server.script((response) => response.writeHead(403).end(`${'x'.repeat(290)}${secret}`));
  const error = await errorOf(purge('POST', { showsResponse: true }));
  expect(String(error)).toContain('responded with 403: xxx');
  expect(String(error)).not.toContain('token');
});

test('a refusal at an address of the site shows nothing of the response: it may come from any server inside the network', async () => {
  server.script((response) => response.writeHead(404).end('postgres://app:the-password@10.0.0.5/app'));
  const error = await errorOf(purge());
  expect(error).toMatchObject({ message: expect.stringMatching(/responded with 404$/), data: { said: '' } });
});

test('an endless response is not read to its end', async () => {
  server.script((response) => {
    response.writeHead(200);
    const more = () => {
      while (response.writable && response.write('x'.repeat(16_384)));
    };
    response.on('drain', more);
    more();
  });
  await purge();
});

test('a redirect is not followed: the secret goes to no other address', async () => {
  const before = server.seen.length;
  server.script((response) => response.writeHead(302, { location: `${server.url}/elsewhere` }).end());
  await expect(purge()).rejects.toThrow('responded with 302');
  expect(server.seen).toHaveLength(before + 1);
});

test('a connection that breaks is a failure that names the host and nothing else of the address', async () => {
  server.script(reset);
  await expect(purge()).rejects.toThrow(/^127\.0\.0\.1:\d+ could not be reached: /);
});
