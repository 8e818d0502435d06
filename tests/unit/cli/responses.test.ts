import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCli } from '../../support/sites/run-cli';
import { json, type Reply, type ScriptedServer, startScriptedServer } from '../../support/http/scripted-server';

const token = 'a-token-that-nobody-may-see';
const env = { COMMERCE_BRIDGE_CLI_TOKEN: token };

let server: ScriptedServer;
beforeEach(async () => {
  server = await startScriptedServer();
});
afterEach(() => server.close());

const health = { healthy: true, errors: [], checked_at: 1_700_000_000 };
const failure = (status: number, message: string, name = 'Error'): Reply =>
  json({ data: null, error: { status, name, message, details: { code: 'some_code' } } }, { status });
const asked = (...args: string[]) => runCli(['health', '--url', server.url, ...args], { env });

test('the token is sent as a bearer token, and the result is printed', async () => {
  server.script(json(health));

  expect(await asked()).toEqual({ code: 0, out: 'Healthy (checked at 2023-11-14T22:13:20.000Z).\n', error: '' });
  expect(server.seen).toMatchObject([
    { method: 'GET', url: '/commerce-bridge/health', headers: { authorization: `Bearer ${token}` } },
  ]);
});

test('a script gets JSON', async () => {
  server.script(json(health));

  const { code, out } = await asked('--json');

  expect({ code, out: JSON.parse(out) }).toEqual({ code: 0, out: health });
});

test('a server that is no Strapi and has no such address is distinguished from a site that refuses', async () => {
  server.script(json({ title: 'Not Found', type: '/api-docs' }, { status: 404 }));

  expect(await asked()).toMatchObject({ code: 4, error: expect.stringContaining('Check --url') });
});

test('a site below a path is asked below it', async () => {
  server.script(json(health));

  expect((await runCli(['health', '--url', `${server.url}/cms/`], { env })).code).toBe(0);
  expect(server.seen.map(({ url }) => url)).toEqual(['/cms/commerce-bridge/health']);
});

test('the address can come from the environment', async () => {
  server.script(json(health));

  expect((await runCli(['health'], { env: { ...env, COMMERCE_BRIDGE_CLI_URL: server.url } })).code).toBe(0);
});

test.each([
  { status: 400, name: 'ValidationError', message: 'page: too large', code: 2 },
  { status: 400, name: 'ApplicationError', message: 'No store is connected.', code: 1 },
  { status: 401, name: 'UnauthorizedError', message: 'Missing or invalid credentials', code: 3 },
  { status: 403, name: 'PolicyError', message: 'Policy Failed', code: 3 },
  { status: 404, name: 'NotFoundError', message: 'Not Found', code: 4 },
  { status: 404, name: 'NotFoundError', message: 'This webhook event no longer exists.', code: 1 },
  { status: 409, name: 'ConflictError', message: 'A sync is already running.', code: 3 },
  { status: 429, name: 'RateLimitError', message: 'Too many requests', code: 3 },
  { status: 500, name: 'InternalServerError', message: 'Internal Server Error', code: 1 },
  { status: 502, name: 'UpstreamError', message: 'The store responded with 503.', code: 1 },
])('a $status ($name, $message) ends with the exit code $code', async ({ status, name, message, code }) => {
  server.script(failure(status, message, name));

  const run = await asked();

  expect(run.code).toBe(code);
  expect(run.out).toBe('');
  expect(run.error).not.toBe('');
});

test('a failure is reported with what the site said, and with what to do', async () => {
  server.script(failure(403, 'Policy Failed'));

  const { out, error } = await asked('--json');

  expect(error).toBe(
    'The site responded with 403: Policy Failed\nThe token lacks the permission that the button for this has in the admin panel; docs/command-line.md lists them.\n',
  );
  expect(JSON.parse(out)).toMatchObject({ error: { exitCode: 3, code: 'some_code' } });
});

test('a token that the site repeats is not printed', async () => {
  server.script(failure(500, `cannot use ${token}`));

  const { out, error } = await asked('--json');

  expect(out + error).not.toContain(token);
  expect(error).toContain('cannot use [hidden]');
});

test('another server that responds with HTML is not taken for the site', async () => {
  server.script((response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome'));

  expect(await asked()).toMatchObject({
    code: 4,
    error: expect.stringContaining('not a Strapi site with Commerce Bridge'),
  });
});

test('JSON of something else is not taken for the response', async () => {
  server.script(json({ healthy: 'perhaps' }));

  expect(await asked()).toMatchObject({ code: 1, error: expect.stringContaining('something unexpected (healthy') });
});

test('a response that breaks off is no response', async () => {
  server.script((response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
    response.write('{"healthy":');
    response.destroy();
  });

  expect(await asked()).toMatchObject({ code: 4, error: expect.stringContaining('could not be reached') });
});

test('a request without a response within the limit is abandoned', async () => {
  server.script((response) => void response.writeHead(200).write('{'));

  expect(await asked('--timeout', '1')).toMatchObject({
    code: 4,
    error: expect.stringContaining('did not respond completely within 1 seconds'),
  });
});

test('a request that Ctrl+C ends is no site that cannot be reached', async () => {
  const interruption = new AbortController();
  server.script(() => interruption.abort());

  const run = await runCli(['health', '--url', server.url], { env, interrupted: interruption.signal });

  expect(run).toMatchObject({ code: 1, error: 'Stopped before the site responded.\n' });
});

test('a refused connection is reported as such', async () => {
  await server.close();

  expect(await asked()).toMatchObject({ code: 4, error: expect.stringContaining('the connection was refused') });
});

test('the token does not follow a redirect to another host', async () => {
  const other = await startScriptedServer();
  other.script(json(health));
  server.script((response) => void response.writeHead(307, { location: `${other.url}/commerce-bridge/health` }).end());

  const run = await asked();
  await other.close();

  expect(run).toMatchObject({ code: 4, error: expect.stringContaining(`redirects to ${other.url}`) });
  expect(other.seen).toEqual([]);
});
