import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { marketRows } from '../contracts/admin/market-desk';
import type { MarketSettingUpdate } from '../contracts/admin/markets';
import { productList } from '../contracts/rest/products';
import { type Simulator, startSimulator } from '../simulator/src/server';
import { finishedRun } from '../tests/support/sites/runs';
import { type Administrator, createAdministrator, startSite, type TestSite } from '../tests/support/sites/start-site';
import { percentile } from './lib/load';
import { table, writeSection } from './lib/report';

/**
 * Further markets on SQLite: the first pass over five of them, lists of one compared to the default market, reads with
 * one market compared to twenty, and the time until a batch of prices is visible. The response cache is not used.
 *
 *   npm run bench -- markets
 *   npx tsx benchmarks/markets.ts PRODUCTS [READS] [--lists]   another size, or only lists; leaves BENCHMARKS.md alone
 */
const { values: given, positionals } = parseArgs({ allowPositionals: true, options: { lists: { type: 'boolean' } } });
const [givenProducts, givenReads] = positionals.map(Number);
const products = givenProducts ?? 20_000;
const reads = givenReads ?? 300;
const passed = 5;
const most = 20;
const batchSize = Math.min(1000, products);
const lookEvery = 100;
const patience = 600_000;

const marketsOf = (count: number): MarketSettingUpdate[] =>
  Array.from({ length: count }, (_, place) => ({
    key: `market-${place + 1}`,
    name: `Market ${place + 1}`,
    channelId: place + 2,
    currency: 'EUR',
    locale: 'en',
  }));

void main();

async function main(): Promise<void> {
  const simulator = await startSimulator({ products, quota: 0, localDestinations: true });
  fill(simulator);
  const site = await startSite({
    env: {
      COMMERCE_BRIDGE_API_URL: simulator.url,
      COMMERCE_BRIDGE_STORE_HASH: simulator.account.storeHash,
      COMMERCE_BRIDGE_ACCESS_TOKEN: simulator.account.accessToken,
      COMMERCE_BRIDGE_CLIENT_SECRET: simulator.account.clientSecret,
      COMMERCE_BRIDGE_SYNC_SCHEDULE: 'off',
      // Otherwise modifiers would be read meanwhile, with requests that have nothing to do with markets.
      COMMERCE_BRIDGE_MODIFIERS_ENABLED: 'false',
      COMMERCE_BRIDGE_CACHE_MEGABYTES: '0',
    },
  });
  try {
    const administrator = await createAdministrator(site);
    await administrator.request('POST', '/commerce-bridge/sync', { mode: 'full' });
    const run = await finishedRun({ admin: administrator.request });
    if (run.status !== 'succeeded') throw new Error(`the first sync ended ${run.status}: ${run.error ?? ''}`);
    const lines: string[] = [];
    for (const measure of given.lists ? [measureLists] : [measurePass, measureLists, measureReads, measureBatch]) {
      const measured = await measure({ simulator, site, administrator });
      console.log(measured.join('\n'));
      lines.push(...measured);
    }
    if (givenProducts === undefined && !given.lists) {
      const title = `Further markets of ${products.toLocaleString('en')} products, SQLite`;
      writeSection({ id: 'markets', title, body: lines.join('\n') });
    }
  } finally {
    await site.stop();
    await simulator.close();
  }
}

interface Bench {
  simulator: Simulator;
  site: TestSite;
  administrator: Administrator;
}

/** Twenty channels; the first five sell everything that the default one does, the others a tenth of it. */
function fill({ store }: Simulator): void {
  store.markets.currencies.create({ currency_code: 'EUR', rate: 0.9 });
  for (const { channelId: id, name } of marketsOf(most)) store.markets.channels.create({ id, name });
  const ids = store.products.ids().filter((id) => store.products.get(id)?.channels.includes(1));
  for (const [place, { channelId }] of marketsOf(most).entries())
    for (const id of place < passed ? ids : ids.slice(0, ids.length / 10)) store.products.assign(id, channelId);
}

/** Configures markets, and waits until they can be read. @returns the seconds, and the number of upstream requests */
async function setMarkets({ simulator, site, administrator }: Bench, count: number) {
  const markets = marketsOf(count);
  const before = simulator.requests.total;
  const begun = performance.now();
  const { status, body } = await administrator.request('PUT', '/commerce-bridge/settings', { markets });
  if (status !== 200) throw new Error(`the markets were refused: ${status} ${JSON.stringify(body)}`);
  for (const { key } of markets)
    await until(async () => (await ask(site, `/products?per_page=1&market=${key}`)).status === 200);
  const taken = { seconds: (performance.now() - begun) / 1000, requests: simulator.requests.total - before };
  await untilIdle(administrator);
  return taken;
}

