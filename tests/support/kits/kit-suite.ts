import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { z } from 'zod';
import { purgingState } from '../../../contracts/admin/purging';
import { launchBrowser } from '../../../scripts/lib/admin-browser';
import { repository } from '../../../scripts/lib/paths';
import { findFreePort } from '../../../scripts/lib/ports';
import { run } from '../../../scripts/lib/run';
import { seriousBarriers } from '../admin/accessibility';
import { type FollowedProcess, startFollowed } from '../sites/followed-process';
import { eventually } from '../time/eventually';
import { installKit } from './install-kit';
import { type ShopSite, startShopSite } from './shop-site';

/** A kit that was built for a site and is running, with a browser. */
export interface RunningKit {
  readonly url: string;
  readonly shop: ShopSite;
  /** A new visitor's window. */
  open(path: string, look?: Look): Promise<Page>;
  /** What the framework's build printed. */
  readonly built: string;
  /** Runs one of its scripts to its end; returns what it printed. */
  run(script: string): Promise<string>;
  /** Builds again, and starts what was built; returns what the build printed. */
  rebuild(): Promise<string>;
}

interface Look {
  width?: number;
  colorScheme?: 'light' | 'dark';
}

interface KitOptions {
  executable: string;
  name: 'next' | 'astro';
  /** The kit's environment variables. */
  settings(urls: { shop: string; site: string; port: number }): Record<string, string>;
  /** The output that shows that it is serving. */
  ready: string;
  /** Whether the site notifies it of changes. Default: yes. */
  isPurged?: boolean;
}

/** Installs, builds and starts a kit before the tests of a file; the site is configured to purge it. */
export function kitSuite({ executable, name, settings, ready, isPurged = true }: KitOptions): RunningKit {
  let shop: ShopSite;
  let browser: Browser;
  let server: FollowedProcess | undefined;
  let url = '';
  let built = '';
  let start: () => Promise<void>;
  let runScript: (script: string) => Promise<string>;

  beforeAll(async () => {
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    const [kit, site] = await Promise.all([installKit(name), startShopSite(isPurged ? { shopUrl: url } : {})]);
    shop = site;
    const env = { ...kit.env, ...settings({ shop: url, site: site.site.url, port }) };
    // As the README says; variables of the environment take precedence.
    copyFileSync(join(kit.folder, '.env.example'), join(kit.folder, '.env'));
    runScript = (script) => run({ command: 'npm', args: ['run', script], cwd: kit.folder, env });
    start = async () => {
      server = startFollowed({ command: 'npm', args: ['start'], cwd: kit.folder, env });
      await server.waitForOutput(ready);
    };
    built = await runScript('build');
    await start();
    browser = await launchBrowser(executable);
    if (isPurged) await deliverNow();
    if (process.env['KIT_PICTURES'] === 'true') await photograph();
  });
  afterAll(async () => {
    await browser?.close();
    server?.kill();
    await shop?.stop();
  });

  /** The pictures of docs/screens.md: KIT_PICTURES=true npm test -- kits */
  async function photograph(): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme });
      await page.goto(`${url}/products/harbour-stoneware-mug`, { waitUntil: 'networkidle' });
      await page.screenshot({ path: join(repository, 'docs/images', `kit-${name}-${colorScheme}.png`) });
      await page.close();
    }
  }

  // Deliveries that failed before the kit was running are retried at increasing intervals.
  async function deliverNow(): Promise<void> {
    const { administrator } = shop;
    await administrator.request('POST', '/commerce-bridge/purging/shop/retry', {});
    await eventually(async () => {
      const state = purgingState.parse((await administrator.request('GET', '/commerce-bridge/purging')).body);
      return state.targets.every(({ waiting }) => waiting === 0);
    });
  }

  return {
    get url() {
      return url;
    },
    get shop() {
      return shop;
    },
    get built() {
      return built;
    },
    run: (script) => runScript(script),
    async rebuild() {
      server?.kill();
      await server?.ended;
      const printed = await runScript('build');
      await start();
      return printed;
    },
    async open(path, { width = 1280, colorScheme = 'light' } = {}) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      const page = await context.newPage();
      await page.goto(`${url}${path}`);
      return page;
    },
  };
}

/** Expects the store's own checkout, to which a kit leads. */
export async function expectCheckout(page: Page, total: string): Promise<void> {
  await page.getByRole('heading', { name: 'Checkout' }).waitFor();
  expect(await page.getByText('Total:').textContent()).toBe(`Total: ${total} USD`);
  expect(new URL(page.url()).pathname).toBe('/cart.php');
}

/** Expects that the page fits a narrow window, and has no serious accessibility barriers. */
export async function expectUsable(page: Page): Promise<void> {
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  expect(await seriousBarriers(page, 'html')).toEqual([]);
}

/** The structured data of a page for search engines, of one type of schema.org. */
export async function structuredData(page: Page, type: string): Promise<Record<string, unknown>> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  const found = texts.map((text) => z.record(z.string(), z.unknown()).parse(JSON.parse(text)));
  return found.find((data) => data['@type'] === type) ?? {};
}
