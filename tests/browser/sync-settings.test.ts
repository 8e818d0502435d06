import { beforeEach, expect, test } from 'vitest';
import { seriousBarriers } from '../support/admin/accessibility';
import { createEditor } from '../support/admin/admin-roles';
import { adminSuite, type AdminSuite } from '../support/admin/admin-suite';
import { chromium, whenAvailable } from '../support/requirements';

whenAvailable(chromium()).describe('Settings → Commerce Bridge → Sync, in the production build', (executable) => {
  const suite = adminSuite(executable, { products: 1, quota: 0 });
  const settings = async () => (await suite.administrator.request('GET', '/commerce-bridge/settings')).body;

  beforeEach(async () => {
    await suite.administrator.request('PUT', '/commerce-bridge/settings', {
      syncSchedule: '0 3 * * *',
      removalLimitPercent: 50,
      sweepEnabled: true,
      metafieldNamespaces: [],
    });
  });

  async function openSyncPage(options: Parameters<AdminSuite['visit']>[0] = {}) {
    const window = await suite.visit(options);
    await window.open('/settings/commerce-bridge/sync');
    await window.page.getByRole('heading', { level: 1, name: 'Sync' }).waitFor();
    return window;
  }

  test('its address of earlier versions leads to it', async () => {
    const { page, open } = await suite.visit();
    await open('/settings/commerce-bridge/synchronisation');
    await page.waitForURL(/settings\/commerce-bridge\/sync$/);
    await page.getByRole('heading', { level: 1, name: 'Sync' }).waitFor();
  });

  test('a schedule is selected in plain words, and the next run shows once it is saved', async () => {
    const { page } = await openSyncPage();
    await page.getByText(/^Next sync: .*3:00/).waitFor();
    await page.getByRole('combobox', { name: 'Sync schedule' }).click();
    await page.getByRole('option', { name: 'Manual only' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('No syncs are scheduled. Start them manually').waitFor();
    expect(await settings()).toMatchObject({ syncSchedule: 'off' });
  });

  test('a cron expression is shown in words as it is entered, and rejected at its field if it is invalid', async () => {
    const { page } = await openSyncPage();
    await page.getByRole('combobox', { name: 'Sync schedule' }).click();
    await page.getByRole('option', { name: 'Custom (cron)' }).click();
    await page.getByLabel('Cron expression').fill('15 4 * *');
    await page.getByText('Not a valid cron expression yet').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .locator('[data-strapi-field-error]')
      .filter({ hasText: 'a cron expression such as 0 3 * * *' })
      .waitFor();
    await page.getByLabel('Cron expression').fill('15 4 * * 1');
    await page.getByText(/At 04:15.*Monday/).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Next sync: .*4:15/).waitFor();
  });

  test('the next run is shown in the time zone that it names, wherever the administrator is', async () => {
    const { page } = await openSyncPage({ ofItsOwn: true });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Kathmandu' });
    await page.reload();
    await page.getByText(/^Next sync: .* 3:00\sAM \(/).waitFor();
  });

  test('guards and comparison are saved, and an invalid limit shows at its field', async () => {
    const { page } = await openSyncPage();
    await page.getByLabel('Removal limit (percent)').fill('101');
    await page.getByLabel('Check the whole catalog').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('[data-strapi-field-error]').filter({ hasText: '1 to 100' }).waitFor();
    await page.getByLabel('Removal limit (percent)').fill('25');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved').waitFor();
    expect(await settings()).toMatchObject({ removalLimitPercent: 25, sweepEnabled: false });
  });

  test('namespaces of metafields are entered with commas, and one that is too long is refused at the field', async () => {
    const { page } = await openSyncPage();
    const field = page.getByLabel('Metafield namespaces');
    await field.fill(`care, ${'x'.repeat(65)}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('[data-strapi-field-error]').filter({ hasText: '64 characters or shorter' }).waitFor();
    await field.fill('care,origin , care');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved').waitFor();
    expect(await settings()).toMatchObject({ metafieldNamespaces: ['care', 'origin'] });
    await page.reload();
    await field.waitFor();
    expect(await field.inputValue()).toBe('care, origin');
    await field.fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved').waitFor();
    expect(await settings()).toMatchObject({ metafieldNamespaces: [] });
  });

  test('leaving with unsaved changes asks for confirmation', async () => {
    const { page } = await openSyncPage();
    await page.getByLabel('Removal limit (percent)').fill('33');
    await page.getByRole('link', { name: 'Health' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('Removal limit (percent)').inputValue()).toBe('33');
  });

  test("a schedule is worded in the administrator's language", async () => {
    const { page } = await openSyncPage({ language: 'fr' });
    await page
      .getByRole('combobox', { name: 'Planification des synchronisations' })
      .filter({ hasText: /À 03:00/ })
      .waitFor();
  });

  test('an administrator with read access sees the settings, and why they cannot change them', async () => {
    const login = await createEditor(suite.administrator, { name: 'reader', permissions: ['settings.read'] });
    const { page } = await openSyncPage({ login });
    await page.getByText('your role can’t change them').waitFor();
    expect(await page.getByLabel('Removal limit (percent)').isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  });

  test.each(['light', 'dark'] as const)('has no serious accessibility violation (%s)', async (theme) => {
    const { page } = await openSyncPage({ theme });
    await page.getByText(/^Next sync: /).waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
  });
});
