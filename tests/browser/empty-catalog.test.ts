import { expect, test } from 'vitest';
import { adminSuite } from '../support/admin/admin-suite';
import { bridgeOf } from '../support/admin/bridge-pages';
import { chromium, whenAvailable } from '../support/requirements';
import { finishedRun } from '../support/sites/runs';

whenAvailable(chromium()).describe('Commerce Bridge → Products before the first sync', (executable) => {
  const suite = adminSuite(executable, { products: 30, quota: 0 });
  const { request, openBridge } = bridgeOf(suite);

  test('say where products come from, and list them after a sync', async () => {
    const { storeHash, accessToken } = suite.simulator.account;
    await request('PUT', '/settings', { storeHash, accessToken });
    const { page } = await openBridge('/products', { heading: 'Products' });
    await page.getByText('No products have been imported yet.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Open setup guide' }).waitFor();
    expect(await page.getByRole('main').getByRole('link').count()).toBe(1);

    await request('POST', '/sync', { mode: 'full' });
    await finishedRun({ admin: (method: string, path: string) => suite.administrator.request(method, path) });
    await page.reload();
    await page.getByRole('heading', { name: '30 products' }).waitFor();
  });
});
