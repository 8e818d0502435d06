import type { Response } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import type { AdminWindow } from '../../scripts/lib/admin-browser';
import { seriousBarriers } from '../support/admin/accessibility';
import { createEditor } from '../support/admin/admin-roles';
import { adminSuite, type AdminSuite } from '../support/admin/admin-suite';
import { eventually } from '../support/time/eventually';
import { tabTo } from '../support/admin/keyboard';
import { chromium, whenAvailable } from '../support/requirements';
import { finishedRun } from '../support/sites/runs';

whenAvailable(chromium()).describe('Settings → Commerce Bridge → Connection, in the production build', (executable) => {
  const suite = adminSuite(executable, { products: 3, quota: 0 });

  beforeEach(async () => {
    const nothing = { storeHash: null, accessToken: null, clientSecret: null, channelId: null };
    await suite.administrator.request('PUT', '/commerce-bridge/settings', nothing);
  });

  async function openConnection(options: Parameters<AdminSuite['visit']>[0] = {}) {
    const window = await suite.visit(options);
    await window.open('/settings/commerce-bridge/connection');
    await window.page.getByRole('heading', { level: 1, name: 'Connection' }).waitFor();
    return window;
  }

  async function enterCredentials({ page }: AdminWindow, accessToken: string): Promise<void> {
    await page.getByLabel('Store hash').fill(suite.simulator.account.storeHash);
    await page.getByLabel('Access token').fill(accessToken);
    await page.getByLabel('Client secret').fill(suite.simulator.account.clientSecret);
  }

  test('is in the settings menu', async () => {
    const { page, open } = await suite.visit();
    await open('/settings');
    const menu = page.getByRole('navigation', { name: 'Settings' });
    await menu.getByRole('link', { name: 'Connection' }).click();
    await page.getByRole('heading', { level: 1, name: 'Connection' }).waitFor();
    expect(await page.title()).toBe('Connection – Commerce Bridge | Strapi');
  });

  test('shows a setting from the environment locked, and names the variable', async () => {
    const { page } = await openConnection();
    const address = page.getByLabel('API URL');
    expect(await address.inputValue()).toBe(suite.simulator.url);
    expect(await address.isDisabled()).toBe(true);
    await page.getByText('Set by the environment variable COMMERCE_BRIDGE_API_URL').waitFor();
  });

  test('explains what is wrong with an access token before anything is saved', async () => {
    const window = await openConnection();
    await enterCredentials(window, 'wrong-token');
    await window.page.getByRole('button', { name: 'Test connection' }).click();
    await window.page.getByText('BigCommerce rejected the access token').waitFor();
    const { body } = await suite.administrator.request('GET', '/commerce-bridge/settings');
    expect(body).toMatchObject({ storeHash: null, accessToken: { isSet: false } });
  });

  test('names the store and every OAuth scope if the credentials are valid', async () => {
    const window = await openConnection();
    await enterCredentials(window, suite.simulator.account.accessToken);
    await window.page.getByRole('button', { name: 'Test connection' }).click();
    const result = window.page.getByRole('region', { name: 'Test connection' });
    await result.getByText(`Connected to ${suite.simulator.store.information.name}`).waitFor();
    expect(await result.locator('dd').allTextContents()).toEqual([
      suite.simulator.store.information.name,
      suite.simulator.store.information.currency,
      suite.simulator.store.information.weight_units,
    ]);
    await result.getByText('Products, read-only: granted').waitFor();
    await result.getByText('Information & settings, read-only: granted').waitFor();
  });

  test('names a missing OAuth scope, and says that it requires a new API account', async () => {
    suite.simulator.account.scopes.delete('store_v2_products_read_only');
    const window = await openConnection();
    await enterCredentials(window, suite.simulator.account.accessToken);
    await window.page.getByRole('button', { name: 'Test connection' }).click();
    await window.page.getByText('Products, read-only: missing').waitFor();
    await window.page.getByText('A required scope is missing.').waitFor();
  });

  test('a saved secret shows only its last four characters, and is in no response and nowhere on the page', async () => {
    const window = await openConnection();
    const { accessToken, clientSecret } = suite.simulator.account;
    await enterCredentials(window, accessToken);
    await window.page.getByRole('button', { name: 'Save' }).click();
    await window.page.getByText('Connection saved').waitFor();
    // Saving tests the saved credentials.
    await window.page.getByText(`Connected to ${suite.simulator.store.information.name}`).waitFor();

    await window.page.reload();
    await window.page.getByRole('button', { name: 'Replace: Access token' }).waitFor();
    expect(await window.page.locator('input[name=accessToken]').inputValue()).toBe(`••••••••${accessToken.slice(-4)}`);
    // Responses are recorded a moment after the page receives them.
    await eventually(async () => window.responses.join().includes(`"lastFour":"${accessToken.slice(-4)}"`));
    const inputs = await window.page.locator('input').all();
    const values = await Promise.all(inputs.map((input) => input.inputValue()));
    for (const text of [await window.page.content(), JSON.stringify(values), ...window.responses]) {
      expect(text).not.toContain(accessToken);
      expect(text).not.toContain(clientSecret);
    }
  });

  test('a stored secret can be replaced or removed, and either can be undone', async () => {
    await suite.administrator.request('PUT', '/commerce-bridge/settings', {
      storeHash: 'abc',
      accessToken: 'first-token-1111',
      clientSecret: 'secret-2222',
    });
    const { page } = await openConnection();
    await page.getByRole('button', { name: 'Remove: Client secret' }).click();
    await page.getByRole('button', { name: 'Keep current: Client secret' }).click();
    await page.getByRole('button', { name: 'Remove: Client secret' }).click();
    await page.getByRole('button', { name: 'Replace: Access token' }).click();
    await page.locator('input[name=accessToken]').fill('second-token-3333');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Connection saved').waitFor();
    const { body } = await suite.administrator.request('GET', '/commerce-bridge/settings');
    expect(body).toMatchObject({ accessToken: { isSet: true, lastFour: '3333' }, clientSecret: { isSet: false } });
  });

  test("the focus moves to the field after a secret's button was used", async () => {
    await suite.administrator.request('PUT', '/commerce-bridge/settings', { clientSecret: 'secret-2222' });
    const { page } = await openConnection();
    const focused = page.locator('input[name=clientSecret]:focus');
    for (const button of ['Replace: Client secret', 'Keep current: Client secret', 'Remove: Client secret']) {
      await tabTo(page, page.getByRole('button', { name: button }));
      await page.keyboard.press('Enter');
      await focused.waitFor();
    }
    expect(await focused.inputValue()).toBe('Will be removed when you save');
  });

  test('what the server rejects shows at its field, and the entered values stay', async () => {
    const { page } = await openConnection();
    await page.getByLabel('Store hash').fill('not a hash!');
    await page.getByRole('button', { name: 'Save' }).click();
    const field = page.getByLabel('Store hash');
    await page.locator('[data-strapi-field-error]').waitFor();
    const describedBy = await field.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${describedBy ?? ''}"]`).textContent()).toMatch(/^Enter the store hash/);
    expect(await field.inputValue()).toBe('not a hash!');
  });

  test('what was entered stays if it is rejected after a colleague has changed the channel', async () => {
    const { page } = await openConnection();
    await page.getByLabel('Store hash').fill('not a hash!');
    await page.getByLabel('Access token').fill('a-new-token');
    await suite.administrator.request('PUT', '/commerce-bridge/settings', { channelId: 2 });
    const isReload = (response: Response) =>
      response.url().endsWith('/commerce-bridge/settings') && response.request().method() === 'GET';
    const reloaded = page.waitForResponse(isReload);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('[data-strapi-field-error]').waitFor();
    await (await reloaded).finished();
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

    expect(await page.getByLabel('Store hash').inputValue()).toBe('not a hash!');
    expect(await page.getByLabel('Access token').inputValue()).toBe('a-new-token');
  });

  test('a channel that a colleague has saved meanwhile is not overwritten until it was seen', async () => {
    const stored = async () => (await suite.administrator.request('GET', '/commerce-bridge/settings')).body;
    await suite.administrator.request('PUT', '/commerce-bridge/settings', { channelId: 1 });
    const { page } = await openConnection();
    await page.getByLabel('Channel ID').fill('3');
    await suite.administrator.request('PUT', '/commerce-bridge/settings', { channelId: 2 });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Somebody else').waitFor();
    expect(await stored()).toMatchObject({ channelId: 2 });
    expect(await page.getByLabel('Channel ID').inputValue()).toBe('3');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Connection saved').waitFor();
    expect(await stored()).toMatchObject({ channelId: 3 });
  });

  test("what the server rejects is explained in the administrator's language, at its field and in the notification", async () => {
    const { page, open } = await suite.visit({ language: 'fr' });
    await open('/settings/commerce-bridge/connection');
    const field = page.getByLabel('Hash de la boutique');
    await field.fill('not a hash!');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    const words =
      'Saisissez le hash de la boutique\u00a0: lettres et chiffres uniquement, sans le reste du chemin d’API.';
    await page.locator('[data-strapi-field-error]').waitFor();
    const describedBy = await field.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${describedBy ?? ''}"]`).textContent()).toBe(words);
    await page.getByText(`Hash de la boutique\u00a0: ${words}`).waitFor();
    expect(await field.inputValue()).toBe('not a hash!');
  });

  test('what cannot be tested at all shows at its field', async () => {
    const { page } = await openConnection();
    await page.getByLabel('Store hash').fill('not a hash!');
    await page.getByLabel('Access token').fill('some-token');
    await page.getByRole('button', { name: 'Test connection' }).click();
    expect(await page.locator('[data-strapi-field-error]').textContent()).toMatch(/^Enter the store hash/);
  });

  test('leaving with unsaved changes asks for confirmation', async () => {
    const { page } = await openConnection();
    await page.getByLabel('Store hash').fill('abc123');
    await page.getByRole('link', { name: 'Sync', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('Store hash').inputValue()).toBe('abc123');
  });

  test('an administrator with read access sees the settings, and why they cannot change them', async () => {
    const login = await createEditor(suite.administrator, { name: 'reader', permissions: ['settings.read'] });
    const { page } = await openConnection({ login });
    await page.getByText('your role can’t change them').waitFor();
    expect(await page.getByLabel('Store hash').isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Test connection' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  });

  test('an administrator without permission finds no pages in the menu and nothing at their URLs', async () => {
    const login = await createEditor(suite.administrator, { name: 'stranger', permissions: [] });
    const { page, open } = await suite.visit({ login });
    await open('/settings/commerce-bridge/connection');
    await page.getByText("You don't have the permissions to access that content").waitFor();
    await open('/settings/commerce-bridge/sync');
    await page.getByText("You don't have the permissions to access that content").waitFor();
    expect(await page.getByText('Commerce Bridge', { exact: true }).count()).toBe(0);
  });

  /** The question that follows when another store is entered while records of the simulated one are cached. */
  async function askedToSwitchTo(another: string) {
    const { storeHash, accessToken } = suite.simulator.account;
    const admin = (method: string, path: string, body?: object) => suite.administrator.request(method, path, body);
    await admin('PUT', '/commerce-bridge/settings', { storeHash, accessToken, clearCachedStore: true });
    await admin('POST', '/commerce-bridge/sync', { mode: 'full' });
    await finishedRun({ admin: (method: string, path: string) => admin(method, path) });
    const { page } = await openConnection();
    await page.getByLabel('Store hash').fill(another);
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete the other store’s records?' });
    return { admin, page, dialog };
  }

  test('a store that a colleague has connected meanwhile is not replaced by what was confirmed for another', async () => {
    const { admin, page, dialog } = await askedToSwitchTo('another1');
    await dialog.waitFor();
    await admin('PUT', '/commerce-bridge/settings', { storeHash: 'another2', clearCachedStore: true });
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Somebody else').waitFor();
    expect((await admin('GET', '/commerce-bridge/settings')).body).toMatchObject({ storeHash: 'another2' });
    expect(await page.getByLabel('Store hash').inputValue()).toBe('another1');
  });

  test('another store replaces the current one only after its records may be cleared, with confirmation', async () => {
    const { storeHash } = suite.simulator.account;
    const { admin, page, dialog } = await askedToSwitchTo('another1');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await admin('GET', '/commerce-bridge/settings')).body).toMatchObject({ storeHash });
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Connection saved').waitFor();
    expect((await admin('GET', '/commerce-bridge/settings')).body).toMatchObject({ storeHash: 'another1' });
    expect((await admin('GET', '/commerce-bridge/overview')).body).toMatchObject({ counts: { products: 0 } });
  });

  test.each(['light', 'dark'] as const)('has no serious accessibility violation (%s)', async (theme) => {
    suite.simulator.account.scopes.delete('store_v2_products_read_only');
    const window = await openConnection({ theme });
    await enterCredentials(window, suite.simulator.account.accessToken);
    await window.page.getByRole('button', { name: 'Test connection' }).click();
    await window.page.getByText('A required scope is missing.').waitFor();
    expect(await seriousBarriers(window.page)).toEqual([]);
  });

  test("is in the administrator's language", async () => {
    const { page, open } = await suite.visit({ language: 'fr' });
    await open('/settings/commerce-bridge/connection');
    await page.getByRole('heading', { level: 1, name: 'Connexion' }).waitFor();
    await page.getByText('La boutique BigCommerce d’où provient le catalogue de ce site').waitFor();
  });
});