/** Waits until no market is due to be read; looks twice, since a webhook may still be on its way. */
async function untilIdle(administrator: Administrator): Promise<void> {
  const isIdle = async () =>
    marketRows.parse((await administrator.request('GET', '/commerce-bridge/markets')).body).isIdle;
  await until(async () => {
    if (!(await isIdle())) return false;
    await pause(2000);
    return isIdle();
  });
}

async function measurePass(bench: Bench): Promise<string[]> {
  const rows: string[][] = [];
  for (const count of [1, passed]) {
    const { seconds, requests } = await setMarkets(bench, count);
    rows.push([String(count), requests.toLocaleString('en'), `${seconds.toFixed(1)} s`]);
  }
  return [
    `First pass over markets on their own channels, each of which sells all products of the default one. The second row is about the ${passed - 1} markets that were added to the first; the simulated upstream responds at once and without a quota, from the process that measures.`,
    '',
    table([['Markets', 'Upstream requests', 'Until all could be read'], ...rows]),
    '',
  ];
}

async function measureBatch(bench: Bench): Promise<string[]> {
  const { simulator, site, administrator } = bench;
  const { store } = simulator;
  await setMarkets(bench, passed);
  await administrator.request('PUT', '/commerce-bridge/settings', { publicUrl: site.url });
  await administrator.request('POST', '/commerce-bridge/webhooks/register', {});
  const scopes = simulator.webhooks.registry.all().map(({ scope }) => scope);
  const hasWebhook = scopes.some((scope) => scope.startsWith('store/priceList/record'));
  const list = store.markets.priceLists.create({ name: 'Batch' }).id;
  store.markets.priceLists.assign({ price_list_id: list, channel_id: 2, customer_group_id: null });
  // After the assignment of the list, all prices of its market are read again.
  await simulator.webhooks.idle();
  await untilIdle(administrator);
  const simple = store.products
    .ids()
    .map((id) => store.products.get(id))
    .filter((product) => product?.options.length === 0 && product.channels.includes(2) && product.fields.is_visible);
  const changed = simple.slice(0, batchSize).flatMap((product) => product ?? []);
  const price = 12_345.67;
  const before = simulator.requests.total;
  const begun = performance.now();
  store.markets.priceLists.setRecords(
    list,
    changed.flatMap(({ variants }) => variants.map(({ id }) => ({ variant_id: id, currency: 'EUR', price }))),
  );
  // If no webhook announces the batch, the market is read on request.
  if (!hasWebhook) await administrator.request('POST', '/commerce-bridge/markets/market-1/sync', {});
  await until(async () => {
    const response = await ask(site, `/products?per_page=1&market=market-1&min_price=${price}&max_price=${price}`);
    return response.status === 200 && productList.parse(await response.json()).total === changed.length;
  });
  const seconds = (performance.now() - begun) / 1000;
  const requests = simulator.requests.total - before;
  const how = hasWebhook
    ? 'by webhooks'
    : 'by a request to read the market, since no webhook of price lists is registered';
  return [
    `A batch of ${changed.length.toLocaleString('en')} records of a price list was visible in the market, with ${passed - 1} other markets, after ${seconds.toFixed(1)} s and ${requests.toLocaleString('en')} upstream requests, ${how}.`,
  ];
}

/** Lists of each kind; each number gives another one. */
const listCases: Record<string, (at: number) => string> = {
  'By date, page by page': (at) => `page=${at + 1}`,
  'By price, highest first': (at) => `orderby=price&order=desc&page=${at + 1}`,
  'By title, in the middle': (at) => `orderby=title&order=asc&page=${Math.floor(products / 48) + at}`,
  'A range of prices, by title': (at) => `orderby=title&min_price=${20 + at}&max_price=${90 + at}`,
  'In stock and on sale, by price': (at) => `orderby=price&in_stock=true&on_sale=true&page=${at + 1}`,
  'Out of stock, the last pages': (at) => `in_stock=false&order=asc&page=${at + 1}`,
  'A search, by title': (at) => `orderby=title&search=${'aeionrst'[at % 8] ?? ''}${'aeiou'[at % 5] ?? ''}`,
  'By price, all groups': (at) => `orderby=price&page=${at + 1}&include=options,price_range,brand,calculated_price`,
};
const listsOfCase = 40;

