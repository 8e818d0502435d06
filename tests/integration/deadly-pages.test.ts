import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import createKnex from 'knex';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { healthIssue } from '../../contracts/admin/health';
import { type RunMode, run as runSchema } from '../../contracts/admin/runs';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { removeSite } from '../support/sites/boot-site';
import { compiledProgram } from '../support/sites/compiled-programs';
import { connectionTo } from '../support/shops/shop';

/*
 * A product crashes the process that fetches it: a proxy in front of the simulator kills the site with SIGKILL as
 * soon as that product is requested.
 */

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const report = z.object({
  folder: z.string().optional(),
  run: runSchema.optional(),
  issues: z.array(healthIssue).optional(),
});
type Report = z.infer<typeof report>;

describe('a run whose process crashes whenever it fetches the same item', () => {
  let simulator: Simulator;
  let proxy: Server;
  let isDeadly: (query: URLSearchParams, path: string) => boolean = () => false;
  let kill: () => void = () => undefined;
  let environment: Record<string, string>;
  let folder: string | undefined;

  beforeEach(async () => {
    simulator = await startSimulator({ products: 120, quota: 0 });
    proxy = createServer((request, response) => {
      const url = new URL(request.url ?? '/', simulator.url);
      if (isDeadly(url.searchParams, url.pathname)) return kill();
      const headers = { 'x-auth-token': String(request.headers['x-auth-token']), accept: 'application/json' };
      void fetch(url, { headers }).then(
        async (upstream) =>
          response
            .writeHead(upstream.status, { 'content-type': 'application/json' })
            .end(Buffer.from(await upstream.arrayBuffer())),
        () => response.destroy(),
      );
    });
    await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
    const address = proxy.address();
    if (address === null || typeof address === 'string') throw new Error('the proxy does not listen on a port');
    environment = { ...connectionTo(simulator), COMMERCE_BRIDGE_API_URL: `http://127.0.0.1:${address.port}` };
    folder = undefined;
    isDeadly = () => false;
  });
  afterEach(async () => {
    proxy.closeAllConnections();
    await new Promise((resolve) => void proxy.close(resolve));
    await simulator.close();
    if (folder !== undefined) removeSite({ folder });
  });

  /** Boots the site in its own process; returns how its run ended, or null if it was killed. */
  async function live(start: RunMode | null): Promise<Report | null> {
    const order = JSON.stringify({ environment, start, ...(folder !== undefined && { folder }) });
    const program = await compiledProgram('tests/support/sites/site-process.ts');
    const site = spawn(process.execPath, [program, order], { stdio: ['ignore', 'pipe', 'pipe'] });
    const noise: string[] = [];
    site.stderr.on('data', (chunk: Buffer) => noise.push(chunk.toString('utf8')));
    const ended = new Promise<NodeJS.Signals | null>(
      (resolve) => void site.once('exit', (_code, signal) => resolve(signal)),
    );
    kill = () => void site.kill('SIGKILL');
    const run = new Promise<Report>((resolve) => {
      createInterface({ input: site.stdout }).on('line', (line) => {
        if (!line.startsWith('#')) return;
        const news = report.parse(JSON.parse(line.slice(1)));
        folder ??= news.folder;
        if (news.run) resolve(news);
      });
    });
    const outcome = await Promise.race([run, ended]);
    kill();
    const signal = await ended;
    if (signal !== 'SIGKILL') throw new Error(`the site ended on its own: ${noise.join('')}`);
    return typeof outcome === 'object' ? outcome : null;
  }

  /** Lets the lease of a dead process expire. */
  async function letLeaseEnd(): Promise<void> {
    const database = createKnex({
      client: 'better-sqlite3',
      connection: { filename: join(folder ?? '', 'data.db') },
      useNullAsDefault: true,
    });
    await database('commerce_bridge_leases').update({ expires_at: 0 });
    await database.destroy();
  }

  /** Starts a run and boots the site again as often as it is killed. */
  async function untilEnded(mode: RunMode): Promise<{ deaths: number; ended: Report }> {
    for (let deaths = 0; deaths < 10; deaths += 1) {
      const ended = await live(deaths === 0 ? mode : null);
      if (ended) return { deaths, ended };
      await letLeaseEnd();
    }
    throw new Error('the run killed its process ten times');
  }

  test('leaves out the product that causes it, by its id, and imports all others', async () => {
    const deadly = String(simulator.store.products.ids()[60]);
    const namesIt = (query: URLSearchParams) =>
      query.get('id:in')?.split(',').includes(deadly) ?? query.get('page') === '2';
    isDeadly = (query, path) => path.endsWith('/catalog/products') && !query.has('include_fields') && namesIt(query);

    const { deaths, ended } = await untilEnded('full');
    // Once before the previous page was written, then three times at the same checkpoint.
    expect(deaths).toBeLessThanOrEqual(4);
    expect(ended.run).toMatchObject({
      status: 'partial',
      total: 120,
      counts: { fetched: 120, created: 119, failed: 1 },
    });
    expect(ended.run?.failures).toEqual([
      { entity: 'product', id: Number(deadly), name: null, reason: expect.stringMatching(/process ended/) },
    ]);
  });

  test('that compares everything leaves out the product that causes it, by its id, and applies all other changes', async () => {
    const { products } = simulator.store;
    const tracked = products.ids().filter((id) => products.get(id)?.fields.inventory_tracking === 'product');
    const [first = 0, deadly = 0, last = 0] = tracked;
    expect((await live('full'))?.run?.status).toBe('succeeded');
    await letLeaseEnd();
    for (const id of [first, deadly, last]) products.restock(id, 4321);
    isDeadly = (query, path) =>
      path.endsWith('/catalog/products') && (query.get('id:in')?.split(',').includes(String(deadly)) ?? false);

    const { deaths, ended } = await untilEnded('sweep');
    // Once while several pages waited for one request, then three times at the same checkpoint.
    expect(deaths).toBeLessThanOrEqual(4);
    expect(ended.run).toMatchObject({ status: 'partial', counts: { updated: 2, failed: 1 } });
    expect(ended.run?.failures).toEqual([
      { entity: 'product', id: deadly, name: null, reason: expect.stringMatching(/process ended/) },
    ]);
  });

  test('fails after three crashes at the same checkpoint, and the site boots and says so', async () => {
    isDeadly = (query, path) => path.endsWith('/catalog/products') && query.get('page') === '2';

    const { deaths, ended } = await untilEnded('full');
    expect(deaths).toBeLessThanOrEqual(4);
    expect(ended.run).toMatchObject({
      status: 'failed',
      reasons: [{ code: 'run_stuck', values: { deaths: 3, phase: 'products', page: 1 } }],
    });
    expect(ended.issues).toContainEqual({
      code: 'sync_failed',
      values: expect.anything(),
      causes: [{ code: 'run_stuck', values: expect.objectContaining({ deaths: 3, page: 1 }) }],
    });
  });
});
