import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { seriousBarriers } from '../support/admin/accessibility';
import { createEditor } from '../support/admin/admin-roles';
import { adminSuite } from '../support/admin/admin-suite';
import { bridgeOf } from '../support/admin/bridge-pages';
import { eventually } from '../support/time/eventually';
import { chromium, whenAvailable } from '../support/requirements';
import { finishedRun } from '../support/sites/runs';

whenAvailable(chromium()).describe(
  'Commerce Bridge → Setup guide of a new site, in the production build',
  (executable) => {
    const suite = adminSuite(executable, { products: 60, quota: 0 });
    const { request, openSetup } = bridgeOf(suite);

    beforeEach(() => request('PUT', '/settings', { storeHash: null, accessToken: null, clientSecret: null }));

    test('the overview of a new site links to the guide', async () => {
      const { page, open } = await suite.visit();
      await open('/plugins/commerce-bridge');
      await page.getByRole('link', { name: 'Open setup guide' }).click();
      await page.getByRole('heading', { level: 1, name: 'Setup guide' }).waitFor();
      const menu = page.getByRole('navigation', { name: 'Commerce Bridge' });
      await eventually(async () => (await menu.getByRole('link').allTextContents())[0] === 'Setup guide');
      const progress = page.getByRole('progressbar', { name: 'Setup progress' });
      expect(await progress.getAttribute('aria-valuetext')).toBe('0 of 4 steps done');
    });

    const accountText = () => {
      const { storeHash, accessToken, clientId, clientSecret } = suite.simulator.account;
      return [
        `ACCESS TOKEN: ${accessToken}`,
        `CLIENT ID: ${clientId}`,
        `CLIENT SECRET: ${clientSecret}`,
        'NAME: Strapi',
        `API PATH: https://api.bigcommerce.com/stores/${storeHash}/v3/`,
      ].join('\r\n');
    };
    const filledIn = (page: Page) => page.getByText('Filled in: Store hash, Access token, Client secret').waitFor();
    const fieldsOf = (page: Page) =>
      Promise.all(
        ['storeHash', 'accessToken', 'clientSecret'].map((name) => page.locator(`input[name=${name}]`).inputValue()),
      );
    const accountFields = () => {
      const { storeHash, accessToken, clientSecret } = suite.simulator.account;
      return [storeHash, accessToken, clientSecret];
    };

    test('the text file of an API account fills the first step, and is shown nowhere else', async () => {
      const { page } = await openSetup();
      expect(await page.getByRole('link', { name: 'API accounts in BigCommerce' }).getAttribute('href')).toBe(
        'https://login.bigcommerce.com/deep-links/settings/api-accounts',
      );
      const file = { name: 'account.txt', mimeType: 'text/plain', buffer: Buffer.from(accountText()) };
      const choose = async (chosen: typeof file) => {
        const chooser = page.waitForEvent('filechooser');
        await page.getByRole('button', { name: 'Choose file' }).click();
        await (await chooser).setFiles(chosen);
      };
      await choose({ ...file, buffer: Buffer.from('A shopping list') });
      await page.getByText('No API path and access token were found in this file.').waitFor();
      await choose(file);
      await filledIn(page);
      expect(await fieldsOf(page)).toEqual(accountFields());
      expect(await page.getByRole('link', { name: 'API accounts in BigCommerce' }).getAttribute('href')).toBe(
        `https://store-${suite.simulator.account.storeHash}.mybigcommerce.com/manage/settings/api-accounts`,
      );
      const { accessToken, clientSecret } = suite.simulator.account;
      const shown = await page.locator('body').innerText();
      expect(shown.includes(accessToken) || shown.includes(clientSecret)).toBe(false);
    });

    test('dropping that file, or pasting its text into a field, does the same', async () => {
      const { page } = await openSetup();
      const dropped = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([${JSON.stringify(accountText())}], 'account.txt', { type: 'text/plain' }));
      return transfer;
    })()`);
      await page.getByTestId('commerce-bridge-intake').dispatchEvent('drop', { dataTransfer: dropped });
      await filledIn(page);
      expect(await fieldsOf(page)).toEqual(accountFields());

      await page.reload();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(accountText())})`);
      await page.getByLabel('Store hash').click();
      await page.keyboard.press('Control+V');
      await filledIn(page);
      expect(await fieldsOf(page)).toEqual(accountFields());
    });

    test('an API path in the field of the store hash becomes the store hash', async () => {
      const { page } = await openSetup();
      await page.getByLabel('Store hash').fill('https://api.bigcommerce.com/stores/abc123/v3/');
      expect(await page.getByLabel('Store hash').inputValue()).toBe('abc123');
    });

    test('a test that gets no response says what it waits for, and ends within ten seconds', async () => {
      const { storeHash, accessToken } = suite.simulator.account;
      const { page } = await openSetup();
      await page.getByLabel('Store hash').fill(storeHash);
      await page.getByLabel('Access token').fill(accessToken);
      suite.simulator.faults.add({ method: 'GET', path: '/v2/store', kind: 'delay', milliseconds: 60_000, times: 0 });
      await page.getByRole('button', { name: 'Save and test' }).click();
      await page.getByText(`Waiting for a response from ${suite.simulator.url}, for up to 10 seconds`).waitFor();
      const test = page.getByRole('region', { name: '2. Test' });
      await test.getByText('BigCommerce didn’t respond').waitFor({ timeout: 15_000 });
      await test.getByText(`${suite.simulator.url} did not respond within 10 seconds.`).waitFor();
    });

    test('leaving with unsaved changes asks for confirmation', async () => {
      const { page } = await openSetup();
      await page.getByLabel('Store hash').fill('abc123');
      await page
        .getByRole('navigation', { name: 'Commerce Bridge' })
        .getByRole('link', { name: 'Sync history' })
        .click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
      expect(await page.getByLabel('Store hash').inputValue()).toBe('abc123');
    });

    test('an administrator with read access sees how far the site is, and why they cannot continue', async () => {
      const login = await createEditor(suite.administrator, {
        name: 'reader',
        permissions: ['settings.read', 'catalog.read'],
      });
      const { page } = await openSetup({ login });
      await page.getByText('your role can’t change them').waitFor();
      expect(await page.getByLabel('Store hash').isDisabled()).toBe(true);
      expect(await page.getByRole('button', { name: 'Save and test' }).isDisabled()).toBe(true);
    });
  },
);

