import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startSimulator, type Simulator } from '../simulator/src/server';
import { launchBrowser, visitAdmin, type AdminWindow } from './lib/admin-browser';
import { registerAdministrator, type Administrator } from './lib/administrator';
import { findChromium } from './lib/chromium';
import { cache, playground, repository } from './lib/paths';
import { prepareSite } from './lib/prepare-site';
import { launchSite, type SiteProcess } from './lib/site-process';

/** Where the pictures go that the README shows. */
const folder = join(repository, 'docs', 'images');
const themes = ['light', 'dark'] as const;

interface Studio {
  simulator: Simulator;
  site: SiteProcess;
  administrator: Administrator;
  browser: Browser;
}

/** Photographs every page of ours in Strapi's admin panel, light and dark, in the production build. */
async function main(): Promise<void> {
  const executable = findChromium();
  if (executable === undefined) throw new Error('no chromium is installed (set CHROMIUM_PATH to one that lies elsewhere)');
  await prepareSite((step) => console.log(`… ${step}`));
  mkdirSync(cache, { recursive: true });
  mkdirSync(folder, { recursive: true });
  const data = mkdtempSync(join(cache, 'screenshots-'));
  const simulator = await startSimulator({ products: 2_000, quota: 0 });
  const site = await launchSite({
    site: playground,
    env: { DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: join(data, 'site.db'), COMMERCE_BRIDGE_API_URL: simulator.url },
  });
  const browser = await launchBrowser(executable);
  try {
    const administrator = await registerAdministrator(site);
    const { storeHash, accessToken, clientSecret } = simulator.account;
    await administrator.request('PUT', '/commerce-bridge/settings', { storeHash, accessToken, clientSecret });
    for (const theme of themes) await photographTheme({ simulator, site, administrator, browser }, theme);
  } finally {
    await browser.close();
    await site.stop();
    await simulator.close();
    rmSync(data, { recursive: true, force: true });
  }
}

async function photographTheme({ site, administrator, browser, simulator }: Studio, theme: (typeof themes)[number]): Promise<void> {
  const window = await visitAdmin(browser, { site, login: administrator.login, theme });
  await window.page.getByText('Introducing the new Media Library').waitFor();
  await window.page.getByRole('button', { name: 'Close' }).click();
  const photograph = async (name: string, height: number) => {
    await window.page.setViewportSize({ width: 1280, height });
    await window.page.screenshot({ path: join(folder, `${name}-${theme}.png`), animations: 'disabled' });
    console.log(`docs/images/${name}-${theme}.png`);
  };
  await showConnection(window);
  await photograph('connection', 1120);
  await showProgress(window, simulator);
  await photograph('synchronisation-progress', 860);
  await showResult(window, simulator);
  await photograph('synchronisation-result', 1040);
  await window.close();
}

async function showConnection({ page, open }: AdminWindow): Promise<void> {
  await open('/settings/commerce-bridge/connection');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText('Connected to').waitFor();
}

/** The store answers slowly, so that there is something to watch; one of its products is broken. */
async function showProgress({ page, open }: AdminWindow, simulator: Simulator): Promise<void> {
  const [spoilt = 0] = simulator.store.products.ids().slice(17);
  simulator.store.products.update(spoilt, { name: '' });
  simulator.latency = 1_000;
  await open('/plugins/commerce-bridge/runs');
  await page.getByRole('button', { name: 'Sync now' }).click();
  await page.getByText(/^([5-9]\d\d|1,\d+) of 2,000 products fetched$/).waitFor();
  await page.getByText('Synchronisation started').waitFor({ state: 'hidden' });
}

async function showResult({ page }: AdminWindow, simulator: Simulator): Promise<void> {
  simulator.latency = 0;
  await page.getByRole('region', { name: 'Last result' }).getByText('Partly succeeded').waitFor();
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
