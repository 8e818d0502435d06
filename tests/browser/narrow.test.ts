import { beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { seriousBarriers } from '../support/admin/accessibility';
import { adminSuite } from '../support/admin/admin-suite';
import { bridgeOf } from '../support/admin/bridge-pages';
import { cutOff } from '../support/admin/layout';
import { chromium, whenAvailable } from '../support/requirements';
import { finishedRun } from '../support/sites/runs';
import { followRequests } from '../support/time/settled';

const viewport = { width: 390, height: 844 };
const longName = `Aardvark${'mug'.repeat(60)}`;

const settingsPages = [
  ['Connection', 'connection'],
  ['Sync', 'sync'],
  ['Webhooks', 'webhooks'],
  ['Storefront', 'storefront'],
  ['Markets', 'markets'],
  ['CDN and caches', 'purging'],
  ['Health', 'health'],
] as const;

whenAvailable(chromium()).describe('Commerce Bridge on a phone, in the production build', (executable) => {
  const suite = adminSuite(executable, { products: 150, quota: 0, localDestinations: true });
  const { request, openBridge } = bridgeOf(suite);

  beforeAll(async () => {
    const { storeHash, accessToken } = suite.simulator.account;
    const { products } = suite.simulator.store;
    products.create({ id: 90_001, name: longName, price: 12, channels: [1], sku: 'S'.repeat(80) });
    const address = `https://${'cdn'.repeat(20)}.example.com/${'purge'.repeat(20)}`;
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    await request('PUT', '/settings', {
      storeHash,
      accessToken,
      publicUrl: suite.site.url,
      purgeTargets: [{ key: 'storefront-of-the-main-market', kind: 'webhook', url: address, secret }],
    });
    await request('POST', '/webhooks/register', {});
    await request('POST', '/sync', { mode: 'full' });
    await finishedRun({ admin: (method: string, path: string) => suite.administrator.request(method, path) });
  });

  test.each(['light', 'dark'] as const)(
    'each page is reached through the menu above it, and fits into the screen (%s)',
    async (theme) => {
      const { page } = await openBridge('', { heading: 'Overview', viewport, theme });
      const settled = followRequests(page);
      for (const name of ['Products', 'Sync history', 'Events', 'Setup guide', 'Overview']) {
        await page.getByRole('navigation', { name: 'Commerce Bridge' }).getByRole('link', { name }).click();
        await page.getByRole('heading', { level: 1, name }).waitFor();
        await settled();
        await fitsForAll(page, name);
      }
      await page
        .getByRole('navigation', { name: 'Commerce Bridge' })
        .getByRole('link', { name: 'Setup guide' })
        .click();
      await page.getByRole('link', { name: 'View the API reference' }).click();
      await page.getByRole('heading', { level: 1, name: 'API reference' }).waitFor();
      await page.getByRole('button', { name: /^GET \/products\/\{slug\}(?!\/)/ }).click();
      await page.getByText('variants[].price', { exact: true }).waitFor();
      await fitsForAll(page, 'API reference');
    },
    180_000,
  );

  test('links to many pages of products fit into the screen', async () => {
    const { page } = await openBridge('/products?page=8&pageSize=10', { heading: 'Products', viewport });
    for (const name of ['1', '7', '8', '9', '16'])
      await page.getByRole('link', { name: new RegExp(`page ${name}$`) }).waitFor();
    expect(await cutOff(page)).toEqual([]);
  });

  test('a page past the end of a list leads to its last page', async () => {
    const { page, open } = await suite.visit({ viewport });
    let respond = (): void => undefined;
    const isAwaited = new Promise<void>((resolve) => {
      respond = resolve;
    });
    await page.route(/\/commerce-bridge\/products\?.*page=16(&|$)/, async (route) => {
      await isAwaited;
      await route.continue();
    });
    const table = page.getByRole('grid', { name: 'Products' });

    await open('/plugins/commerce-bridge/products?page=99&pageSize=10');
    try {
      await page.waitForURL(/[?&]page=16(&|$)/);
      expect(await table.count()).toBe(0);
    } finally {
      respond();
    }
    await table.waitFor();
    expect(await table.locator('tbody').getByRole('row').count()).toBe(1);
    await page
      .getByRole('link', { name: /page 16$/ })
      .and(page.locator('[aria-current=true]'))
      .waitFor();
  });

  test.each(['light', 'dark'] as const)(
    'each settings page fits into the screen (%s)',
    async (theme) => {
      const { page, open } = await suite.visit({ viewport, theme });
      const settled = followRequests(page);
      for (const [name, path] of settingsPages) {
        await open(`/settings/commerce-bridge/${path}`);
        await page.getByRole('heading', { level: 1, name }).waitFor();
        await settled();
        await fitsForAll(page, name);
      }
    },
    180_000,
  );

  test('the drawer of a purge target fits into the screen', async () => {
    const { page, open } = await suite.visit({ viewport });
    await open('/settings/commerce-bridge/purging');
    await page.getByRole('button', { name: 'Edit storefront-of-the-main-market' }).click();
    await page.getByRole('dialog').getByLabel('URL').waitFor();
    expect(await cutOff(page)).toEqual([]);
  });

  test('the drawer of a product with a long name of one word fits into the screen, and can be closed', async () => {
    const { page } = await openBridge('/products', { heading: 'Products', viewport });
    await page.getByRole('grid', { name: 'Products' }).getByRole('button', { name: longName }).click();
    const drawer = page.getByRole('dialog', { name: longName });
    await drawer.getByText('Matches BigCommerce').waitFor();
    expect(await cutOff(page)).toEqual([]);
    await drawer.getByRole('button', { name: 'Close' }).click();
    await drawer.waitFor({ state: 'detached' });
  });

  test('the report of a sync fits into the screen, and can be closed', async () => {
    const { page } = await openBridge('/runs', { heading: 'Sync history', viewport });
    await page
      .getByRole('button', { name: /^Show sync from/ })
      .first()
      .click();
    const report = page.getByRole('dialog');
    await report.getByRole('grid', { name: 'Sync results' }).waitFor();
    expect(await cutOff(page)).toEqual([]);
    await report.getByRole('button', { name: 'Close' }).click();
    await report.waitFor({ state: 'detached' });
  });

  test('an address that no page has is said to be none, and leads back', async () => {
    const { page } = await openBridge('/nowhere/at-all', { heading: 'Page not found', viewport });
    await page.getByText('There’s no page at this address.').waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Back to Commerce Bridge' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });
});

async function fitsForAll(page: Page, name: string): Promise<void> {
  expect({ name, cutOff: await cutOff(page) }).toEqual({ name, cutOff: [] });
  const barriers = await seriousBarriers(page, '[data-strapi-main-content]');
  expect({ name, barriers }).toEqual({ name, barriers: [] });
}