/** Lists that are not cached, in the default market and in one that sells as much at other prices. */
async function measureLists(bench: Bench): Promise<string[]> {
  await setMarkets(bench, 1);
  console.log('reading lists');
  const [own, further] = [await readLists(bench.site, ''), await readLists(bench.site, '&market=market-1')];
  const rows = Object.keys(listCases).map((name) => [name, own.get(name) ?? '', further.get(name) ?? '']);
  return [
    `Lists of 24 products that are in no cache, in the default market and in a further one that sells the same products; ${listsOfCase} of each kind, one after the other: the median, the 95th percentile, and how long another request, sent meanwhile, waited at most.`,
    '',
    table([['List', 'Default market', 'Further market'], ...rows]),
    '',
  ];
}

/** The times of each case. */
async function readLists(site: TestSite, suffix: string): Promise<Map<string, string>> {
  const paths = (name: string) => Array.from({ length: listsOfCase }, (_, at) => listCases[name]?.(at) ?? '');
  // The first read of a market starts loading data into memory; this waits until that is done.
  await timed(site, `/products?per_page=24&orderby=title${suffix}`);
  await pause(5000);
  const measured = new Map<string, string>();
  for (const name of Object.keys(listCases)) {
    const all: { taken: number; blocked: number }[] = [];
    for (const path of paths(name)) all.push(await timedAmongOthers(site, `/products?per_page=24&${path}${suffix}`));
    const taken = all.map((one) => one.taken).sort((a, b) => a - b);
    const blocked = Math.max(...all.map((one) => one.blocked));
    measured.set(
      name,
      [percentile(taken, 50), percentile(taken, 95), blocked].map((time) => `${time.toFixed(1)} ms`).join(' / '),
    );
  }
  return measured;
}

/** The duration of a read. */
async function timed(site: TestSite, path: string): Promise<number> {
  const begun = performance.now();
  const response = await ask(site, path);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}`);
  return performance.now() - begun;
}

/** The duration of a read, and the longest of other requests meanwhile, which read no data. */
async function timedAmongOthers(site: TestSite, path: string): Promise<{ taken: number; blocked: number }> {
  let isDone = false;
  let blocked = 0;
  const others = async () => {
    while (!isDone) {
      const begun = performance.now();
      await (await fetch(`${site.url}/_health`)).arrayBuffer();
      blocked = Math.max(blocked, performance.now() - begun);
    }
  };
  const together = others();
  const taken = await timed(site, path).finally(() => (isDone = true));
  await together;
  return { taken, blocked };
}

/** The reads of the first market, which take turns. */
const readCases = {
  'First page by price': '/products?per_page=24&orderby=price&order=asc',
  'Twentieth page by title': '/products?per_page=24&page=20&orderby=title&order=asc',
  'A range of prices': '/products?per_page=24&min_price=20&max_price=60',
  'Filters with their counts': '/facets?in_stock=true',
  Brands: '/brands?page=1',
};

async function measureReads(bench: Bench): Promise<string[]> {
  await setMarkets(bench, 1);
  const alone = await readAll(bench);
  await setMarkets(bench, most);
  const together = await readAll(bench);
  const rows = Object.keys(readCases).map((name) => {
    const of = (all: Map<string, number>) => all.get(name) ?? 0;
    return [name, `${of(alone).toFixed(1)} ms`, `${of(together).toFixed(1)} ms`, (of(together) / of(alone)).toFixed(2)];
  });
  return [
    `Reads of one market, next to none and next to ${most - 1} others, ${most - passed} of which sell a tenth of the products; medians of ${reads} requests, one after the other.`,
    '',
    table([['Read', '1 market', `${most} markets`, 'Ratio'], ...rows]),
    '',
  ];
}

/** The median of each case in milliseconds. */
async function readAll({ site }: Bench): Promise<Map<string, number>> {
  const times = new Map(Object.keys(readCases).map((name) => [name, new Array<number>()]));
  for (let count = 0; count < reads; count += 1)
    for (const [name, path] of Object.entries(readCases))
      times.get(name)?.push(await timed(site, `${path}&market=market-1`));
  return new Map(
    [...times].map(([name, all]) => [
      name,
      percentile(
        all.sort((a, b) => a - b),
        50,
      ),
    ]),
  );
}

const ask = ({ url }: TestSite, path: string) => fetch(`${url}/api/commerce-bridge/v1${path}`);

async function until(look: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patience;
  while (!(await look())) {
    if (Date.now() > deadline) throw new Error('the site did not get there in ten minutes');
    await pause(lookEvery);
  }
}
