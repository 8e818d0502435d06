import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { repository } from '../../../scripts/lib/paths';
import { runCli } from '../../support/sites/run-cli';
import { json, type ScriptedServer, startScriptedServer } from '../../support/http/scripted-server';

let server: ScriptedServer;
beforeEach(async () => {
  server = await startScriptedServer();
});
afterEach(() => server.close());

const given = (...args: string[]) => runCli([...args, '--url', server.url]);
const notFound = { data: null, error: { status: 404, name: 'NotFoundError', message: 'No such event.', details: {} } };

const tooMany = json(
  { code: 'read_rate_limited', message: 'Try again in a second.', data: { status: 429, retryAfter: 1 } },
  { status: 429, headers: { 'retry-after': '1' } },
);

test.each([
  ['an unknown command', ['synchronize']],
  ['an unknown option', ['status', '--fast']],
  ['no command', []],
  ['options that exclude each other', ['sync', '--full', '--sweep']],
  ['a missing argument', ['resync']],
  ['a limit that is no number', ['status', '--timeout', 'soon']],
  ['a status that no event has', ['events', 'list', '--status', 'lost']],
  ['neither ids nor --all', ['events', 'retry']],
  ['a product without a name', ['resync', '']],
  ['a product whose name leads elsewhere', ['explain', '..']],
  ['a market without a name', ['explain', '112', '--market', ' ']],
  ['events of which one leads elsewhere', ['events', 'discard', '4821', '.']],
  ['a token as an argument', ['status', '--token', 'secret']],
])('%s is a wrong command line: nothing is asked', async (_name, args) => {
  expect(await given(...args)).toMatchObject({ code: 2, out: '' });
  expect(server.seen).toEqual([]);
});

test.each([
  [['synchronize'], "unknown command 'synchronize'"],
  [['status', '--fast'], "unknown option '--fast'"],
  [['sync', '--full', '--sweep'], "option '--full' cannot be used with option '--sweep'"],
  [['events', 'retry'], 'No event is given.'],
  [[], 'No command is given.'],
])('the wrong command line %j is reported to scripts as JSON', async (args, message) => {
  const { code, out } = await given(...args, '--json');

  expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 2, error: { exitCode: 2, message } });
});

test('a missing site is reported to scripts as JSON', async () => {
  const { code, out } = await runCli(['status', '--json']);

  expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 2, error: { exitCode: 2 } });
});

test.each([[[]], [['--url', 'cms.example.com']], [['--url', 'ftp://cms.example.com']]])(
  'an address that is none is refused with an example: %j',
  async (args) => {
    expect(await runCli(['status', ...args])).toMatchObject({
      code: 2,
      error: expect.stringContaining('for example https://cms.example.com'),
    });
  },
);

test('an address that is set but empty, as by a pipeline without its secret, is not the site of the folder', async () => {
  const folder = join(repository, 'playground');
  expect(await runCli(['status'], { folder, env: { COMMERCE_BRIDGE_CLI_URL: '' } })).toMatchObject({
    code: 2,
    out: '',
    error: expect.stringContaining('No site is given'),
  });
});

test('a password in the address is refused and not repeated', async () => {
  const { code, error } = await runCli(['status', '--url', 'https://ada:hunter2@cms.example.com']);

  expect(code).toBe(2);
  expect(error).not.toContain('hunter2');
});

test('a token with a line break inside is refused and not repeated', async () => {
  const { code, error } = await runCli(['status', '--url', server.url], {
    env: { COMMERCE_BRIDGE_CLI_TOKEN: 'one\ntwo' },
  });

  expect(code).toBe(2);
  expect(error).not.toContain('two');
});

test.each(
  [
    'status,sync,cancel,resync,explain,health,diagnostics,purge,import-fields,export,completion'
      .split(',')
      .map((name) => [name]),
    ['list', 'retry', 'discard'].map((name) => ['events', name]),
    ['list', 'register'].map((name) => ['webhooks', name]),
  ].flat(),
)('%s %s has help', async (...names) => {
  const { code, out } = await runCli([...names.filter((name) => typeof name === 'string'), '--help']);

  expect(code).toBe(0);
  expect(out).toMatch(new RegExp(`^Usage: commerce-bridge ${names.filter(Boolean).join(' ')} `));
});

test('the version is that of the package', async () => {
  expect(await runCli(['--version'])).toEqual({ code: 0, out: '1.2.3\n', error: '' });
});

test('whoever cancels without a sync is told whether further markets are no longer read', async () => {
  server.script(json({ run: null, areMarketsCanceled: true }), json({ run: null, areMarketsCanceled: false }));

  expect((await given('cancel')).out).toBe(
    'No sync was under way. Reading of further markets is stopped until the next full sync or sweep.\n',
  );
  expect((await given('cancel')).out).toBe('No sync is under way.\n');
});

test('of several products one that fails makes it done in part', async () => {
  server.script(
    json({ id: 1, outcome: 'updated', reason: null }),
    json({ id: 2, outcome: 'failed', reason: 'It has no name.' }),
  );

  expect(await given('resync', '1', 'two')).toEqual({
    code: 5,
    out: '1: updated\ntwo: failed: It has no name.\n',
    error: '',
  });
});

test('of several events one that is gone does not keep the others', async () => {
  server.script(json(notFound, { status: 404 }), (response) => void response.writeHead(204).end());

  expect(await given('events', 'discard', '7', '8')).toEqual({
    code: 5,
    out: '8: discarded\n',
    error: '7: The site responded with 404: No such event.\n',
  });
});

