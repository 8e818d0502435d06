import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { diagnostics } from '../../contracts/admin/diagnostics';
import { seriousBarriers } from '../support/admin/accessibility';
import { createEditor } from '../support/admin/admin-roles';
import { adminSuite, type AdminSuite } from '../support/admin/admin-suite';
import { tablesCutOff } from '../support/admin/layout';
import { chromium, whenAvailable } from '../support/requirements';
import { finishedRun } from '../support/sites/runs';

whenAvailable(chromium()).describe(
  'Settings → Commerce Bridge → Webhooks and Health, in the production build',
  (executable) => {
    const suite = adminSuite(executable, { products: 3, quota: 0 });
    const hooks = () => suite.simulator.webhooks.registry.all();
    const request = (method: string, path: string, body?: object) =>
      suite.administrator.request(method, `/commerce-bridge${path}`, body);
    const destination = 'https://shop.example.com/api/commerce-bridge/v1/webhook';

    beforeAll(async () => {
      const { storeHash, accessToken, clientSecret } = suite.simulator.account;
      await request('PUT', '/settings', { storeHash, accessToken, clientSecret });
    });

    beforeEach(async () => {
      for (const hook of hooks()) suite.simulator.webhooks.registry.delete(hook.id, hook.client_id);
      await request('PUT', '/settings', { publicUrl: 'https://shop.example.com' });
      await request('DELETE', '/health');
    });

    /** Simulates somebody who deletes the webhooks at BigCommerce. */
    async function loseWebhooks() {
      await request('POST', '/webhooks/register', {});
      for (const hook of hooks()) suite.simulator.webhooks.registry.delete(hook.id, hook.client_id);
    }

    async function openPage(
      path: string,
      { heading, ...options }: { heading: string } & Parameters<AdminSuite['visit']>[0],
    ) {
      const window = await suite.visit(options);
      await window.open(`/settings/commerce-bridge/${path}`);
      await window.page.getByRole('heading', { level: 1, name: heading }).waitFor();
      return window;
    }
    const openWebhooks = (options: Parameters<AdminSuite['visit']>[0] = {}) =>
      openPage('webhooks', { ...options, heading: 'Webhooks' });
    const openHealth = (options: Parameters<AdminSuite['visit']>[0] = {}) =>
      openPage('health', { ...options, heading: 'Health' });

    test('registering creates every webhook, and each shows as active, with what was done', async () => {
      const { page } = await openWebhooks();
      await page.getByText(`Destination: ${destination}`).waitFor();
      const table = page.getByRole('grid', { name: 'Webhooks for this site' });
      await table.getByText('Missing', { exact: true }).nth(3).waitFor();
      expect(await table.getByText('Missing', { exact: true }).count()).toBe(4);
      await page.getByRole('button', { name: 'Register webhooks' }).click();
      await page.getByText('Webhooks successfully registered').waitFor();
      await table.getByText('Active', { exact: true }).nth(5).waitFor();
      expect(await table.getByText(/^Created, /).count()).toBe(6);
      expect(hooks().map((hook) => hook.destination)).toEqual(Array.from({ length: 6 }, () => destination));
    });

    test('the table fits on its page in a language with long words, and a URL in three lines', async () => {
      await request('POST', '/webhooks/register', {});
      const [hook] = hooks();
      suite.simulator.webhooks.registry.deactivate(hook?.id ?? 0);
      await request('POST', '/health/check');
      suite.simulator.webhooks.registry.deactivate(hook?.id ?? 0);
      const { page } = await openWebhooks({ language: 'de' });
      const cell = page
        .getByRole('grid', { name: 'Webhooks dieser Website' })
        .getByText(destination, { exact: true })
        .first();
      await cell.waitFor();
      expect(await tablesCutOff(page)).toEqual([]);
      // A line is 17 pixels high.
      expect((await cell.boundingBox())?.height).toBeLessThan(60);
    });

    test('a webhook that the store disabled says so, and registering again repairs it', async () => {
      await request('POST', '/webhooks/register', {});
      const [hook] = hooks();
      suite.simulator.webhooks.registry.deactivate(hook?.id ?? 0);
      const { page } = await openWebhooks();
      await page.getByText('Disabled by BigCommerce: nothing is delivered').waitFor();
      await page.getByRole('button', { name: 'Register again' }).click();
      await page.getByText(/^Repaired, /).waitFor();
      expect(hooks().every((each) => each.is_active)).toBe(true);
    });

    test('a webhook that could not be registered is named with the reason, and the others are registered', async () => {
      suite.simulator.faults.add({
        method: 'POST',
        path: '/v3/hooks',
        kind: 'status',
        status: 422,
        body: { status: 422, title: 'no room for another hook' },
      });
      const { page } = await openWebhooks();
      await page.getByRole('button', { name: 'Register webhooks' }).click();
      const failed = page.getByRole('alert').filter({ hasText: 'Some webhooks couldn’t be registered' });
      await failed.getByText(/^store\/product\/\*: .*no room for another hook/).waitFor();
      expect(hooks()).toHaveLength(5);
    });

    test('webhooks of another host are left alone until they are moved to this site after confirmation', async () => {
      await request('POST', '/webhooks/register', {});
      await request('PUT', '/settings', { publicUrl: 'https://staging.example.com' });
      const { page } = await openWebhooks();
      await page.getByText('Some webhooks point to a different URL').waitFor();
      await page.getByRole('button', { name: 'Point webhooks to this site' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('Some webhooks point to a different URL').waitFor({ state: 'hidden' });
      expect(new Set(hooks().map((hook) => new URL(hook.destination).host))).toEqual(new Set(['staging.example.com']));
    });

    test('webhooks point to a saved public URL from then on; an invalid one shows why at its field', async () => {
      const { page } = await openWebhooks();
      await page.getByText(`Destination: ${destination}`).waitFor();
      // After the error the store is queried for webhooks, and has not responded yet when the URL is corrected.
      suite.simulator.latency = 2_000;
      await page.getByLabel('Public URL').fill('shop');
      await page.getByRole('button', { name: 'Save' }).click();
      expect(await page.locator('[data-strapi-field-error]').textContent()).toMatch(/http or https URL/);
      await page.getByLabel('Public URL').fill('https://new.example.com/');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Settings saved').waitFor();
      await page.getByText('Destination: https://new.example.com/api/commerce-bridge/v1/webhook').waitFor();
    });

    test('leaving with unsaved changes asks for confirmation', async () => {
      const { page } = await openWebhooks();
      await page.getByLabel('Public URL').fill('https://unsaved.example.com');
      await page.getByRole('link', { name: 'Health', exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
      expect(await page.getByLabel('Public URL').inputValue()).toBe('https://unsaved.example.com');
    });

    test('an invalid number shows at its field and is not sent', async () => {
      const { page } = await openWebhooks();
      await page.getByLabel('Retry after (seconds)').fill('60, soon');
      await page.getByRole('button', { name: 'Save' }).click();
      expect(await page.locator('[data-strapi-field-error]').textContent()).toBe('Enter whole numbers (digits only).');
      await page.getByLabel('Retry after (seconds)').fill('30 60, 90');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Settings saved').waitFor();
      expect((await request('GET', '/settings')).body).toMatchObject({ webhookRetryDelays: [30, 60, 90] });
    });

    test('a generated secret shows once, can be copied, and is gone after a reload; generating another asks first', async () => {
      const { page } = await openWebhooks();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await generateSecret(page);
      const field = page.getByLabel('New webhook secret');
      const secret = await field.inputValue();
      expect(secret.length).toBeGreaterThan(64);
      await page.getByRole('button', { name: 'Copy', exact: true }).click();
      await page.getByText('Secret copied').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);

      await page.reload();
      await page.getByRole('button', { name: 'Replace secret' }).click();
      expect(await page.content()).not.toContain(secret);
      await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
      await page.getByText(/^The previous secret stays valid until/).waitFor();
      await page.getByRole('button', { name: 'I’ve copied it' }).click();
      await field.waitFor({ state: 'detached' });
    });

    test('a check names what is wrong, and passes once that is fixed', async () => {
      await loseWebhooks();
      const { page } = await openHealth();
      await page.getByText('No health check has run yet.').waitFor();
      await page.getByRole('button', { name: 'Check now' }).click();
      const status = page.getByRole('region', { name: 'Status' });
      await status.getByText('BigCommerce has none of this site’s webhooks anymore').waitFor();

      await request('POST', '/webhooks/register', {});
      await request('POST', '/sync', { mode: 'full' });
      await finishedRun({ admin: (method: string, path: string) => suite.administrator.request(method, path) });
      await page.getByRole('button', { name: 'Check now' }).click();
      await status.getByText(/^Up to date as of /).waitFor();
    });

    test('one button copies a report for a support ticket, without any secret', async () => {
      const { page } = await openHealth();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: 'Copy diagnostics' }).click();
      await page.getByText('Diagnostics copied').waitFor();
      const copied = String(await page.evaluate('navigator.clipboard.readText()'));
      const { storeHash, accessToken, clientSecret } = suite.simulator.account;
      expect(diagnostics.parse(JSON.parse(copied)).settings.plain.storeHash).toBe(storeHash);
      for (const secret of [accessToken, clientSecret]) expect(copied).not.toContain(secret);
    });

    test('the record can be cleared after confirmation', async () => {
      await request('POST', '/health/check');
      const { page } = await openHealth();
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('No health check has run yet.').waitFor();
      expect((await request('GET', '/health')).body).toBeNull();
    });

    test('an administrator with read access sees webhooks and record, and why they cannot act', async () => {
      await request('POST', '/health/check');
      const login = await createEditor(suite.administrator, { name: 'reader', permissions: ['settings.read'] });
      const { page, open } = await openWebhooks({ login });
      await page.getByText('Your role can’t register webhooks.').first().waitFor();
      await page.getByRole('grid', { name: 'Webhooks for this site' }).waitFor();
      expect(await page.getByRole('button', { name: 'Register webhooks' }).isDisabled()).toBe(true);
      expect(await page.getByRole('button', { name: /secret$/ }).isDisabled()).toBe(true);
      expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
      await open('/settings/commerce-bridge/health');
      await page.getByText('Your role can’t run or clear health checks.').waitFor();
      expect(await page.getByRole('button', { name: 'Check now' }).isDisabled()).toBe(true);
      expect(await page.getByRole('button', { name: 'Clear' }).count()).toBe(0);
    });

    test('those who can manage health without reading the settings see the issues and can run a check', async () => {
      await loseWebhooks();
      await request('POST', '/health/check');
      const login = await createEditor(suite.administrator, { name: 'medic', permissions: ['health.manage'] });
      const { page } = await openHealth({ login });
      await page
        .getByRole('region', { name: 'Status' })
        .getByText('BigCommerce has none of this site’s webhooks anymore')
        .waitFor();
      expect(await page.getByRole('button', { name: 'Check now' }).isEnabled()).toBe(true);
      // The report contains settings.
      expect(await page.getByRole('button', { name: 'Copy diagnostics' }).count()).toBe(0);
    });

    test('they also see when nothing was found, and can clear that', async () => {
      await request('POST', '/webhooks/register', {});
      await request('POST', '/health/check');
      const login = await createEditor(suite.administrator, { name: 'nurse', permissions: ['health.manage'] });
      const { page } = await openHealth({ login });
      await page
        .getByRole('region', { name: 'Status' })
        .getByText(/^Checked /)
        .waitFor();
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('No health check has run yet.').waitFor();
      expect((await request('GET', '/health')).body).toBeNull();
    });

    test.each(['light', 'dark'] as const)('has no serious accessibility violation (%s)', async (theme) => {
      await request('POST', '/health/check');
      await request('POST', '/webhooks/register', {});
      const [hook] = hooks();
      suite.simulator.webhooks.registry.deactivate(hook?.id ?? 0);
      const { page, open } = await openWebhooks({ theme });
      await page.getByText('Disabled by BigCommerce: nothing is delivered').waitFor();
      await generateSecret(page);
      expect(await seriousBarriers(page)).toEqual([]);
      await open('/settings/commerce-bridge/health');
      await page
        .getByRole('region', { name: 'Status' })
        .getByText(/^Checked /)
        .waitFor();
      expect(await seriousBarriers(page)).toEqual([]);
    });
  },
);

/** Generates the first secret, or another one, which has to be confirmed. */
async function generateSecret(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Generate|Replace) secret$/ }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.or(page.getByLabel('New webhook secret')).first().waitFor();
  if (await dialog.isVisible()) await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByLabel('New webhook secret').waitFor();
}
