import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { eventList } from '../contracts/admin/events';
import { productList } from '../contracts/rest/products';
import { cache } from '../scripts/lib/paths';
import { launchSimulator } from '../scripts/lib/simulator-process';
import { deliveryBody, standardDelivery } from '../tests/support/shops/deliveries';
import { eventually } from '../tests/support/time/eventually';
import { finishedRun } from '../tests/support/sites/runs';
import { createAdministrator, startSite, type Administrator, type TestSite } from '../tests/support/sites/start-site';
import { offer, percentile, saturate, type LoadRequest, type LoadResult } from './lib/load';
import { table, writeSection } from './lib/report';

/**
 * The webhook receiver on SQLite: deliveries sent at a fixed rate from one load generator, while the worker runs,
 * products change upstream, and REST reads are sent at a quarter of their idle rate. A 200 means committed to the
 * site's database.
 */
const products = 1000;
const deliveriesPerSecond = Number(process.argv[2] ?? 500);
const editsPerSecond = 10;
const measuredSeconds = Number(process.argv[3] ?? 20);
const readConnections = 4;

const storeHash = 'demostore1';
const accessToken = 'simulator-access-token';
const clientSecret = '0123456789abcdef'.repeat(4);

void main();

async function main(): Promise<void> {
  const folder = mkdtempSync(join(cache, 'bench-receiver-'));
  const simulator = await launchSimulator([
    '--products',
    String(products),
    '--port',
    '0',
    '--quota',
    '0',
    '--client-secret',
    clientSecret,
  ]);
  const site = await startSite({
    env: {
      COMMERCE_BRIDGE_API_URL: simulator.url,
      COMMERCE_BRIDGE_STORE_HASH: storeHash,
      COMMERCE_BRIDGE_ACCESS_TOKEN: accessToken,
      COMMERCE_BRIDGE_CLIENT_SECRET: clientSecret,
    },
    databaseFile: join(folder, 'site.db'),
  });
  try {
    const administrator = await createAdministrator(site);
    await administrator.request('POST', '/commerce-bridge/sync', { mode: 'full' });
    await finishedRun({ admin: administrator.request });
    await measure(site, { administrator, simulatorUrl: simulator.url });
  } finally {
    await site.stop();
    await simulator.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(site: TestSite, given: { administrator: Administrator; simulatorUrl: string }): Promise<void> {
  const { administrator, simulatorUrl } = given;
  const served = await productIds(site);
  const pick = (index: number) => served[index % served.length] ?? 0;
  let read = 0;
  const nextRead = (): LoadRequest => ({
    url: `${site.url}/api/commerce-bridge/v1/products?per_page=10&page=${1 + (read++ % 50)}`,
  });
  let delivered = 0;
  const nextDelivery = (): LoadRequest => {
    const { body, headers } = standardDelivery(clientSecret, {
      body: deliveryBody({ data: { type: 'product', id: pick(delivered++ * 7) } }),
      id: randomUUID(),
    });
    return { url: `${site.url}/api/commerce-bridge/v1/webhook`, method: 'POST', headers, body };
  };
  let edited = 0;
  const nextEdit = (): LoadRequest => ({
    url: `${simulatorUrl}/__simulator/products/${pick(edited * 13)}`,
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ description: `edit ${(edited += 1)}` })),
  });

  await saturate({ connections: readConnections, seconds: 3, next: nextRead });
  const idle = await saturate({ connections: readConnections, seconds: 5, next: nextRead });
  const idleRate = idle.served / idle.seconds;
  await offer({ perSecond: deliveriesPerSecond, seconds: 3, next: nextDelivery });

  const load = { seconds: measuredSeconds };
  const [deliveries, reads] = await Promise.all([
    offer({ ...load, perSecond: deliveriesPerSecond, next: nextDelivery }),
    offer({ ...load, perSecond: idleRate / 4, next: nextRead }),
    offer({ ...load, perSecond: editsPerSecond, next: nextEdit }),
  ]);
  const alone = await offer({ ...load, perSecond: deliveriesPerSecond, next: nextDelivery });
  const most = await saturate({ connections: 32, seconds: 5, next: nextDelivery });
  await eventually(
    async () =>
      eventList.parse((await administrator.request('GET', '/commerce-bridge/events?status=pending')).body).total === 0,
    120_000,
  );
  const delays = await measureDelays(site, { simulatorUrl, ids: served });
  report({ idleRate, idle, deliveries, reads, alone, most, delays });
}

