import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UpstreamError, UpstreamUnavailableError } from '../../server/src/upstream/http/upstream-errors';
import { errorOf, exampleToken as token, startClientBench, type ClientBench } from '../support/http/client-bench';
import {
  cutOff,
  json,
  reset,
  silence,
  startScriptedServer,
  type Reply,
  type ScriptedServer,
} from '../support/http/scripted-server';

let server: ScriptedServer;
let aClient: ClientBench['aClient'];
let close: ClientBench['close'];

beforeEach(async () => {
  ({ server, aClient, close } = await startClientBench());
});

afterEach(() => close());

describe('is not retried', () => {
  test.each<[string, Reply]>([
    ['500', json({}, { status: 500 })],
    ['504, which may have done its work', json({}, { status: 504 })],
    ['429', json({}, { status: 429 })],
    ['a torn connection', reset],
    ['a body cut off', cutOff],
  ])('a POST, PUT or DELETE after %s', async (_, failure) => {
    server.script(failure);
    const { read } = aClient();
    for (const method of ['POST', 'PUT', 'DELETE'] as const)
      await expect(read({ method, body: {} })).rejects.toBeInstanceOf(UpstreamError);
    expect(server.seen).toHaveLength(3);
  });

  test.each([
    [401, { status: 401, title: 'Unauthorized' }, 'upstream_unauthorized'],
    [
      403,
      { status: 403, title: "You don't have a required scope to access the endpoint", errors: {} },
      'upstream_scope_missing',
    ],
    [404, { status: 404, title: 'Not found', instance: '/x' }, 'upstream_not_found'],
    [
      422,
      { status: 422, title: 'The filter(s): date_modified:min are not valid filter parameter(s)' },
      'upstream_http_error',
    ],
    [413, [{ status: 413, message: 'The limit is too large', details: {} }], 'upstream_http_error'],
  ])("a GET after %p, which carries upstream's message", async (status, body, code) => {
    server.script(json(body, { status }));
    const { read } = aClient();
    const [{ title, message }] = [
      Array.isArray(body) ? { title: undefined, ...body[0] } : { message: undefined, ...body },
    ];
    await expect(read()).rejects.toMatchObject({ status, code, path: '/v3/things', upstreamMessage: title ?? message });
    expect(server.seen).toHaveLength(1);
  });

  test('a GET with a response in an unknown form', async () => {
    server.script(json({ data: { fine: 'perhaps' } }));
    await expect(aClient().read()).rejects.toMatchObject({
      code: 'upstream_response_unusable',
      message: expect.stringContaining('data.fine'),
    });
    expect(server.seen).toHaveLength(1);
  });

  test('a redirect: the token is sent nowhere else', async () => {
    const other = await startScriptedServer();
    server.script((response) => response.writeHead(302, { location: `${other.url}/steal` }).end());
    const error = await errorOf(aClient().read());
    await other.close();
    expect(error).toMatchObject({ status: 302 });
    expect(other.seen).toEqual([]);
  });
});

describe('an unreachable host', () => {
  test('is an error that says so', async () => {
    const gone = await startScriptedServer();
    await gone.close();
    const error = await errorOf(aClient({ apiUrl: gone.url, retry: { attempts: 2 } }).read());
    expect(error).toBeInstanceOf(UpstreamUnavailableError);
    expect(error).toMatchObject({ reason: 'network', message: 'GET /v3/things got no response: ECONNREFUSED' });
  });

  test('is not retried if its URL is invalid', async () => {
    for (const apiUrl of ['not an address', 'ftp://127.0.0.1']) {
      const { read, clock } = aClient({ apiUrl });
      await expect(read()).rejects.toMatchObject({ code: 'upstream_misconfigured' });
      expect(clock.waits).toEqual([]);
    }
  });

  test('is not contacted with a token that no header can carry', async () => {
    await expect(aClient({ accessToken: 'line\nbreak' }).read()).rejects.toMatchObject({
      code: 'upstream_misconfigured',
    });
    expect(server.seen).toEqual([]);
  });
});

test('the token is in no error, cause, report, or log line, no matter what upstream echoes', async () => {
  const echo = `${token} ${encodeURIComponent(token)} ${JSON.stringify(token)} ${token.toLowerCase()}`;
  const failures: Reply[] = [
    ...[401, 403, 404, 422, 429, 500, 302].map((status) =>
      json({ title: echo, errors: { token: echo, [token]: 'x' } }, { status, headers: { 'x-echo': token } }),
    ),
    (response) => response.writeHead(500).end(echo),
    (response) => response.writeHead(200).end(`<html>${echo}`),
    json({ data: { fine: echo, [token]: 1 } }),
    (response) => response.writeHead(200).end(echo),
    reset,
    cutOff,
    silence,
  ];
  const { read, logger, reports } = aClient({
    timeouts: { response: 150 },
    retry: { attempts: 2 },
    maximumBytes: 10_000,
  });
  const errors: unknown[] = [];
  for (const failure of failures) {
    server.script(failure);
    errors.push(await errorOf(read({ query: { token } })));
  }
  const broken = aClient({ accessToken: `${token}\n` });
  errors.push(await errorOf(broken.read()));
  errors.push(
    await errorOf(aClient({ apiUrl: `http://${encodeURIComponent(token)}.invalid:1`, retry: { attempts: 1 } }).read()),
  );

  const everything = inspect([errors, logger.lines, reports], {
    depth: 30,
    showHidden: true,
    maxStringLength: null,
    maxArrayLength: null,
  });
  for (const form of [
    token,
    encodeURIComponent(token),
    token.toLowerCase(),
    encodeURIComponent(token).toLowerCase(),
    'secret=1',
    'secret%3D1',
  ]) {
    expect(everything.toLowerCase()).not.toContain(form.toLowerCase());
  }
  expect(errors).toHaveLength(failures.length + 2);
  expect(everything).toContain('[redacted]');
});
