import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordKinds } from '../server/src/catalog/writing/record-kinds';
import { systemClock } from '../server/src/lib/clock';
import { createUpstreamAccess } from '../server/src/upstream/upstream-access';
import { binaries, cache, repository } from '../scripts/lib/paths';
import { createAdministrator, startSite } from '../tests/support/sites/start-site';
import { table, writeSection } from './lib/report';
import { firstRun, peakResidentMegabytes } from './lib/runs';

/**
 * A first full sync on SQLite: products per second compared to a loop of `strapi.documents().create` with the same
 * fields and relations, and the site's peak resident memory at 10,000 and 100,000 products.
 */
const loopSize = 400;
// Two numbers on the command line measure other sizes, and leave BENCHMARKS.md alone.
const givenSizes = process.argv.slice(2).map(Number);
const sizes = givenSizes.length === 2 ? givenSizes : [10_000, 100_000];

const storeHash = 'demostore1';
const accessToken = 'simulator-access-token';

void main();

async function main(): Promise<void> {
  const loops = [await measureLoop()];
  console.log(`documents().create: ${loops.map((loop) => loop.toFixed(0)).join()} products a second`);
  const syncs: { size: number; ratio: number; perSecond: number; peakMegabytes: number; requests: number }[] = [];
  for (const size of sizes) {
    const before = loops.at(-1) ?? 0;
    const sync = await measureSync(size);
    const after = await measureLoop();
    loops.push(after);
    // The machine may be shared, with varying speed: each figure is compared to the loops right before and after it.
    const ratio = sync.perSecond / ((before + after) / 2);
    console.log(
      `full sync of ${size}: ${sync.perSecond.toFixed(0)} products per second, ${ratio.toFixed(1)} times the loop, peak ${sync.peakMegabytes.toFixed(0)} MB; the loop then: ${after.toFixed(0)}`,
    );
    syncs.push({ size, ratio, ...sync });
  }
  if (givenSizes.length === 2) return;

  const [small, large] = syncs;
  if (!small || !large) throw new Error('there are two sizes');
  const growth = (large.peakMegabytes / small.peakMegabytes - 1) * 100;
  const rows = syncs.map(({ size, ratio, perSecond, peakMegabytes, requests }) => [
    size.toLocaleString('en'),
    `${ratio.toFixed(1)} ×`,
    perSecond.toFixed(0),
    `${peakMegabytes.toFixed(0)} MB`,
    requests.toLocaleString('en'),
  ]);
  writeSection({
    id: 'full-sync',
    title: 'First full sync, SQLite',
    body: [
      table([
        [
          'Products',
          'Compared to `documents().create`',
          'Products per second',
          'Peak resident memory',
          'Upstream requests',
        ],
        ...rows,
      ]),
      '',
      `The loop of \`strapi.documents().create\` with the same fields and relations created ${loops.map((loop) => loop.toFixed(0)).join(', ')} products per second over ${loopSize} products (before, between, and after); each ratio is to the mean of the loops before and after it. Both sites configure SQLite as the demo does: a write-ahead log, \`synchronous\` at normal.`,
      `From ${small.size.toLocaleString('en')} to ${large.size.toLocaleString('en')} products, the site's peak resident memory changed by ${growth.toFixed(0)} %.`,
      "The simulated upstream responds from memory, in its own process on the same machine and without a request quota; over the network, upstream's limits are the bottleneck, not the database.",
    ].join('\n'),
  });
}

async function measureLoop(): Promise<number> {
  const simulator = await startSimulatorProcess(loopSize);
  try {
    const file = join(cache, 'document-loop-products.json');
    mkdirSync(cache, { recursive: true });
    writeFileSync(file, JSON.stringify(await loopProducts(simulator.url)));
    const output = execFileSync(
      process.execPath,
      [join(binaries, 'tsx'), join(repository, 'benchmarks/document-loop.ts'), file],
      {
        encoding: 'utf8',
        env: { ...process.env, NODE_ENV: 'production', STRAPI_TELEMETRY_DISABLED: 'true' },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const result: { perSecond: number } = JSON.parse(String(output.trim().split('\n').at(-1)));
    return result.perSecond;
  } finally {
    simulator.stop();
  }
}

async function loopProducts(apiUrl: string): Promise<unknown[]> {
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const access = createUpstreamAccess({ clock: systemClock, random: Math.random, logger: silent });
  const catalog = access.catalog({ apiUrl, storeHash, accessToken });
  const products: unknown[] = [];
  for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
    const response = await catalog.readProducts({ page, channelId: 1 });
    totalPages = response.totalPages;
    for (const product of response.items) {
      const row = recordKinds.product.row(product);
      const fields = Object.fromEntries(
        Object.entries(row).map(([column, value]) => [
          camelCase(column),
          jsonColumns.has(column) ? JSON.parse(String(value)) : value,
        ]),
      );
      products.push({
        fields: { ...fields, upstreamId: product.id, slug: product.slugClaim },
        categoryIds: product.categoryIds,
        brandId: product.brandId,
      });
    }
  }
  await access.close();
  return products;
}

const jsonColumns = new Set(['variants', 'images', 'custom_fields', 'tags', 'seo', 'related_ids', 'category_ids']);
const camelCase = (column: string) => column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

async function measureSync(size: number): Promise<Sync> {
  const simulator = await startSimulatorProcess(size);
  const store = await startProcess(['benchmarks/replaying-store.ts', simulator.url]);
  try {
    // The first sync requests everything from the simulator, so that the second one gets it from memory.
    await syncFreshSite(store.url, size);
    return await syncFreshSite(store.url, size);
  } finally {
    store.stop();
    simulator.stop();
  }
}

interface Sync {
  perSecond: number;
  peakMegabytes: number;
  requests: number;
}

async function syncFreshSite(apiUrl: string, size: number): Promise<Sync> {
  const site = await startSite({
    env: {
      COMMERCE_BRIDGE_API_URL: apiUrl,
      COMMERCE_BRIDGE_STORE_HASH: storeHash,
      COMMERCE_BRIDGE_ACCESS_TOKEN: accessToken,
      COMMERCE_BRIDGE_SYNC_SCHEDULE: 'off',
    },
  });
  try {
    const { run, perSecond } = await firstRun(await createAdministrator(site), size);
    return { perSecond, peakMegabytes: peakResidentMegabytes(site.pid), requests: run.requests };
  } finally {
    await site.stop();
  }
}

function startSimulatorProcess(products: number): Promise<{ url: string; stop: () => void }> {
  return startProcess(['simulator/src/cli.ts', '--port', '0', '--products', String(products), '--no-quota']);
}

/** Starts a program that prints its URL first. */
async function startProcess([program = '', ...args]: readonly string[]): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, [join(binaries, 'tsx'), join(repository, program), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const [said]: unknown[] = await once(child.stdout, 'data');
  const url = /http:\/\/[\w.:]+/.exec(String(said))?.[0];
  if (url === undefined) throw new Error(`${program} printed no URL: ${String(said)}`);
  const stop = () => {
    // The whole process group: the command starts the simulator as a child process.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  };
  return { url, stop };
}
