import { beforeAll, expect, test } from 'vitest';
import { seriousBarriers } from '../support/accessibility';
import { adminSuite } from '../support/admin-suite';
import { bridgeOf } from '../support/bridge-pages';
import { cutOff } from '../support/layout';
import { chromium, whenAvailable } from '../support/requirements';
import { finishedRun } from '../support/runs';

const viewport = { width: 390, height: 844 };
const longName = `Aardvark${'mug'.repeat(60)}`;

whenAvailable(chromium()).describe('Commerce Bridge on a phone, in the production build', (executable) => {
  const suite = adminSuite(executable, { products: 30, quota: 0, localDestinations: true });
  const { request, openBridge } = bridgeOf(suite);

  beforeAll(async () => {
    const { storeHash, accessToken } = suite.simulator.account;
    const { products } = suite.simulator.store;
    products.create({ id: 90_001, name: longName, price: 12, channels: [1], sku: 'S'.repeat(80) });
    await request('PUT', '/settings', { storeHash, accessToken });
    await request('POST', '/sync', { mode: 'full' });
    await finishedRun({ admin: (method: string, path: string) => suite.administrator.request(method, path) });
  });

  test.each(['light', 'dark'] as const)(
    'each page is reached through the menu above it, and fits into the screen (%s)',
    async (theme) => {
      const { page } = await openBridge('', { heading: 'Overview', viewport, theme });
      for (const name of ['Products', 'Sync history', 'Events', 'Setup guide', 'Overview']) {
        await page.getByRole('navigation', { name: 'Commerce Bridge' }).getByRole('link', { name }).click();
        await page.getByRole('heading', { level: 1, name }).waitFor();
        await page.waitForLoadState('networkidle');
        expect({ name, cutOff: await cutOff(page) }).toEqual({ name, cutOff: [] });
        expect({ name, barriers: await seriousBarriers(page, '[data-strapi-main-content]') }).toEqual({
          name,
          barriers: [],
        });
      }
    },
    180_000,
  );

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
