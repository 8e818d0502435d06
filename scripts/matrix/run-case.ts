import { z } from 'zod';
import { DEFAULT_ACCESS_TOKEN, DEFAULT_CLIENT_SECRET, DEFAULT_STORE_HASH } from '../../simulator/src/account';
import type { Administrator } from '../lib/administrator';
import { launchSimulator } from '../lib/simulator-process';
import { synchronize } from '../lib/sync-progress';
import { lookAtPanel, type Panel, type PanelPage } from './look-at-panel';
import { runSite, type SiteVersions } from './run-site';
import type { SiteCase } from './site-case';

/** The versions that a case ran on, and whether the panel was opened. */
export interface CaseResult extends SiteVersions {
  panel: Panel;
}

const products = 30;
const pages: readonly PanelPage[] = [
  {
    path: '/plugins/commerce-bridge/products',
    shows: async (page) => {
      await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
      await page.getByRole('row').nth(1).waitFor();
    },
  },
  { path: '/settings/commerce-bridge/sync', shows: (page) => page.locator('h1').first().waitFor() },
];

/**
 * Installs a case's site with the plugin from its archive, builds the admin panel for production, starts the site,
 * syncs a store, and reads the catalog through REST, an entry of the site's own, and a page of the panel.
 * @param show is called with each step
 * @throws Error with what does not work
 */
export async function runCase(
  site: SiteCase,
  { archive, show }: { archive: string; show: (step: string) => void },
): Promise<CaseResult> {
  const simulator = await launchSimulator(['--port', '0', '--no-quota', '--products', String(products)]);
  const env = { COMMERCE_BRIDGE_API_URL: simulator.url };
  try {
    const { found, ...versions } = await runSite(site, { archive, env, show }, async (running) => {
      await mustSync(running.administrator);
      await mustRead(running.api, running.administrator);
      return site.withoutPanel === true ? 'not there' : lookAtPanel(running, pages);
    });
    return { ...versions, panel: found };
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
  const { status, counts, error } = await synchronize(administrator, () => undefined);
  if (status !== 'succeeded' || counts.created !== products)
    throw new Error(`the sync ${status} with ${counts.created} of ${products} products: ${error ?? ''}`);
}

const list = z.object({ total: z.number(), products: z.array(z.object({ id: z.int(), name: z.string() })) });
const stories = z.object({ data: z.array(z.object({ hero: z.object({ id: z.int(), name: z.string() }) })) });

async function mustRead(api: string, administrator: Administrator): Promise<void> {
  const { total, products: shown } = list.parse(await readJson(`${api}/commerce-bridge/v1/products`));
  const [hero] = shown;
  // Some products are hidden in the store.
  if (total > products || !hero) throw new Error(`REST lists ${total} of ${products} products`);

  const path = '/content-manager/collection-types/api::story.story';
  const saved = await administrator.request('POST', path, { title: 'Breakfast outdoors', hero: hero.id });
  if (saved.status >= 300) throw new Error(`an entry with a product was rejected: ${JSON.stringify(saved)}`);
  const { data } = stories.parse(await readJson(`${api}/stories?commerceProducts=list`));
  if (data[0]?.hero.name !== hero.name) throw new Error(`the entry shows ${JSON.stringify(data)}`);
  const wrong = await fetch(`${api}/stories?commerceProducts=all`);
  if (wrong.status !== 400) throw new Error(`commerceProducts=all gets ${wrong.status}`);
}

async function readJson(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (response.ok) return response.json();
  throw new Error(`GET ${url} returned ${response.status}: ${await response.text()}`);
}
