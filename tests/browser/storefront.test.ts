import { beforeEach, expect, test } from 'vitest';
import { seriousBarriers } from '../support/admin/accessibility';
import { createEditor } from '../support/admin/admin-roles';
import { adminSuite, type AdminSuite } from '../support/admin/admin-suite';
import { chromium, whenAvailable } from '../support/requirements';

whenAvailable(chromium()).describe('Settings → Commerce Bridge → Storefront, in the production build', (executable) => {
  const suite = adminSuite(executable, { products: 1, quota: 0 });
  const settings = async () => (await suite.administrator.request('GET', '/commerce-bridge/settings')).body;

  beforeEach(async () => {
    const start = {
      productPageAddress: null,
      corsOrigins: [],
      corsCredentials: false,
      graphqlClientLimit: 16,
      graphqlIntrospection: true,
      trustedProxySecret: null,
      productCacheSeconds: 3600,
      entryEventsOfFullRuns: false,
    };
    await suite.administrator.request('PUT', '/commerce-bridge/settings', start);
  });

  async function openStorefront(options: Parameters<AdminSuite['visit']>[0] = {}) {
    const window = await suite.visit(options);
    await window.open('/settings/commerce-bridge/storefront');
    await window.page.getByRole('heading', { level: 1, name: 'Storefront' }).waitFor();
    return window;
  }

  test('texts, lists, numbers, toggles, and secrets are saved together', async () => {
    const { page } = await openStorefront();
    await page.getByLabel('Product page URL').fill('https://shop.example.com/p/{slug}');
    await page.getByLabel('Allowed origins').fill('https://one.example.com,  https://two.example.com');
    await page.getByLabel('Requests per second per visitor').fill('8');
    await page.getByLabel('Allow introspection').uncheck();
    await page.getByLabel('Trusted proxy secret').fill('proxy-secret-4444');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved').waitFor();
    expect(await settings()).toMatchObject({
      productPageAddress: 'https://shop.example.com/p/{slug}',
      corsOrigins: ['https://one.example.com', 'https://two.example.com'],
      graphqlClientLimit: 8,
      graphqlIntrospection: false,
      trustedProxySecret: { isSet: true, lastFour: '4444' },
    });
    await page.getByRole('button', { name: 'Replace: Trusted proxy secret' }).waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  });

  test('what another administrator saved meanwhile stays, and is shown before anything is saved', async () => {
    const { page } = await openStorefront();
    const origins = page.getByLabel('Allowed origins');
    await origins.fill('https://mine.example.com');
    await page.getByLabel('Requests per second per visitor').fill('0');
    await suite.administrator.request('PUT', '/commerce-bridge/settings', {
      corsOrigins: ['https://theirs.example.com'],
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Somebody else changed this in the meantime: Allowed origins\. Nothing was saved/).waitFor();
    expect(await origins.inputValue()).toBe('https://theirs.example.com');
    expect(await page.getByLabel('Requests per second per visitor').inputValue()).toBe('0');
    expect(await settings()).toMatchObject({ corsOrigins: ['https://theirs.example.com'], graphqlClientLimit: 16 });

    await suite.administrator.request('PUT', '/commerce-bridge/settings', { productCacheSeconds: 60 });
    await origins.fill('https://theirs.example.com, https://mine.example.com');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('[data-strapi-field-error]').first().waitFor();
    expect(await origins.inputValue()).toBe('https://theirs.example.com, https://mine.example.com');
    await page.getByLabel('Requests per second per visitor').fill('8');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved').waitFor();
    expect(await settings()).toMatchObject({
      corsOrigins: ['https://theirs.example.com', 'https://mine.example.com'],
      graphqlClientLimit: 8,
      productCacheSeconds: 60,
    });
  });

  test('an emptied field unsets its setting', async () => {
    await suite.administrator.request('PUT', '/commerce-bridge/settings', {
      productPageAddress: 'https://a.example.com/{slug}',
      trustedProxySecret: 'secret-1111',
    });
    const { page } = await openStorefront();
    await page.getByLabel('Product page URL').fill('');
    await page.getByRole('button', { name: 'Remove: Trusted proxy secret' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved').waitFor();
    expect(await settings()).toMatchObject({ productPageAddress: null, trustedProxySecret: { isSet: false } });
  });

  test('each field that the server rejects says why, and nothing is saved', async () => {
    const { page } = await openStorefront();
    await page.getByLabel('Product page URL').fill('https://shop.example.com/products');
    await page.getByLabel('Allowed origins').fill('https://one.example.com/path');
    await page.getByLabel('Requests per second per visitor').fill('21');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('[data-strapi-field-error]').nth(2).waitFor();
    const errors = await page.locator('[data-strapi-field-error]').allTextContents();
    expect(errors).toEqual([
      expect.stringContaining('{slug}'),
      expect.stringContaining('without a path'),
      expect.stringContaining('1 to 20'),
    ]);
    expect(await settings()).toMatchObject({ productPageAddress: null, corsOrigins: [], graphqlClientLimit: 16 });
  });

  test('credentials for every origin are rejected at their toggle', async () => {
    const { page } = await openStorefront();
    await page.getByLabel('Allowed origins').fill('*');
    await page.getByLabel('Allow credentials').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .locator('[data-strapi-field-error]')
      .filter({ hasText: 'You can’t allow credentials for the origin *' })
      .waitFor();
  });

  test('the cache is cleared after confirmation, and its settings are saved like all others', async () => {
    const { page } = await openStorefront();
    await page.getByLabel('Product cache lifetime (seconds)').fill('120');
    await page.getByLabel('Send entry events for full syncs').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved').waitFor();
    expect(await settings()).toMatchObject({
      productCacheSeconds: 120,
      cacheMegabytes: 48,
      entryEventsOfFullRuns: true,
    });
    await page.getByRole('button', { name: 'Clear cache' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Cache cleared').waitFor();
  });

  test('leaving with unsaved changes asks for confirmation', async () => {
    const { page } = await openStorefront();
    await page.getByLabel('Product page URL').fill('https://unsaved.example.com/{slug}');
    await page.getByRole('link', { name: 'Health' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('Product page URL').inputValue()).toBe('https://unsaved.example.com/{slug}');
  });

  test('an administrator with read access sees the settings, and why they cannot change them', async () => {
    const login = await createEditor(suite.administrator, { name: 'reader', permissions: ['settings.read'] });
    const { page } = await openStorefront({ login });
    await page.getByText('your role can’t change them').waitFor();
    expect(await page.getByLabel('Allowed origins').isDisabled()).toBe(true);
    expect(await page.getByLabel('Allow credentials').isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Clear cache' }).isDisabled()).toBe(true);
  });

  test.each(['light', 'dark'] as const)('has no serious accessibility violation (%s)', async (theme) => {
    const { page } = await openStorefront({ theme });
    await page.getByLabel('Allow credentials').waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
  });
});
