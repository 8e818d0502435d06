import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { DEFAULT_ACCESS_TOKEN, DEFAULT_CLIENT_SECRET, DEFAULT_STORE_HASH } from '../../simulator/src/account';
import { launchBrowser, visitAdmin } from '../lib/admin-browser';
import { registerAdministrator, type Administrator, type SiteAddress } from '../lib/administrator';
import { findChromium } from '../lib/chromium';
import { run } from '../lib/run';
import { launchSimulator } from '../lib/simulator-process';
import { launchSite } from '../lib/site-process';
import { synchronise } from '../lib/sync-progress';
import { createCaseDatabase } from './case-database';
import { folderOf, installSite, removeDevelopment, type InstalledSite } from './install-site';
import type { SiteCase } from './site-case';
import { writeSite } from './site-files';

/** What a case ran on, and whether the page of the panel was looked at. */
export interface CaseResult {
  node: string;
  database: string;
  panel: 'opened' | 'no browser';
}

const products = 30;

/**
 * Installs a case's site with the plugin from its archive, builds the admin panel for production, starts it, syncs a store, and
 * reads it through REST, an entry of the site's own, and a page of the panel.
 * @param show is told each step
 * @throws Error with what does not work
 */
export async function runCase(
  site: SiteCase,
  { archive, show }: { archive: string; show: (step: string) => void },
): Promise<CaseResult> {
  show('installing');
  writeSite(folderOf(site), site);
  const installed = await installSite(site, archive);
  const database = await createCaseDatabase(site);
  const env = {
    ...installed.env,
    NODE_ENV: 'production',
    DATABASE_CONNECTION: JSON.stringify(database.connection),
    // Of users-permissions, which would write it into `.env` in development only.
    JWT_SECRET: randomUUID(),
  };
  try {
    show('building the admin panel');
    await run({ command: installed.node, args: [installed.strapi, 'build'], cwd: installed.folder, env });
    if (site.withoutDevelopment === true) await removeDevelopment(installed);
    show('starting, syncing, reading');
    const panel = await useSite(site, { ...installed, env });
    const node = await run({ command: installed.node, args: ['--version'] });
    return { node: node.trim().slice(1), database: database.title, panel };
  } finally {
    await database.remove();
  }
}

async function useSite(site: SiteCase, installed: InstalledSite): Promise<CaseResult['panel']> {
  const simulator = await launchSimulator(['--port', '0', '--no-quota', '--products', String(products)]);
  const env = { ...installed.env, COMMERCE_BRIDGE_API_URL: simulator.url };
  try {
    const running = await launchSite({ site: installed.folder, node: installed.node, strapi: installed.strapi, env });
    try {
      const administrator = await registerAdministrator(running);
      await mustSync(administrator);
      await mustRead(`${running.url}${site.restPrefix ?? '/api'}`, administrator);
      return await lookAtPanel({ url: running.url, panel: site.panel ?? '/admin' }, administrator);
    } catch (error) {
      throw new Error(`${running.log()}\n${error instanceof Error ? error.message : String(error)}`, { cause: error });
    } finally {
      await running.stop();
    }
  } finally {
    await simulator.stop();
  }
}

async function mustSync(administrator: Administrator): Promise<void> {
  const credentials = {
    storeHash: DEFAULT_STORE_HASH,
    accessToken: DEFAULT_ACCESS_TOKEN,
    clientSecret: DEFAULT_CLIENT_SECRET,
  };
  const saved = await administrator.request('PUT', '/commerce-bridge/settings', credentials);
  if (saved.status !== 200) throw new Error(`the settings were rejected: ${JSON.stringify(saved)}`);
  const { status, counts, error } = await synchronise(administrator, () => undefined);
  if (status !== 'succeeded' || counts.created !== products)
    throw new Error(`the sync ${status} with ${counts.created} of ${products} products: ${error ?? ''}`);
}

const list = z.object({ total: z.number(), products: z.array(z.object({ id: z.int(), name: z.string() })) });
const stories = z.object({ data: z.array(z.object({ hero: z.object({ id: z.int(), name: z.string() }) })) });

async function mustRead(api: string, administrator: Administrator): Promise<void> {
  const { total, products: shown } = list.parse(await readJson(`${api}/commerce-bridge/v1/products`));
  const [hero] = shown;
  // The store hides some of them.
  if (total > products || !hero) throw new Error(`REST lists ${total} of ${products} products`);

  const path = '/content-manager/collection-types/api::story.story';
  const saved = await administrator.request('POST', path, { title: 'Breakfast outdoors', hero: hero.id });
  if (saved.status >= 300) throw new Error(`an entry with a product was rejected: ${JSON.stringify(saved)}`);
  const { data } = stories.parse(await readJson(`${api}/stories?commerceProducts=list`));
  if (data[0]?.hero.name !== hero.name) throw new Error(`the entry shows ${JSON.stringify(data)}`);
  const wrong = await fetch(`${api}/stories?commerceProducts=all`);
  if (wrong.status !== 400) throw new Error(`commerceProducts=all is answered with ${wrong.status}`);
}

async function readJson(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (response.ok) return response.json();
  throw new Error(`GET ${url} returned ${response.status}: ${await response.text()}`);
}

async function lookAtPanel(site: SiteAddress, { login }: Administrator): Promise<CaseResult['panel']> {
  const executable = findChromium();
  if (executable === undefined) return 'no browser';
  const browser = await launchBrowser(executable);
  try {
    const { page, load, exceptions } = await visitAdmin(browser, { site, login });
    await load('/plugins/commerce-bridge/products');
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
    await page.getByRole('row').nth(1).waitFor();
    await load('/settings/commerce-bridge/sync');
    await page.locator('h1').first().waitFor();
    if (exceptions.length > 0) throw new Error(`the panel's pages fail: ${exceptions.join('; ')}`);
    return 'opened';
  } finally {
    await browser.close();
  }
}
