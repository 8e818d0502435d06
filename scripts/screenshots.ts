import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { eventList } from '../contracts/admin/events';
import { startSimulator, type Simulator } from '../simulator/src/server';
import { launchBrowser, visitAdmin, type AdminWindow } from './lib/admin-browser';
import { registerAdministrator, type Administrator } from './lib/administrator';
import { findChromium } from './lib/chromium';
import { photographShop } from './lib/photograph-shop';
import { photographContent, photographInstances, photographPurging, type Photograph } from './lib/photographs';
import { cache, playground, repository } from './lib/paths';
import { prepareSite } from './lib/prepare-site';
import { launchSite, type SiteProcess } from './lib/site-process';
import { eventually } from '../tests/support/time/eventually';

/** The folder for the images in docs/screens.md. */
const folder = join(repository, 'docs', 'images');
const themes = ['light', 'dark'] as const;

interface Studio {
  simulator: Simulator;
  site: SiteProcess;
  administrator: Administrator;
  browser: Browser;
}

/**
 * Photographs all of our pages in Strapi's admin panel, and some of the demo's shop, light and dark, in the production
 * build; with the argument `shop`, only those of the shop.
 */
async function main(): Promise<void> {
  const executable = findChromium();
  if (executable === undefined) throw new Error('no Chromium is installed (CHROMIUM_PATH can point to one)');
  await prepareSite((step) => console.log(`… ${step}`));
  mkdirSync(cache, { recursive: true });
  mkdirSync(folder, { recursive: true });
  const browser = await launchBrowser(executable);
  try {
    if (process.argv[2] !== 'shop') await photographPanel(browser);
    await photographShop(browser, (name) => join(folder, `${name}.png`));
  } finally {
    await browser.close();
  }
}

async function photographPanel(browser: Browser): Promise<void> {
  const data = mkdtempSync(join(cache, 'screenshots-'));
  const simulator = await startSimulator({
    products: 2_000,
    quota: 20_000,
    quotaWindowMilliseconds: 3_600_000,
    localDestinations: true,
  });
  const site = await launchSite({
    site: playground,
    env: {
      DATABASE_CLIENT: 'sqlite',
      DATABASE_FILENAME: join(data, 'site.db'),
      COMMERCE_BRIDGE_API_URL: simulator.url,
    },
  });
  try {
    const administrator = await registerAdministrator(site);
    await photographThemes({ simulator, site, administrator, browser });
  } finally {
    await site.stop();
    await simulator.close();
    rmSync(data, { recursive: true, force: true });
  }
}

async function photographThemes(studio: Studio): Promise<void> {
  const { simulator, site, administrator } = studio;
  const { storeHash, accessToken, clientSecret } = simulator.account;
  await administrator.request('PUT', '/commerce-bridge/settings', {
    storeHash,
    accessToken,
    clientSecret,
    publicUrl: site.url,
  });
  // Registers them once, as on a site that is set up, and then prevents deliveries until a picture needs events.
  await administrator.request('POST', '/commerce-bridge/webhooks/register', {});
  deleteWebhooks(simulator);
  for (const theme of themes) {
    await administrator.request('DELETE', '/commerce-bridge/health');
    await photographTheme(studio, theme);
  }
}

async function photographTheme(
  { site, administrator, browser, simulator }: Studio,
  theme: (typeof themes)[number],
): Promise<void> {
  const window = await visitAdmin(browser, { site, login: administrator.login, theme });
  await window.open('/');
  await window.page.getByText('Introducing the new Media Library').waitFor();
  await window.page.getByRole('button', { name: 'Close' }).click();
  const photograph: Photograph = async (name, height) => {
    await window.page.setViewportSize({ width: 1280, height });
    await loaded(window.page);
    await window.page.screenshot({ path: join(folder, `${name}-${theme}.png`), animations: 'disabled' });
    console.log(`docs/images/${name}-${theme}.png`);
  };
  await showConnection(window);
  await photograph('connection', 1120);
  await photographRuns(window, { simulator, photograph });
  await photographPurging(window, { administrator, photograph });
  await deliver(simulator, administrator);
  await photographOverview(window, photograph);
  await spoilDelivery(simulator, administrator);
  await photographPages(window, photograph);
  await photographContent(window, { administrator, simulator, photograph });
  await photographProduct(window, { id: await changePrice(simulator, administrator), photograph });
  await window.close();
}

