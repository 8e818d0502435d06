import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  run as runSchema,
  runChange,
  runFailure,
  runFailureList,
  runHistory,
  runLog,
  syncResponse,
  type Run,
  type RunLogLine,
} from '../../contracts/admin/runs';
import { productList } from '../../contracts/rest/products';
import { createKnexRunLog } from '../../server/src/sync/runs/knex-run-log';
import { ManualClock } from '../../simulator/src/clock';
import { eventually } from '../support/time/eventually';
import { finishedRun } from '../support/sites/runs';
import { openShop, type Shop } from '../support/shops/shop';

const reportSchema = z.strictObject({
  run: runSchema.omit({ failures: true }),
  failures: z.array(runFailure),
  changes: z.array(runChange),
});

describe('what a run reports', () => {
  let shop: Shop;
  let store: Shop['simulator']['store'];

  beforeAll(async () => {
    shop = await openShop({ simulator: { products: 160 } });
    ({ store } = shop.simulator);
    await shop.synchronize();
  });
  afterAll(() => shop.close());

  const total = async () => productList.parse(await shop.read('/products')).total;
  const reportOf = async (run: Pick<Run, 'id'>) =>
    shop.site.admin('GET', `/commerce-bridge/sync/runs/${run.id}/report`);
  const runWith = async (fault: Parameters<Shop['simulator']['faults']['add']>[0], mode: 'full' | 'sweep' = 'full') => {
    shop.simulator.faults.add(fault);
    const run = await shop.synchronize({ mode });
    shop.simulator.faults.clear();
    return run;
  };
  const emptyPage = {
    data: [],
    meta: {
      pagination: { total: 0, count: 0, per_page: 50, current_page: 1, total_pages: 0, links: {}, too_many: false },
    },
  };

  test('lists all failures in a downloadable report, and the first hundred in the run', async () => {
    const broken = store.products.ids().slice(0, 130);
    const prices = new Map(broken.map((id) => [id, store.products.get(id)?.fields.price]));
    for (const id of broken) store.products.update(id, { price: 1e30 });
    const run = await shop.synchronize();
    for (const id of broken) store.products.update(id, { price: prices.get(id) });

    expect(run).toMatchObject({
      status: 'partial',
      counts: { failed: 130, removed: 0 },
      error: expect.stringMatching(/^130 records couldn't be imported/),
      reasons: [{ code: 'items_failed', values: { count: 130 } }],
    });
    expect(run.failures).toHaveLength(100);
    const { headers, body } = await reportOf(run);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="commerce-bridge-run-${run.id}.json"`);
    const report = reportSchema.parse(body);
    expect(report.run).toMatchObject({ id: run.id, status: 'partial', counts: { failed: 130 } });
    expect(report.failures.map(({ id }) => id)).toEqual(broken);
    expect(report.failures[0]).toEqual({
      entity: 'product',
      id: broken[0],
      name: store.products.get(broken[0] ?? 0)?.fields.name,
      reason: expect.stringMatching(/price/),
    });
    expect(report.changes).toEqual([]);
  });

  test('returns failures page by page, and none in the list of runs', async () => {
    const broken = store.products.ids().slice(0, 25);
    const prices = new Map(broken.map((id) => [id, store.products.get(id)?.fields.price]));
    for (const id of broken) store.products.update(id, { price: 1e30 });
    const { id: runId } = await shop.synchronize();
    for (const id of broken) store.products.update(id, { price: prices.get(id) });

    const failures = async (query: string) =>
      shop.site.admin('GET', `/commerce-bridge/sync/runs/${runId}/failures?${query}`);
    const second = runFailureList.parse((await failures('page=2')).body);
    expect({ ...second, failures: second.failures.map(({ id }) => id) }).toEqual({
      failures: broken.slice(20),
      total: 25,
      page: 2,
      pages: 2,
    });
    expect((await failures('pageSize=101')).status).toBe(400);
    expect((await shop.site.admin('GET', '/commerce-bridge/sync/runs/nobody/failures')).status).toBe(404);
    const [listed] = runHistory.parse((await shop.site.admin('GET', '/commerce-bridge/sync/runs')).body).runs;
    expect(listed).toMatchObject({ id: runId, counts: { failed: 25 }, failures: [] });
  });

  test('has an empty report when all went well, and none for a run that never existed', async () => {
    const run = await shop.synchronize();
    expect(reportSchema.parse((await reportOf(run)).body)).toMatchObject({ failures: [], changes: [] });
    expect((await reportOf({ id: 'nobody' })).status).toBe(404);
  });

  test.each<[string, unknown]>([
    ['an empty object', {}],
    ['no data', { data: null, meta: emptyPage.meta }],
    ['no paging', { data: [] }],
    [
      'a count without items',
      { data: [], meta: { pagination: { ...emptyPage.meta.pagination, total: 160, total_pages: 4 } } },
    ],
    [
      'items that are none',
      {
        data: ['nonsense', 7, null],
        meta: { pagination: { ...emptyPage.meta.pagination, total: 3, count: 3, total_pages: 1 } },
      },
    ],
  ])('keeps every product when a listing comes with %s', async (_, body) => {
    const before = await total();
    for (const mode of ['full', 'sweep'] as const) {
      const run = await runWith({ kind: 'status', status: 200, path: '/v3/catalog/products', times: 1, body }, mode);
      expect(run).toMatchObject({ status: expect.stringMatching(/^(failed|partial)$/), counts: { removed: 0 } });
    }
    expect(await total()).toBe(before);
  });

  test('requests again when it gets a web page instead of a listing', async () => {
    const run = await runWith({
      kind: 'status',
      status: 200,
      path: '/v3/catalog/products',
      times: 1,
      body: '<html><body>Maintenance</body></html>',
    });
    expect(run).toMatchObject({ status: 'succeeded', counts: { unchanged: 160, removed: 0 } });
  });

  test.each(['/v3/catalog/products', '/v3/catalog/trees/categories', '/v3/catalog/brands'])(
    'keeps everything when the listing of %s is empty once',
    async (path) => {
      const before = await total();
      const run = await runWith({ kind: 'status', status: 200, path, times: 1, body: emptyPage });
      expect(run).toMatchObject({
        status: 'succeeded',
        countsByEntity: { product: { removed: 0 }, category: { removed: 0 }, brand: { removed: 0 } },
      });
      expect(await total()).toBe(before);
    },
  );

  test('is partial with the numbers when upstream counts products that it does not list', async () => {
    const run = await runWith({
      kind: 'status',
      status: 200,
      path: '/v3/catalog/products',
      skip: 3,
      times: 1,
      body: { ...emptyPage, meta: { pagination: { ...emptyPage.meta.pagination, total: 175, total_pages: 3 } } },
    });
    expect(run).toMatchObject({
      status: 'partial',
      error: expect.stringMatching(/BigCommerce reported 175 products but returned 160/),
      reasons: [{ code: 'listed_fewer', values: { entity: 'product', total: 175, listed: 160 } }],
    });
  });
});

describe('the log of a run', () => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await openShop({ simulator: { products: 120 } });
  });
  afterAll(() => shop.close());

  const linesOf = async (id: string) =>
    runLog
      .parse((await shop.site.admin('GET', `/commerce-bridge/sync/runs/${id}/log`)).body)
      .entries.map(({ line }) => line);
  const of = <Kind extends RunLogLine['kind']>(lines: RunLogLine[], kind: Kind) =>
    lines.filter((line): line is Extract<RunLogLine, { kind: Kind }> => line.kind === kind);

  test('shows from start to end what was written, what failed, and what went wrong in between', async () => {
    const [broken = 0] = shop.simulator.store.products.ids();
    shop.simulator.store.products.update(broken, { price: 1e30 });
    shop.simulator.faults.add({ kind: 'status', status: 500, path: '/v3/catalog/products', times: 1 });
    const run = await shop.synchronize();
    const lines = await linesOf(run.id);
    expect(lines[0]).toEqual({ kind: 'started', mode: 'full' });
    expect(of(lines, 'trouble')).toEqual([{ kind: 'trouble', path: '/v3/catalog/products', status: 500 }]);
    expect(of(lines, 'failure')).toEqual([
      {
        kind: 'failure',
        entity: 'product',
        id: broken,
        name: expect.any(String),
        reason: expect.stringMatching(/price/),
      },
    ]);
    // Pages that arrive together are written together.
    const written = of(lines, 'written')
      .filter(({ entity }) => entity === 'product')
      .map(({ fetched }) => fetched);
    expect([written[0], written.at(-1)]).toEqual([50, 120]);
    expect(lines.at(-1)).toEqual({
      kind: 'ended',
      status: 'partial',
      error: expect.stringMatching(/^1 record couldn't be imported/),
    });
  });

  test('can be read during the run', async () => {
    shop.simulator.faults.add({ kind: 'delay', milliseconds: 60_000, path: '/v3/catalog/products', skip: 1 });
    const { body } = await shop.site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
    const { id } = runSchema.parse(body);
    await eventually(async () => of(await linesOf(id), 'written').some(({ entity }) => entity === 'product'));
    expect(of(await linesOf(id), 'ended')).toEqual([]);
    await shop.site.admin('POST', '/commerce-bridge/sync/cancel');
    shop.simulator.faults.clear();
    const lines = await linesOf(id);
    expect(lines.at(-1)).toEqual({ kind: 'ended', status: 'cancelled', error: null });
    // Canceling aborted the current request: the store did nothing wrong.
    expect(of(lines, 'trouble')).toEqual([]);
  });

  test('keeps its last two hundred lines, however many items fail', async () => {
    const log = createKnexRunLog(shop.site.strapi.db.connection);
    const failure = (id: number): RunLogLine => ({
      kind: 'failure',
      entity: 'product',
      id,
      name: null,
      reason: 'too long a name',
    });
    for (let start = 0; start < 500; start += 125) {
      await log.append(
        'long',
        Array.from({ length: 125 }, (_, index) => ({ at: new Date(), line: failure(start + index) })),
        200,
      );
    }
    expect(of(await linesOf('long'), 'failure').map(({ id }) => id)).toEqual(
      Array.from({ length: 200 }, (_, index) => 300 + index),
    );
    expect(await linesOf('nobody')).toEqual([]);
  });
});

describe('the budget of a run', () => {
  test('is paced before it is used up, leaves the reserve alone, and shows how long it waited', async () => {
    // Even the slowest machine makes more than four requests in two seconds.
    const shop = await openShop({
      simulator: { products: 300, quota: 12, quotaWindowMilliseconds: 2000 },
      site: { environment: { COMMERCE_BRIDGE_UPSTREAM_RESERVE: '8' } },
    });
    const run = await shop.synchronize();
    expect(run).toMatchObject({ status: 'succeeded', counts: { created: 300 } });
    expect(run.requests).toBe(shop.simulator.requests.total);
    expect(run.waitedMs).toBeGreaterThan(200);
    expect(run.quotaLeft).toBeGreaterThanOrEqual(8 - 3);
    expect(shop.simulator.quota.rejected).toBe(0);
    await shop.close();
  });

  test('is visible while the run waits for it', async () => {
    const shop = await openShop({
      simulator: { products: 200, quota: 10, quotaWindowMilliseconds: 3_600_000, clock: new ManualClock() },
    });
    await shop.site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
    const current = await eventually(async () => {
      const { current: run } = syncResponse.parse((await shop.site.admin('GET', '/commerce-bridge/sync')).body);
      return run && run.requests >= 5 ? run : null;
    });
    expect(current).toMatchObject({ quotaLeft: 5, status: 'running' });
    await shop.site.admin('POST', '/commerce-bridge/sync/cancel');
    expect(await finishedRun(shop.site)).toMatchObject({ status: 'cancelled', requests: 5 });
    await shop.close();
  });
});
