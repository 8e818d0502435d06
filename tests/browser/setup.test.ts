import { expect, test } from 'vitest';
import { seriousBarriers } from '../support/accessibility';
import { createEditor } from '../support/admin-roles';
import { adminSuite, type AdminSuite } from '../support/admin-suite';
import { chromium, whenAvailable } from '../support/requirements';

whenAvailable(chromium()).describe('Commerce Bridge → Setup guide, in the production build', (executable) => {
  const suite = adminSuite(executable, { products: 60, quota: 0, localDestinations: true });
  const request = (method: string, path: string, body?: object) =>
    suite.administrator.request(method, `/commerce-bridge${path}`, body);

  async function openSetup(options: Parameters<AdminSuite['visit']>[0] = {}) {
    const window = await suite.visit(options);
    await window.open('/plugins/commerce-bridge/setup');
    await window.page.getByRole('heading', { level: 1, name: 'Setup guide' }).waitFor();
    return window;
  }

  test('the overview of a new site leads to the guide', async () => {
    const { page, open } = await suite.visit();
    await open('/plugins/commerce-bridge');
    await page.getByRole('link', { name: 'Open setup guide' }).click();
    await page.getByRole('heading', { level: 1, name: 'Setup guide' }).waitFor();
  });

  test('all four steps can be walked, each broken and mended on the way', async () => {
    const { account } = suite.simulator;
    const { page } = await openSetup();
    const step = (name: string) => page.getByRole('region', { name });
    const isDone = (name: string) => step(name).getByText('Done', { exact: true }).waitFor();

    // Credentials that the store refuses, then ones that lack a scope, then the right ones.
    await page.getByLabel('Store hash').fill(account.storeHash);
    await page.getByLabel('Access token').fill('wrong-token');
    await page.getByRole('button', { name: 'Save and test' }).click();
    await step('2. Test').getByText('BigCommerce rejected the access token').waitFor();
    account.scopes.delete('store_v2_products_read_only');
    await page.getByRole('button', { name: 'Replace: Access token' }).click();
    await page.locator('input[name=accessToken]').fill(account.accessToken);
    await page.getByRole('button', { name: 'Save and test' }).click();
    await step('2. Test').getByText('Products, read-only: missing').waitFor();
    account.scopes.add('store_v2_products_read_only');
    await page.getByRole('button', { name: 'Test again' }).click();
    await isDone('1. Credentials');
    await isDone('2. Test');

    // A run that the store ends, then one that can be watched to its end.
    suite.simulator.faults.add({ method: 'GET', path: '/v3/catalog/*', kind: 'status', status: 403, times: 1 });
    await page.getByRole('button', { name: 'Sync now' }).click();
    await step('3. First sync').getByRole('alert').waitFor();
    suite.simulator.faults.clear();
    suite.simulator.faults.add({ method: 'GET', path: '/v3/catalog/products', kind: 'delay', milliseconds: 60_000 });
    await page.getByRole('button', { name: 'Sync now' }).click();
    await page.getByRole('progressbar', { name: 'Sync progress' }).waitFor();
    suite.simulator.faults.clear();
    await isDone('3. First sync');

    // An address that is none, a store that refuses one hook, then all of them.
    await page.getByLabel('Public URL').fill('shop');
    await step('4. Webhooks').getByRole('button', { name: 'Save' }).click();
    await page.locator('[data-strapi-field-error]').filter({ hasText: 'http or https URL' }).waitFor();
    await page.getByLabel('Public URL').fill(suite.site.url);
    await step('4. Webhooks').getByRole('button', { name: 'Save' }).click();
    await page.getByText(`Destination: ${suite.site.url}/api/commerce-bridge/v1/webhook`).waitFor();
    suite.simulator.faults.add({ method: 'POST', path: '/v3/hooks', kind: 'status', status: 422 });
    await page.getByRole('button', { name: 'Register webhooks' }).click();
    await page.getByText('Some webhooks couldn’t be registered').waitFor();
    await page.getByRole('button', { name: 'Register again' }).click();
    await isDone('4. Webhooks');
    await page.getByText('Setup complete').waitFor();
  });

  test('a site that is set up says so when the guide is opened again', async () => {
    const { page } = await openSetup();
    await page.getByText('Setup complete').waitFor();
  });

  test('leaving with unsaved changes is asked about first', async () => {
    await request('PUT', '/settings', { storeHash: null });
    const { page } = await openSetup();
    await page.getByLabel('Store hash').fill('abc123');
    await page.getByRole('navigation', { name: 'Commerce Bridge' }).getByRole('link', { name: 'Sync history' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('Store hash').inputValue()).toBe('abc123');
    await request('PUT', '/settings', { storeHash: suite.simulator.account.storeHash });
  });

  test('who may only look sees how far the site is, and why they cannot go on', async () => {
    await request('PUT', '/settings', { storeHash: null });
    const login = await createEditor(suite.administrator, {
      name: 'reader',
      permissions: ['settings.read', 'catalog.read'],
    });
    const { page } = await openSetup({ login });
    await page.getByText('your role can’t change them').waitFor();
    expect(await page.getByLabel('Store hash').isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Save and test' }).isDisabled()).toBe(true);
    await request('PUT', '/settings', { storeHash: suite.simulator.account.storeHash });
  });

  test.each(['light', 'dark'] as const)('has no serious barrier for people with a disability (%s)', async (theme) => {
    suite.simulator.account.scopes.delete('store_v2_products_read_only');
    const { page } = await openSetup({ theme });
    await page.getByText('A required scope is missing.').waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
  });
});
