import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { z } from 'zod';
import type { Run } from '../contracts/admin/runs';
import { startShop, type Shop } from '../demo/shop-server';
import { DEFAULT_STORE_HASH } from '../simulator/src/account';
import { registerAdministrator, type Administrator } from './lib/administrator';
import { connectSite } from './lib/connect-site';
import { cache, playground } from './lib/paths';
import { findFreePort, isPortFree } from './lib/ports';
import { prepareSite } from './lib/prepare-site';
import { launchSimulator, type SimulatorProcess } from './lib/simulator-process';
import { launchSite, type SiteProcess } from './lib/site-process';
import { describeProgress, describeResult } from './lib/sync-progress';
import { createTerminalLine } from './lib/terminal-line';
import { wholeNumber } from './lib/whole-number';

interface Options {
  catalog?: string;
  products?: number;
  port?: number;
  once?: boolean;
}

const usualPort = 1337;

const program = new Command()
  .name('npm run demo --')
  .description('Starts a simulated store, a Strapi site with the plugin, and a shop on it, and syncs the catalog.')
  .option('--catalog <file.csv>', "a file in BigCommerce's v3 product export format, for example of your own store")
  .option('--products <number>', 'a generated catalog with this many products', wholeNumber)
  .option('--port <number>', `port of the site (default: ${usualPort}, or a free one where that is taken)`, wholeNumber)
  .option('--once', 'stop after the sync; the exit code says whether it succeeded')
  .action(async (options: Options) => {
    process.exitCode = await demo(options);
  });

/** Runs the demo until Ctrl+C (or, with `once`, until the sync has ended); returns the exit code. */
async function demo(options: Options): Promise<number> {
  const port = await choosePort(options.port);
  await prepareSite((step) => console.log(`… ${step}`));
  mkdirSync(join(cache, 'demo'), { recursive: true });
  const parts: Parts = { data: mkdtempSync(join(cache, 'demo', 'data-')), simulator: null, site: null, shop: null };
  try {
    return await Promise.race([show({ options, port, parts }), untilInterrupted().then(() => 0)]);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(parts.site?.log() ?? '');
    return 1;
  } finally {
    await parts.shop?.stop();
    await parts.site?.stop();
    await parts.simulator?.stop();
    rmSync(parts.data, { recursive: true, force: true });
  }
}

/** What has to be stopped and removed, however the demo ends; filled while it starts. */
interface Parts {
  data: string;
  simulator: SimulatorProcess | null;
  site: SiteProcess | null;
  shop: Shop | null;
}

async function show({ options, port, parts }: { options: Options; port: number; parts: Parts }): Promise<number> {
  console.log('… starting the simulated store');
  const simulator = (parts.simulator = await launchSimulator(simulatorArguments(options)));
  console.log('… starting the site');
  const env = siteSettings({ simulator, port, data: parts.data });
  const site = (parts.site = await launchSite({ site: playground, port, env }));
  const administrator = await registerAdministrator(site);
  const run = await followSync(administrator);
  if (options.once === true) return run.status === 'succeeded' ? 0 : 1;
  await openStorefront(site);
  const shop = (parts.shop = await startShop({ siteUrl: site.url, storeUrl: simulator.url }));
  await printAddresses({ shop, site, simulator, administrator });
  await Promise.race([simulator.ended, site.ended]);
  throw new Error(site.isRunning() ? 'the simulated store stopped unexpectedly' : 'the site stopped unexpectedly');
}

/**
 * Makes the site request the token that carts need. It could not while the store is off, and it retries after a minute
 * only: anyone who switched the store off and on before opening a cart would get an error.
 */