test('what was done before the site went away is reported to scripts, too', async () => {
  server.script(
    (response) => void response.writeHead(204).end(),
    json(notFound, { status: 404 }),
    (response) => response.destroy(),
  );

  const { code, out } = await given('events', 'discard', '6', '7', '8', '--json');

  expect({ code, ...JSON.parse(out) }).toMatchObject({
    code: 4,
    results: [
      { given: '6', discarded: true },
      { given: '7', error: { message: 'The site responded with 404: No such event.' } },
    ],
    error: { exitCode: 4 },
  });
});

test('a slug cannot lead to another path of the admin API', async () => {
  server.script(json({ id: 1, outcome: 'updated', reason: null }));

  await given('resync', '../catalog/clear?');

  expect(server.seen.map(({ url }) => url)).toEqual(['/commerce-bridge/products/..%2Fcatalog%2Fclear%3F/resync']);
});

test('names from the store cannot control the terminal', async () => {
  server.script(json({ id: 1, outcome: 'failed', reason: 'bad \u001B[2J name\r\u202Ex' }));

  expect((await given('resync', '1')).out).toBe('1: failed: bad  [2J name x\n');
});

test('an error of the site cannot control the terminal, or look like more than one line', async () => {
  const message = 'no\u009B2J such\u001B]0;title\u0007 event\nThe sync one succeeded.';
  server.script(json({ ...notFound, error: { ...notFound.error, message } }, { status: 404 }));

  const { code, out, error } = await given('events', 'discard', '7');

  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(error).toBe('7: The site responded with 404: no 2J such ]0;title  event The sync one succeeded.\n');
});

test('scripts get all characters of a name, but none that controls a terminal as it is', async () => {
  const reason = 'bad \u009B2J \u202Ename\u007F\n';
  server.script(json({ id: 1, outcome: 'failed', reason }));

  const { out } = await given('resync', '1', '--json');

  expect(out).toContain('\\u009b2J \\u202ename\\u007f\\n');
  expect(JSON.parse(out)).toMatchObject([{ given: '1', reason }]);
});

test('webhooks of which some failed are shown, and are done in part', async () => {
  const hook = { id: 1, scope: 'store/product/*', destination: 'https://x.example', isActive: true };
  const hooks = [
    { ...hook, outcome: 'created', message: null },
    { ...hook, outcome: 'failed', message: 'The store refused it.' },
  ];
  const error = { status: 502, name: 'RegistrationError', message: '1 of 2 failed.', details: { hooks } };
  server.script(json({ data: null, error }, { status: 502 }));

  const { code, out } = await given('webhooks', 'register');

  expect(code).toBe(5);
  expect(out).toContain('The store refused it.');
});

test('a reader that goes away, as head does, ends an export quietly', async () => {
  const brands = Array.from({ length: 50 }, (_, id) => ({ id, name: 'Brand', slug: `brand-${id}` }));
  server.script(json({ brands, total: 5000, pages: 100 }));
  const lines: string[] = [];
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done(lines.length < 3 ? null : Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    },
  });

  const run = await runCli(['export', 'brands', '--url', server.url], { stdout });

  expect(run).toMatchObject({ code: 0, error: '' });
  expect(server.seen).toHaveLength(1);
});

test.each([
  ['export', 'brands'],
  ['events', 'discard', '7'],
])('a result that cannot be written, as on a full disk, is a failure: %s', async (...args) => {
  const brands = [{ id: 1, name: 'Brand', slug: 'brand' }];
  server.script(
    args[0] === 'export' ? json({ brands, total: 1, pages: 1 }) : (response) => void response.writeHead(204).end(),
  );
  const stdout = new Writable({
    write: (_chunk, _encoding, done) =>
      void setImmediate(done, Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })),
  });

  const { code, error } = await runCli([...args, '--url', server.url], { stdout });

  expect({ code, error }).toEqual({ code: 1, error: expect.stringContaining('no space left on device') });
});

test('an export that fails in the middle says so to a script in one line next to the records', async () => {
  const error = { code: 'internal_error', message: 'No.', data: { status: 500 } };
  server.script(
    json({ brands: [{ id: 1, name: 'Brand', slug: 'brand' }], total: 500, pages: 2 }),
    json(error, { status: 500 }),
  );

  const { code, out, error: report } = await given('export', 'brands', '--json');

  expect({ code, out }).toEqual({ code: 1, out: '{"id":1,"name":"Brand","slug":"brand"}\n' });
  expect(
    report
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([{ error: { exitCode: 1 } }]);
});

test('an export waits where the site is busy with others, and continues', async () => {
  const page = (id: number) => json({ brands: [{ id, name: 'Brand', slug: `brand-${id}` }], total: 2, pages: 2 });
  server.script(page(1), tooMany, tooMany, page(2));

  const { code, out, error } = await given('export', 'brands');

  expect({ code, lines: out.trimEnd().split('\n').length }).toEqual({ code: 0, lines: 2 });
  expect(error).toContain('defers some requests');
});

test('an export fails when the site defers it for two minutes', async () => {
  server.script(tooMany);

  const { code, error } = await given('export', 'brands');

  expect(code).toBe(3);
  expect(error).toContain('Try again in a second.');
  expect(server.seen.length).toBeGreaterThan(100);
});

test('an export sends no token', async () => {
  server.script(json({ brands: [{ id: 1, name: 'Brand', slug: 'brand' }], total: 1, pages: 1 }));

  const run = await runCli(['export', 'brands', '--url', server.url], { env: { COMMERCE_BRIDGE_CLI_TOKEN: 'secret' } });

  expect(run).toMatchObject({ code: 0, out: '{"id":1,"name":"Brand","slug":"brand"}\n' });
  expect(server.seen[0]?.headers.authorization).toBeUndefined();
});
