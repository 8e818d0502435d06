import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { seriousBarriers } from '../support/admin/accessibility';
import { createEditor } from '../support/admin/admin-roles';
import { adminSuite, type AdminSuite } from '../support/admin/admin-suite';
import { ReceivingServer } from '../support/http/receiving-server';
import { chromium, whenAvailable } from '../support/requirements';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

whenAvailable(chromium()).describe(
  'Settings → Commerce Bridge → CDN and caches, in the production build',
  (executable) => {
    const suite = adminSuite(executable, { products: 1, quota: 0 });
    let receiver: ReceivingServer;
    beforeAll(async () => {
      receiver = await ReceivingServer.start();
    });
    afterAll(() => receiver.close());

    const settings = async () => (await suite.administrator.request('GET', '/commerce-bridge/settings')).body;
    const setTargets = (purgeTargets: unknown[]) =>
      suite.administrator.request('PUT', '/commerce-bridge/settings', { purgeTargets });
    const theWebhook = () => ({ key: 'next', kind: 'webhook', url: receiver.url, secret });
    beforeEach(() => setTargets([]));

    async function openPurging(options: Parameters<AdminSuite['visit']>[0] = {}) {
      const window = await suite.visit(options);
      await window.open('/settings/commerce-bridge/purging');
      await window.page.getByRole('heading', { level: 1, name: 'CDN and caches' }).waitFor();
      return window;
    }

    /** Opens a target, and enters another address; `kept` is one that a colleague may add. */
    async function editTheWebhook() {
      const kept = { key: 'kept', kind: 'webhook', url: `${receiver.url}/kept`, secret };
      await setTargets([theWebhook()]);
      const { page } = await openPurging();
      await page.getByRole('button', { name: 'Edit next' }).click();
      const drawer = page.getByRole('dialog');
      await drawer.getByLabel('URL').fill(`${receiver.url}/mine`);
      await drawer.getByLabel('Signing secret').fill(secret);
      return { page, drawer, kept };
    }

    test('a target is added with its secret, tested, and removed', async () => {
      const { page } = await openPurging();
      await page.getByText('No cache is purged yet').waitFor();
      await page.getByRole('button', { name: 'Add target' }).click();
      const drawer = page.getByRole('dialog');
      await drawer.getByRole('combobox').first().click();
      await page.getByRole('option', { name: 'Webhook' }).click();
      await drawer.getByLabel('Name').fill('next');
      await drawer.getByLabel('URL').fill(receiver.url);
      await drawer.getByRole('button', { name: 'Save' }).click();
      await drawer.getByText('Enter the secret of “next”').waitFor();
      await drawer.getByLabel('Signing secret').fill(secret);
      await drawer.getByRole('button', { name: 'Save' }).click();
      await page.getByText('next saved').waitFor();
      expect(await settings()).toMatchObject({
        purgeTargets: [{ key: 'next', kind: 'webhook', url: receiver.url, secret: { isSet: true } }],
      });
      await page.getByText('Nothing waiting').waitFor();
      await page.getByRole('button', { name: 'Test next' }).click();
      await page.getByText('next accepted a test purge').waitFor();
      await page.getByRole('button', { name: 'Remove next' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('No cache is purged yet').waitFor();
    });

    test('what a colleague saved meanwhile stays, and is not overwritten', async () => {
      const { page, drawer, kept } = await editTheWebhook();
      await setTargets([{ key: 'next', kind: 'webhook', url: receiver.url }, kept]);
      await drawer.getByRole('button', { name: 'Save' }).click();
      await page.getByText('next saved').waitFor();
      expect(await settings()).toMatchObject({
        purgeTargets: [
          { key: 'next', url: `${receiver.url}/mine` },
          { key: 'kept', secret: { isSet: true } },
        ],
      });

      await page.getByRole('button', { name: 'Edit next' }).click();
      await setTargets([kept]);
      await drawer.getByRole('button', { name: 'Save' }).click();
      await drawer.getByText('Somebody else changed or removed this target').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Remove kept' }).click();
      await setTargets([{ ...kept, url: `${receiver.url}/moved` }]);
      await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('Somebody else changed or removed this target').waitFor();
      expect(await settings()).toMatchObject({ purgeTargets: [{ key: 'kept', url: `${receiver.url}/moved` }] });
    });

    test('what a colleague saves at the same moment stays, too', async () => {
      const { page, drawer, kept } = await editTheWebhook();
      let saves = 0;
      await page.route('**/commerce-bridge/settings', async (route) => {
        const isSaving = route.request().method() === 'PUT';
        if (isSaving) saves += 1;
        if (isSaving && saves === 1) await setTargets([theWebhook(), kept]);
        await route.continue();
      });
      await drawer.getByRole('button', { name: 'Save' }).click();
      await page.getByText('next saved').waitFor();
      // The first one was refused.
      expect(saves).toBeGreaterThan(1);
      expect(await settings()).toMatchObject({
        purgeTargets: [
          { key: 'next', url: `${receiver.url}/mine` },
          { key: 'kept', secret: { isSet: true } },
        ],
      });
    });

    test('a target that fails says why, in the language of the administrator, and is retried', async () => {
      await setTargets([theWebhook()]);
      receiver.response = () => 503;
      await suite.administrator.request('POST', '/commerce-bridge/cache/purge');
      const { page } = await openPurging();
      await page.getByText('responded with 503').first().waitFor();
      const german = await suite.visit({ language: 'de' });
      await german.open('/settings/commerce-bridge/purging');
      await german.page.getByText('hat mit 503 geantwortet').first().waitFor();
      receiver.response = () => 200;
      await page.getByRole('button', { name: 'Retry next now' }).click();
      await page.getByText('Nothing waiting').waitFor();
    });

    test('an administrator with read access sees the targets and cannot change them', async () => {
      await setTargets([theWebhook()]);
      const login = await createEditor(suite.administrator, { name: 'reader', permissions: ['settings.read'] });
      const { page } = await openPurging({ login });
      await page.getByText('your role can’t change them').waitFor();
      await page.getByText('Nothing waiting').waitFor();
      for (const name of ['Add target', 'Test next', 'Edit next', 'Remove next'])
        expect(await page.getByRole('button', { name }).count()).toBe(0);
    });

    test.each(['light', 'dark'] as const)('has no serious accessibility violation (%s)', async (theme) => {
      await setTargets([theWebhook()]);
      const { page } = await openPurging({ theme });
      await page.getByText('Nothing waiting').waitFor();
      expect(await seriousBarriers(page)).toEqual([]);
      await page.getByRole('button', { name: 'Edit next' }).click();
      await page.getByRole('dialog').getByLabel('URL').waitFor();
      expect(await seriousBarriers(page)).toEqual([]);
    });
  },
);