/** From an upstream edit to its text in the public API, in milliseconds, ascending. */
async function measureDelays(
  site: TestSite,
  { simulatorUrl, ids }: { simulatorUrl: string; ids: readonly number[] },
): Promise<number[]> {
  const delays: number[] = [];
  for (let round = 1; round <= 60; round += 1) {
    const id = ids[round] ?? 0;
    const text = `delay ${round}`;
    const started = performance.now();
    await fetch(`${simulatorUrl}/__simulator/products/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ description: text }),
    });
    const { body, headers } = standardDelivery(clientSecret, { body: deliveryBody({ data: { type: 'product', id } }) });
    await fetch(`${site.url}/api/commerce-bridge/v1/webhook`, { method: 'POST', headers, body: new Uint8Array(body) });
    for (;;) {
      const response = await fetch(`${site.url}/api/commerce-bridge/v1/products?ids=${id}`);
      const [product] = productList.parse(await response.json()).products;
      if (product?.description === text) break;
    }
    delays.push(performance.now() - started);
  }
  return delays.sort((a, b) => a - b);
}

async function productIds(site: TestSite): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const response = await fetch(`${site.url}/api/commerce-bridge/v1/products?per_page=100&page=${page}`);
    const listed = productList.parse(await response.json());
    ids.push(...listed.products.map(({ id }) => id));
    if (page >= listed.pages) return ids;
  }
}

function report(figures: {
  idleRate: number;
  idle: LoadResult;
  deliveries: LoadResult;
  reads: LoadResult;
  alone: LoadResult;
  most: LoadResult;
  delays: number[];
}): void {
  const { idleRate, idle, deliveries, reads, alone, most, delays } = figures;
  const milliseconds = (result: LoadResult, percent: number) =>
    `${percentile(result.latencies, percent).toFixed(1)} ms`;
  const row = (name: string, result: LoadResult) => [
    name,
    (result.sent / result.seconds).toFixed(0),
    `${(result.sent / result.seconds / idleRate).toFixed(2)} ×`,
    `${((100 * result.served) / result.sent).toFixed(result.served === result.sent ? 0 : 3)} %`,
    milliseconds(result, 50),
    milliseconds(result, 99),
    milliseconds(result, 99.9),
  ];
  const body = [
    table([
      ['Load', 'Offered per second', 'Share of the idle read rate', 'Responses with 200', 'p50', 'p99', 'p99.9'],
      row('Deliveries, during reads', deliveries),
      row('Reads, during deliveries', reads),
      row('Deliveries alone', alone),
    ]),
    '',
    `Idle, the site served ${idleRate.toFixed(0)} reads per second over ${readConnections} connections (\`GET /products?per_page=10\`, p99 ${milliseconds(idle, 99)}). ` +
      `Without a limit, ${(most.served / most.seconds).toFixed(0)} deliveries per second were acknowledged over 32 connections (p99 ${milliseconds(most, 99)}).`,
    `The worker ran the whole time with ${products.toLocaleString('en')} products, of which ${editsPerSecond} per second changed upstream. Latency is measured from when a request was due.`,
    '',
    `Idle, an upstream change appeared in the public API after ${percentile(delays, 50).toFixed(0)} ms (p50) and ${percentile(delays, 95).toFixed(0)} ms (p95) over ${delays.length} changes.`,
  ].join('\n');
  console.log(
    body,
    JSON.stringify({ deliveries: deliveries.others, reads: reads.others, alone: alone.others, most: most.others }),
  );
  if (process.argv.length === 2) writeSection({ id: 'receiver', title: 'Webhook receiver, SQLite', body });
}