/** Waits until no spinner is left, every image is loaded, and no notification covers the page. */
async function loaded(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(`document.fonts.status === 'loaded'
    && [...document.images].every((image) => image.complete)
    && ![...document.querySelectorAll('[role=alert], [aria-live=assertive]')].some((element) => /^\\s*loading/i.test(element.textContent))`);
}

async function showConnection({ page, open }: AdminWindow): Promise<void> {
  await open('/settings/commerce-bridge/connection');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText('Connected to').waitFor();
}

/** The store responds slowly, so that there is progress to show; one of its products is broken. */
async function photographRuns(
  { page, open }: AdminWindow,
  { simulator, photograph }: { simulator: Simulator; photograph: Photograph },
): Promise<void> {
  const [spoilt = 0] = simulator.store.products.ids().slice(17);
  simulator.store.products.update(spoilt, { name: '' });
  simulator.latency = 1_000;
  await open('/plugins/commerce-bridge/runs');
  await page.getByRole('button', { name: 'Sync now' }).click();
  await page.getByText(/^([5-9]\d\d|1,\d+) of 2,000 products fetched$/).waitFor();
  await page.getByText('Sync started').waitFor({ state: 'hidden' });
  await photograph('sync-progress', 1150);
  simulator.latency = 0;
  await page.getByRole('region', { name: 'Last result' }).getByText('Partially succeeded', { exact: true }).waitFor();
  await photograph('sync-result', 1460);
  simulator.store.products.update(spoilt, { name: 'Cedar Bread Box' });
  await showDryRun(page, simulator);
  await photograph('dry-run', 1500);
  await page.getByRole('button', { name: 'Apply these changes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('region', { name: 'Last result' }).getByText('Succeeded', { exact: true }).waitFor();
  await page.getByText('This is a dry run').waitFor({ state: 'hidden' });
}

/** A preview of what a run would change. */
async function showDryRun(page: Page, simulator: Simulator): Promise<void> {
  const { products } = simulator.store;
  for (const [place, id] of products.ids().slice(40, 46).entries()) {
    products.update(
      id,
      place % 2 === 0
        ? { price: (products.get(id)?.fields.price ?? 0) + 1 + place }
        : { description: `Changed at ${new Date().toISOString()}`, inventory_level: place },
    );
  }
  await page.getByLabel(/^Dry run/).check();
  await page.getByRole('button', { name: 'Start dry run' }).click();
  const result = page.getByRole('region', { name: 'Last result' });
  // Every page is written and rolled back, and compared twice.
  await result.getByText('This is a dry run').waitFor({ timeout: 180_000 });
  await result.getByRole('tab', { name: /^Updated/ }).click();
  await result
    .getByRole('row', { name: /Regular price/ })
    .first()
    .waitFor();
  await page.getByText('Sync started').waitFor({ state: 'hidden' });
}

/** The webhooks are registered, and deliver what changes. */
async function deliver(simulator: Simulator, administrator: Administrator): Promise<void> {
  await administrator.request('POST', '/commerce-bridge/webhooks/register', {});
  const completed = await countEvents(administrator, 'complete');
  for (const id of simulator.store.products.ids().slice(0, 2))
    simulator.store.products.update(id, { description: `Changed at ${new Date().toISOString()}` });
  await eventually(async () => (await countEvents(administrator, 'complete')) >= completed + 2);
}

async function photographOverview({ page, open }: AdminWindow, photograph: Photograph): Promise<void> {
  await open('/plugins/commerce-bridge');
  await page
    .getByTestId('commerce-bridge-status')
    .getByText(/^Up to date as of /)
    .waitFor();
  await page.getByRole('region', { name: 'Last sync' }).waitFor();
  await photograph('overview', 1500);
}

/** One webhook is disabled, and a changed product can't be fetched. */
async function spoilDelivery(simulator: Simulator, administrator: Administrator): Promise<void> {
  // Events fail permanently at once, so that there is one to show; the images show the defaults of a new site.
  await administrator.request('PUT', '/commerce-bridge/settings', {
    webhookRetryDelays: [0],
    webhookProcessingTimeLimit: 1,
  });
  const [third = 0] = simulator.store.products.ids().slice(2);
  // The other theme may have left dropped events.
  const dropped = await countEvents(administrator, 'dropped');
  simulator.faults.add({ method: 'GET', path: '/v3/catalog/products', kind: 'status', status: 500, times: 0 });
  simulator.store.products.update(third, { description: `Changed at ${new Date().toISOString()}` });
  await eventually(async () => (await countEvents(administrator, 'dropped')) > dropped);
  simulator.faults.clear();
  await administrator.request('PUT', '/commerce-bridge/settings', {
    webhookRetryDelays: [60, 300, 900, 1800, 3600],
    webhookProcessingTimeLimit: 60,
  });
  const [hook] = simulator.webhooks.registry.all();
  if (hook !== undefined) simulator.webhooks.registry.deactivate(hook.id);
}

async function countEvents(administrator: Administrator, status: string): Promise<number> {
  const { body } = await administrator.request('GET', `/commerce-bridge/events?status=${status}`);
  return eventList.parse(body).total;
}

/** A product whose price was changed and synced, and then changed again without an event. */
async function changePrice(simulator: Simulator, administrator: Administrator): Promise<number> {
  deleteWebhooks(simulator);
  const [id = 0] = simulator.store.products.ids().slice(30);
  const price = simulator.store.products.get(id)?.fields.price ?? 0;
  simulator.store.products.update(id, { price: price + 5 });
  await administrator.request('POST', `/commerce-bridge/products/${id}/resync`);
  simulator.store.products.update(id, { price: price + 8 });
  return id;
}

function deleteWebhooks({ webhooks: { registry } }: Simulator): void {
  for (const hook of registry.all()) registry.delete(hook.id, hook.client_id);
}

async function photographProduct(
  { page, open }: AdminWindow,
  { id, photograph }: { id: number; photograph: Photograph },
): Promise<void> {
  await open(`/plugins/commerce-bridge/products?product=${id}`);
  await page.getByText(/differs? from BigCommerce|Matches BigCommerce/).waitFor();
  await photograph('product', 1180);
  await page.getByRole('tab', { name: 'History' }).click();
  await photograph('product-history', 720);
}

/** The pages that need no preparation. */
async function photographPages(window: AdminWindow, photograph: Photograph): Promise<void> {
  const { page, open } = window;
  const pages = [
    {
      name: 'webhooks',
      path: '/settings/commerce-bridge/webhooks',
      shows: 'Disabled by BigCommerce',
      height: 1500,
    },
    { name: 'sync', path: '/settings/commerce-bridge/sync', shows: 'Next sync: ', height: 860 },
    { name: 'storefront', path: '/settings/commerce-bridge/storefront', shows: 'GraphQL proxy', height: 1250 },
    { name: 'events', path: '/plugins/commerce-bridge/events', shows: 'Failed permanently', height: 720 },
    { name: 'products', path: '/plugins/commerce-bridge/products', shows: 'products$', height: 1180 },
    { name: 'setup', path: '/plugins/commerce-bridge/setup', shows: 'Needs repair|Disabled', height: 1200 },
  ];
  for (const { name, path, shows, height } of pages) {
    await open(path);
    await page.getByText(new RegExp(shows)).first().waitFor();
    await photograph(name, height);
  }
  await open('/settings/commerce-bridge/health');
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByRole('alert', { name: 'Webhook delivery issues detected' }).waitFor();
  const summary = page.getByText(/^(One issue|\d+ issues) found$/);
  await summary.waitFor();
  await summary.waitFor({ state: 'hidden' });
  await photograph('health', 1080);
  // The notice would cover what the next images show.
  await page.getByRole('button', { name: 'Dismiss notice' }).click();
  await photographInstances(window, photograph);
  await open('/');
  await page.getByRole('button', { name: 'Dismiss notice' }).click();
  await page.getByRole('link', { name: 'Open overview' }).scrollIntoViewIfNeeded();
  await photograph('home', 1280);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