async function openStorefront({ url }: SiteProcess): Promise<void> {
  const response = await fetch(`${url}/api/commerce-bridge/v1/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ site { settings { storeName } } }' }),
  });
  if (!response.ok)
    throw new Error(`the site's GraphQL proxy responded with ${response.status}: ${await response.text()}`);
}

async function choosePort(wanted: number | undefined): Promise<number> {
  if (wanted !== undefined) {
    if (await isPortFree(wanted)) return wanted;
    throw new Error(`port ${wanted} is in use by another program: stop that, or choose another port with --port`);
  }
  if (await isPortFree(usualPort)) return usualPort;
  const free = await findFreePort();
  console.log(`… port ${usualPort} is taken by another program; using ${free}`);
  return free;
}

// Without a quota: with upstream's own, 150 requests per 30 seconds, importing a large catalog would take minutes.
function simulatorArguments(options: Options): string[] {
  const from = process.env['INIT_CWD'] ?? process.cwd();
  return [
    ...['--port', '0', '--no-quota', '--markets', '--local-destinations'],
    ...(options.catalog === undefined ? [] : ['--catalog', resolve(from, options.catalog)]),
    ...(options.products === undefined ? [] : ['--products', String(options.products)]),
  ];
}

// A user who switches the store off and on again waits a few seconds, not minutes as with a real site.
const retryDelays = [...new Array<number>(10).fill(2), ...new Array<number>(10).fill(15)];

function siteSettings(where: { simulator: SimulatorProcess; port: number; data: string }): NodeJS.ProcessEnv {
  return {
    DATABASE_CLIENT: 'sqlite',
    DATABASE_FILENAME: join(where.data, 'site.db'),
    PUBLIC_URL: `http://127.0.0.1:${where.port}`,
    COMMERCE_BRIDGE_API_URL: where.simulator.url,
    // Each storefront is served at its own address, as at the real store.
    COMMERCE_BRIDGE_GRAPHQL_URL: `${where.simulator.url}/store-${DEFAULT_STORE_HASH}-{channel}/graphql`,
    COMMERCE_BRIDGE_WEBHOOK_RETRY_DELAYS: retryDelays.join(','),
  };
}

async function followSync(administrator: Administrator): Promise<Run> {
  const started = Date.now();
  const line = createTerminalLine(process.stdout);
  const run = await connectSite(administrator, {
    show: (step) => console.log(`… ${step}`),
    progress: (state) => line.show(`… syncing: ${describeProgress(state)}`),
  });
  line.finish(describeResult(run, (Date.now() - started) / 1000));
  for (const { entity, id, name, reason } of run.failures)
    console.log(`  ${entity} ${id ?? '?'} ${name ?? ''}: ${reason}`);
  if (run.error !== null) console.log(`  ${run.error}`);
  return run;
}

async function printAddresses(running: {
  shop: Shop;
  site: SiteProcess;
  simulator: SimulatorProcess;
  administrator: Administrator;
}): Promise<void> {
  const { shop, site, simulator, administrator } = running;
  const rest = `${site.url}/api/commerce-bridge/v1`;
  const [product, ...others] = await readProducts(`${rest}/products?per_page=4`);
  const slug = product?.slug ?? null;
  await createStory(administrator, { hero: product?.id ?? null, products: others.map(({ id }) => id) });
  const rows = [
    ['Shop', shop.url],
    ['Behind it', `${shop.url}/behind`],
    ['Admin panel', `${site.url}/admin/settings/commerce-bridge/sync`],
    ['Login', `${administrator.login.email}  ${administrator.login.password}`],
    ['Products', `${rest}/products`],
    ...(slug === null
      ? []
      : [
          ['One product', `${rest}/products/${slug}`],
          ['Related', `${rest}/products/${slug}/related`],
        ]),
    ['Cheapest first', `${rest}/products?orderby=price&order=asc&per_page=5`],
    ['Brands', `${rest}/brands`],
    ['Collections', `${rest}/collections`],
    ['A story', `${site.url}/api/stories?commerceProducts=list`],
    ['Simulated store', simulator.url],
  ];
  console.log('');
  for (const [name, value] of rows) console.log(`  ${(name ?? '').padEnd(16)} ${value ?? ''}`);
  console.log('\nRunning until Ctrl+C. Everything it stored is then removed.');
}

async function readProducts(url: string): Promise<{ id: number; slug: string }[]> {
  const response = await fetch(url);
  return z.object({ products: z.array(z.object({ id: z.int(), slug: z.string() })) }).parse(await response.json())
    .products;
}

/** An entry of the site's own content with selected products, as an example. */
async function createStory(
  administrator: Administrator,
  chosen: { hero: number | null; products: number[] },
): Promise<void> {
  const story = { title: 'Breakfast outdoors', text: 'What to pack for a morning on the hill.', ...chosen };
  await administrator.request('POST', '/content-manager/collection-types/api::story.story', story);
}

function untilInterrupted(): Promise<void> {
  return new Promise((done) => {
    // Not `once`: the terminal, npm, and an impatient user may all send it, and the cleanup must not be interrupted.
    process.on('SIGINT', () => done());
    process.on('SIGTERM', () => done());
  });
}

program.parseAsync().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
