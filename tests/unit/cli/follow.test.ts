import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Run, RunStatus, SyncResponse } from '../../../contracts/admin/runs';
import { runCli, swiftClock } from '../../support/sites/run-cli';
import { json, type Reply, type ScriptedServer, startScriptedServer } from '../../support/http/scripted-server';

let server: ScriptedServer;
beforeEach(async () => {
  server = await startScriptedServer();
});
afterEach(() => server.close());

const counts = { fetched: 5, created: 1, updated: 2, unchanged: 1, removed: 0, failed: 1 };
const aRun = (changes: Partial<Run> = {}): Run => ({
  id: 'one',
  mode: 'incremental',
  dryRun: false,
  status: 'running',
  startedAt: '2026-01-01T00:00:00.000Z',
  finishedAt: null,
  phase: 'products',
  counts,
  countsByEntity: { product: counts, category: counts, brand: counts },
  total: 10,
  requests: 3,
  waitedMs: 0,
  allowMassRemoval: false,
  quotaLeft: null,
  failures: [],
  error: null,
  reasons: [],
  ...changes,
});
const ended = (status: RunStatus, changes: Partial<Run> = {}) =>
  aRun({ status, finishedAt: '2026-01-01T00:00:02.000Z', phase: 'finished', ...changes });
const state = ({ current = null, last = null }: Partial<SyncResponse>): Reply =>
  json({ current, last, lastWriting: last, hasSynced: true, schedule: null } satisfies SyncResponse);
const started = json(aRun(), { status: 202 });
const follow = (...args: string[]) => runCli(['sync', '--follow', '--url', server.url, ...args]);

test.each([
  ['succeeded', 0],
  ['partial', 5],
  ['failed', 1],
  ['cancelled', 1],
] as const)('a run that ends %s ends with the exit code %i', async (status, code) => {
  server.script(started, state({ current: aRun() }), state({ last: ended(status) }));

  const run = await follow();

  expect(run.code).toBe(code);
  expect(run.error).toContain('products: 5 of 10 (50 %), 1 failed');
  expect(run.out).toContain('1 created, 2 updated, 0 removed, 1 unchanged, 1 failed');
});

test('on a terminal, one line is rewritten, with a bar as long as what is done', async () => {
  const at = (fetched: number) => state({ current: aRun({ counts: { ...counts, failed: 0, fetched } }) });
  server.script(started, at(0), at(5), at(10), state({ last: ended('succeeded') }));

  const { error } = await runCli(['sync', '--follow', '--url', server.url], { isTerminal: true });

  expect(error.split('\n').slice(1)).toEqual([
    [
      '\r\u001B[K[------------------------] products: 0 of 10 (0 %)',
      '\r\u001B[K[############------------] products: 5 of 10 (50 %)',
      '\r\u001B[K[########################] products: 10 of 10 (100 %)',
    ].join(''),
    '',
  ]);
});

test.each([
  [[], 'incremental', false],
  [['--full'], 'full', false],
  [['--sweep', '--dry-run'], 'sweep', true],
])('%j starts what it says', async (args, mode, dryRun) => {
  server.script(started);

  expect((await runCli(['sync', '--url', server.url, ...args])).code).toBe(0);
  expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({ mode, dryRun, allowMassRemoval: false });
});

test('a site that restarts is waited for', async () => {
  server.script(
    started,
    (response) => response.destroy(),
    (response) => void response.writeHead(502, { 'content-type': 'text/html' }).end('<html>'),
    json({ error: { name: 'Error', message: 'starting', details: {} } }, { status: 503 }),
    state({ current: aRun() }),
    state({ last: ended('succeeded') }),
  );

  expect((await follow()).code).toBe(0);
});

test('following a site that stays away ends after two minutes', async () => {
  server.script(started, (response) => response.destroy());
  const clock = swiftClock();

  const run = await runCli(['sync', '--follow', '--url', server.url], { clock });

  expect(run.code).toBe(4);
  expect(clock.now()).toBe(120_000);
});

test('a token that is withdrawn meanwhile ends it at once', async () => {
  server.script(started, json({ error: { name: 'Error', message: 'no', details: {} } }, { status: 401 }));

  expect((await follow()).code).toBe(3);
});

test('another run that started since does not hide how this one ended', async () => {
  const other = aRun({ id: 'two' });
  server.script(
    started,
    state({ current: other, last: other }),
    json({ runs: [other, ended('partial')], total: 2, page: 1, pages: 1 }),
  );

  expect((await follow()).code).toBe(5);
});

test('Ctrl+C leaves the run going, and says so', async () => {
  const interruption = new AbortController();
  server.script(started, state({ current: aRun() }));

  const run = await runCli(['sync', '--follow', '--url', server.url], {
    interrupted: interruption.signal,
    clock: { now: () => 0, pause: () => Promise.resolve(interruption.abort()) },
  });

  expect(run).toMatchObject({ code: 1, error: expect.stringContaining('The sync one continues on the site') });
  expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /commerce-bridge/sync',
    'GET /commerce-bridge/sync',
  ]);
});

test('a second run is refused, and says what can be done', async () => {
  const details = { code: 'sync_busy', run: aRun() };
  const error = { status: 409, name: 'ConflictError', message: 'A sync is already running.', details };
  server.script(json({ data: null, error }, { status: 409 }));

  expect(await follow()).toMatchObject({ code: 3, error: expect.stringContaining('commerce-bridge cancel') });
});
