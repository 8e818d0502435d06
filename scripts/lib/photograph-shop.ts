import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startShop } from '../../demo/shop-server';
import { startSimulator } from '../../simulator/src/server';
import { registerAdministrator } from './administrator';
import { connectSite } from './connect-site';
import { playground } from './paths';
import { launchSite } from './site-process';

const themes = ['light', 'dark'] as const;
const changes = ['stock', 'name', 'price'] as const;

type Theme = (typeof themes)[number];

interface ShopPictures {
  shopUrl: string;
  /** Where a picture is stored. */
  fileOf(name: string): string;
}

/**
 * Photographs the shop of the demo with its own site and store, light and dark: *What happens behind* with three
 * changes, a product, and a list on a phone. The site must be prepared.
 */
export async function photographShop(browser: Browser, fileOf: ShopPictures['fileOf']): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'commerce-bridge-shop-'));
  const simulator = await startSimulator({ quota: 0, localDestinations: true });
  const env = {
    DATABASE_CLIENT: 'sqlite',
    DATABASE_FILENAME: join(data, 'site.db'),
    COMMERCE_BRIDGE_API_URL: simulator.url,
    COMMERCE_BRIDGE_GRAPHQL_URL: simulator.url,
  };
  const site = await launchSite({ site: playground, env });
  try {
    const administrator = await registerAdministrator(site);
    await administrator.request('PUT', '/commerce-bridge/settings', { publicUrl: site.url });
    await connectSite(administrator, { show: () => undefined, progress: () => undefined });
    for (const theme of themes) {
      // A new shop for each theme, since a shop remembers the changes that were made through it.
      const shop = await startShop({ siteUrl: site.url, storeUrl: simulator.url });
      await photographBehind(browser, { shopUrl: shop.url, fileOf, theme });
      await photographPages(browser, { shopUrl: shop.url, fileOf, theme });
      await shop.stop();
    }
  } finally {
    await site.stop();
    await simulator.close();
    rmSync(data, { recursive: true, force: true });
  }
}

async function photographBehind(
  browser: Browser,
  { shopUrl, fileOf, theme }: ShopPictures & { theme: Theme },
): Promise<void> {
  const page = await browser.newPage({ colorScheme: theme, viewport: { width: 1280, height: 1160 } });
  await page.goto(`${shopUrl}/behind?product=copper-pour-over-kettle`);
  for (const [index, change] of changes.entries()) {
    await page.getByRole('button', { name: `Change the ${change}` }).click();
    await page.locator(`[data-trace="${index + 1}"] .steps li:last-child.done`).waitFor();
  }
  await photograph(page, fileOf(`behind-${theme}`));
}

async function photographPages(
  browser: Browser,
  { shopUrl, fileOf, theme }: ShopPictures & { theme: Theme },
): Promise<void> {
  const wide = await browser.newPage({ colorScheme: theme, viewport: { width: 1280, height: 1000 } });
  await wide.goto(`${shopUrl}/products/harbour-stoneware-mug`);
  await photograph(wide, fileOf(`shop-${theme}`));

  const phone = await browser.newPage({
    colorScheme: theme,
    viewport: { width: 360, height: 780 },
    deviceScaleFactor: 2,
  });
  await phone.goto(`${shopUrl}/products`);
  await photograph(phone, fileOf(`shop-phone-${theme}`));
}

async function photograph(page: Page, file: string): Promise<void> {
  await page.waitForFunction("[...document.images].every((image) => image.complete || image.loading === 'lazy')");
  await page.screenshot({ path: file, animations: 'disabled' });
  await page.close();
}