whenAvailable(chromium()).describe('Commerce Bridge → Setup guide, followed to its end', (executable) => {
  const suite = adminSuite(executable, { products: 60, quota: 0, localDestinations: true });
  const { openSetup } = bridgeOf(suite);

  test('all four steps can be completed, each broken and fixed along the way', async () => {
    const { account } = suite.simulator;
    const { page } = await openSetup();
    const step = (name: string) => page.getByRole('region', { name });
    const isDone = (name: string) => step(name).getByText('Done', { exact: true }).waitFor();

    // Credentials that the store rejects, then ones without a scope, then valid ones.
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

    // A run that fails because of the store, then one that completes.
    suite.simulator.faults.add({ method: 'GET', path: '/v3/catalog/*', kind: 'status', status: 403, times: 1 });
    await page.getByRole('button', { name: 'Sync now' }).click();
    await step('3. First sync').getByRole('alert').waitFor();
    suite.simulator.faults.clear();
    suite.simulator.faults.add({ method: 'GET', path: '/v3/catalog/products', kind: 'delay', milliseconds: 60_000 });
    await page.getByRole('button', { name: 'Sync now' }).click();
    await page.getByRole('progressbar', { name: 'Sync progress' }).waitFor();
    suite.simulator.faults.clear();
    await isDone('3. First sync');

    // An invalid URL, a store that rejects one webhook, then all of them.
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
});

whenAvailable(chromium()).describe('Commerce Bridge → Setup guide of a site without webhooks', (executable) => {
  const suite = adminSuite(executable, { products: 60, quota: 0 });
  const { request, connect, openSetup } = bridgeOf(suite);

  test('an administrator can go without webhooks; an outage of BigCommerce undoes no step', async () => {
    await connect();
    await request('POST', '/sync', { mode: 'full' });
    await finishedRun({ admin: (method: string, path: string) => suite.administrator.request(method, path) });
    const { page } = await openSetup();
    const progress = page.getByRole('progressbar', { name: 'Setup progress' });
    const says = (text: string) => eventually(async () => (await progress.getAttribute('aria-valuetext')) === text);
    await says('3 of 4 steps done');
    const menu = page.getByRole('navigation', { name: 'Commerce Bridge' });
    const entries = async () => menu.getByRole('link').allTextContents();
    await eventually(async () => (await entries())[0] === 'Setup guide');
    await page.getByRole('button', { name: 'Skip this step' }).click();
    await eventually(async () => (await entries()).at(-1) === 'Setup guide');
    await says('3 of 4 steps done, 1 skipped');
    await page.getByText('Setup complete').waitFor();
    await page.getByRole('region', { name: '4. Webhooks' }).getByText('Skipped', { exact: true }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'Use it', exact: true }).waitFor();

    suite.simulator.faults.add({ kind: 'status', status: 503, times: 0 });
    const { page: later, open } = await suite.visit();
    const tested = later.waitForResponse((response) => response.url().includes('/settings/test-connection'));
    await open('/plugins/commerce-bridge/setup');
    expect(await (await tested).text()).toContain('"rejected"');
    await later.getByText('Setup complete').waitFor();
    await later
      .getByRole('progressbar', { name: 'Setup progress' })
      .and(later.locator('[aria-valuetext="3 of 4 steps done, 1 skipped"]'))
      .waitFor();
    suite.simulator.faults.clear();
  });
});

whenAvailable(chromium()).describe('Commerce Bridge → Setup guide of a site that is set up', (executable) => {
  const suite = adminSuite(executable, { products: 60, quota: 0, localDestinations: true });
  const { request, connect, openSetup } = bridgeOf(suite);

  beforeAll(async () => {
    await connect();
    await request('POST', '/sync', { mode: 'full' });
    await finishedRun({ admin: (method: string, path: string) => suite.administrator.request(method, path) });
    await request('POST', '/webhooks/register', {});
  });

  test('a site that is set up says so when the guide is opened again', async () => {
    const { page } = await openSetup();
    await page.getByText('Setup complete').waitFor();
    await page
      .getByRole('progressbar', { name: 'Setup progress' })
      .and(page.locator('[aria-valuenow="100"]'))
      .waitFor();
    const menu = page.getByRole('navigation', { name: 'Commerce Bridge' });
    await eventually(async () => (await menu.getByRole('link').allTextContents()).at(-1) === 'Setup guide');
  });

  test('the last step shows how the catalog is used: base URL, command, reference, product field, roles, frontend', async () => {
    const { page, open } = await openSetup();
    const baseUrl = `${suite.site.url}/api/commerce-bridge/v1`;
    const step = page.getByRole('region', { name: 'Use it' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await step.getByRole('button', { name: 'Copy: Base URL' }).click();
    await page.getByText('Copied: Base URL').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(baseUrl);
    await step.getByText(`curl "${baseUrl}/products?per_page=5"`).waitFor();
    await step.getByRole('heading', { name: 'Add a product field' }).waitFor();
    await step.getByRole('heading', { name: 'Who may pick products?' }).waitFor();
    await step.getByRole('listitem').filter({ hasText: 'Editor' }).getByText('Can pick products').waitFor();
    await step.getByRole('link', { name: 'Allow an origin' }).waitFor();
    await step.getByText('Not set yet').nth(1).waitFor();
    expect(await seriousBarriers(page)).toEqual([]);

    await step.getByRole('link', { name: 'View the API reference' }).click();
    await page.getByRole('heading', { level: 1, name: 'API reference' }).waitFor();
    await page.getByRole('button', { name: /^GET \/products\/\{slug\}(?!\/)/ }).click();
    await page.getByText('variants[].price', { exact: true }).waitFor();
    expect(await seriousBarriers(page)).toEqual([]);

    await request('PUT', '/settings', { corsOrigins: ['https://shop.example.com'] });
    await open('/plugins/commerce-bridge/setup');
    await step.getByText('Set to https://shop.example.com').waitFor();
  });

  test('testing the stored credentials again keeps what was entered and not saved, also if they work now', async () => {
    const { scopes } = suite.simulator.account;
    scopes.delete('store_v2_products_read_only');
    const { page } = await openSetup();
    const step = page.getByRole('region', { name: '2. Test' });
    await step.getByText('Products, read-only: missing').waitFor();
    const field = page.getByLabel('Store hash');
    await field.fill('abc123');
    const tested = page.waitForResponse(/\/settings\/test-connection$/);
    await step.getByRole('button', { name: 'Test again' }).click();
    await tested;
    await step.getByText('Products, read-only: missing').waitFor();
    expect(await field.inputValue()).toBe('abc123');

    scopes.add('store_v2_products_read_only');
    await step.getByRole('button', { name: 'Test again' }).click();
    await step.getByText('Done', { exact: true }).waitFor();
    expect(await field.inputValue()).toBe('abc123');
  });

  test.each(['light', 'dark'] as const)('has no serious accessibility violation (%s)', async (theme) => {
    suite.simulator.account.scopes.delete('store_v2_products_read_only');
    const { page } = await openSetup({ theme });
    await page.getByText('A required scope is missing.').waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
  });
});
