import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { seriousBarriers } from '../support/admin/accessibility';
import { createEditor, revokePermissions } from '../support/admin/admin-roles';
import { adminSuite } from '../support/admin/admin-suite';
import { bridgeOf } from '../support/admin/bridge-pages';
import { eventually } from '../support/time/eventually';
import { chromium, whenAvailable } from '../support/requirements';
import { finishedRun } from '../support/sites/runs';

const oneProduct = { method: 'GET', path: '/v3/catalog/products' };
const issues = (page: Page) => page.getByRole('alert', { name: 'Webhook delivery issues detected' });

whenAvailable(chromium()).describe('Commerce Bridge → Overview before the first sync', (executable) => {
  const suite = adminSuite(executable, { products: 30, quota: 0, localDestinations: true });
  const { request, connect, openBridge } = bridgeOf(suite);

  test('says that nothing has been synced yet, shows the current run, and then that the site is up to date', async () => {
    await connect();
    // Otherwise a check in the background would hit the fault below, which is for the sync.
    await request('POST', '/health/check');
    suite.simulator.faults.add({ ...oneProduct, kind: 'delay', milliseconds: 60_000 });
    const { page } = await openBridge('', { heading: 'Overview' });
    const status = page.getByTestId('commerce-bridge-status');
    await status.getByText('Not set up', { exact: true }).waitFor();
    await status.getByText('No sync has run yet.').waitFor();
    await request('POST', '/sync', { mode: 'full' });
    await page.getByRole('progressbar', { name: 'Sync progress' }).waitFor();
    await status.getByText('The first sync is in progress.').waitFor();
    suite.simulator.faults.clear();
    await status.getByText(/^Up to date as of /).waitFor();
    const catalog = page.getByRole('region', { name: 'Catalog on this site' });
    await catalog.locator('dd').filter({ hasText: /^30$/ }).first().waitFor();
    await page.getByText(/^Next sync: /).waitFor();
  });
});

whenAvailable(chromium()).describe('Commerce Bridge in the main menu, in the production build', (executable) => {
  const suite = adminSuite(executable, { products: 30, quota: 0, localDestinations: true });
  const { request, connect, events, openBridge, dropAnEvent } = bridgeOf(suite);

  beforeAll(async () => {
    await connect();
    // Changed credentials trigger a check in the background, whose requests would hit faults that tests add later.
    await request('POST', '/health/check');
    await request('POST', '/sync', { mode: 'full' });
    await finishedRun({ admin: (method: string, path: string) => suite.administrator.request(method, path) });
  });

  beforeEach(async () => {
    for (const { id } of await events()) await request('DELETE', `/events/${id}`);
    await request('DELETE', '/health');
  });

  /** Simulates somebody who deletes the webhooks at BigCommerce. */
  const loseWebhooks = async () => {
    await request('POST', '/webhooks/register', {});
    for (const hook of suite.simulator.webhooks.registry.all())
      suite.simulator.webhooks.registry.delete(hook.id, hook.client_id);
  };

  test('what a check finds shows on every page for those who can act, links to Health, and disappears when it is fixed', async () => {
    await loseWebhooks();
    await request('POST', '/health/check');
    const { page, open } = await suite.visit();
    await open('/content-manager');
    await issues(page).getByText('BigCommerce has none of this site’s webhooks anymore').waitFor();
    await open('/plugins/commerce-bridge');
    await page.getByTestId('commerce-bridge-status').getByText('Failing', { exact: true }).waitFor();
    await issues(page).getByRole('link', { name: 'View health' }).click();
    await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor();

    await request('POST', '/webhooks/register', {});
    await request('POST', '/sync', { mode: 'full' });
    await finishedRun({ admin: (method: string, path: string) => suite.administrator.request(method, path) });
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText(/^Up to date as of /).waitFor();
    await issues(page).waitFor({ state: 'detached' });
  });

  test('the notice can be closed, comes back on the next load, and disappears when the record is cleared', async () => {
    await loseWebhooks();
    await request('POST', '/health/check');
    const { page, open, load } = await suite.visit();
    await open('/settings/commerce-bridge/health');
    await issues(page).getByRole('button', { name: 'Dismiss notice' }).click();
    await issues(page).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Storefront' }).click();
    await page.getByRole('heading', { level: 1, name: 'Storefront' }).waitFor();
    expect(await issues(page).count()).toBe(0);
    await load('/settings/commerce-bridge/health');
    await issues(page).waitFor();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
    await issues(page).waitFor({ state: 'detached' });
  });

  test("the notice is in the administrator's language", async () => {
    await loseWebhooks();
    await request('POST', '/health/check');
    const { page, open } = await suite.visit({ language: 'de' });
    await open('/content-manager');
    await page.getByText('BigCommerce hat keinen der Webhooks dieser Website mehr').waitFor();
  });

  test('the notice is hidden from those who cannot act on it', async () => {
    await request('POST', '/health/check');
    const login = await createEditor(suite.administrator, {
      name: 'watcher',
      permissions: ['catalog.read', 'events.manage'],
    });
    const { page } = await openBridge('', { heading: 'Overview', login });
    expect(await issues(page).count()).toBe(0);
  });

  test('a permanently failed event shows a badge in the menu, says why, and can be retried successfully', async () => {
    const id = await dropAnEvent(3);
    const { page } = await openBridge('/events', { heading: 'Events' });
    await page.getByTestId('commerce-bridge-waiting').filter({ hasText: '1' }).waitFor();
    const row = page.getByRole('row').filter({ hasText: `Product ${id}` });
    await row.getByText('Failed permanently', { exact: true }).waitFor();
    await row.getByText('Maximum execution time exceeded').waitFor();
    await row.getByRole('button', { name: `Retry: Product ${id}` }).click();
    await row.getByText('Completed', { exact: true }).waitFor();
    await page.getByTestId('commerce-bridge-waiting').waitFor({ state: 'detached' });
  });

  test('events can be filtered by status and product, and one can be discarded after confirmation', async () => {
    const dropped = await dropAnEvent(4);
    const other = suite.simulator.store.products.ids()[5] ?? 0;
    suite.simulator.store.products.update(other, { description: 'changed without trouble' });
    await eventually(async () =>
      (await events()).some(({ entity_id, status }) => entity_id === other && status === 'complete'),
    );
    const { page, open } = await openBridge('/events', { heading: 'Events' });
    const rows = page.getByRole('grid', { name: 'Webhook events' }).getByRole('row');
    await rows.filter({ hasText: `Product ${other}` }).waitFor();

    await page.getByRole('combobox', { name: 'Filter by status' }).click();
    await page.getByRole('option', { name: 'Failed permanently' }).click();
    await rows.filter({ hasText: `Product ${other}` }).waitFor({ state: 'detached' });
    await rows.filter({ hasText: `Product ${dropped}` }).waitFor();
    await page.getByRole('combobox', { name: 'Filter by status' }).click();
    await page.getByRole('option', { name: 'Completed' }).click();
    await page.getByLabel('Search by product ID, SKU, or name').fill(String(dropped));
    await page.keyboard.press('Enter');
    await page.getByText('No matching events.').waitFor();
    const search = page.getByLabel('Search by product ID, SKU, or name');
    await search.fill('salt & pepper + 5%');
    await page.keyboard.press('Enter');
    await page.waitForURL(/status=complete.*pepper|pepper.*status=complete/);
    await page.reload();
    await search.waitFor();
    expect(await search.inputValue()).toBe('salt & pepper + 5%');

    await open(`/plugins/commerce-bridge/events?_q=${dropped}`);
    await rows.filter({ hasText: `Product ${dropped}` }).waitFor();
    await page.route(/search=unreachable/, (route) => route.abort());
    await search.fill('unreachable');
    await page.keyboard.press('Enter');
    await page.getByText('The server can’t be reached.').waitFor();
    expect(await rows.count()).toBe(0);
    await page.goBack();
    await page.getByRole('button', { name: `Discard: Product ${dropped}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('No matching events.').waitFor();
    expect((await events()).map(({ entity_id }) => entity_id)).not.toContain(dropped);
  });

  test('all permanently failed events are retried together after confirmation', async () => {
    await dropAnEvent(8);
    const id = await dropAnEvent(9);
    const name = suite.simulator.store.products.get(id)?.fields.name ?? '';
    const { page } = await openBridge('/events', { heading: 'Events' });
    await page.getByRole('button', { name: 'Retry all' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Retrying 2 events').waitFor();
    const rows = page.getByRole('grid', { name: 'Webhook events' }).getByRole('row');
    await rows.filter({ hasText: 'Completed' }).nth(1).waitFor();

    await page.getByLabel('Search by product ID, SKU, or name').fill(name);
    await page.keyboard.press('Enter');
    await rows
      .filter({ hasText: name })
      .filter({ hasText: `Product ${id}` })
      .waitFor();
    await page.getByLabel('Search by product ID, SKU, or name').fill('no product is called like this');
    await page.keyboard.press('Enter');
    await page.getByText('No matching events.').waitFor();
  });

  test('the overview shows the request quota, and runs and event delays as charts with accessible tables', async () => {
    await request('POST', '/sync', { mode: 'full' });
    await finishedRun({ admin: (method: string, path: string) => suite.administrator.request(method, path) });
    const { page } = await openBridge('', { heading: 'Overview' });
    const budget = page.getByRole('region', { name: 'API rate limit' });
    await budget.locator('dt').filter({ hasText: 'Queued' }).waitFor();
    // The remaining quota is only known until upstream's window ends.
    expect(Number((await budget.locator('dd').nth(2).textContent())?.replaceAll(',', ''))).toBeGreaterThan(0);
    const runs = page.getByRole('region', { name: 'Recent syncs' });
    await runs
      .getByRole('img', {
        name: /^\d+ syncs?, \d+ succeeded; the longest took |^One sync, 1 succeeded/,
      })
      .waitFor();
    await runs.getByRole('button', { name: 'View as table: Recent syncs' }).click();
    await runs
      .getByRole('row', { name: /Succeeded/ })
      .first()
      .waitFor();
    const delays = page.getByRole('region', { name: 'Event latency' });
    await delays.getByRole('img', { name: /in the last 24 hours; the slowest hour averaged / }).waitFor();
    await delays.getByRole('button', { name: 'View as table: Event latency' }).click();
    await delays.getByRole('row').nth(1).waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
  });

  test('the home page shows the status, the last run, and the number of products', async () => {
    await request('POST', '/sync', { mode: 'full' });
    await finishedRun({ admin: (method: string, path: string) => suite.administrator.request(method, path) });
    const { page, open } = await suite.visit();
    await open('/');
    const widget = page.locator('section, div[role=region], article').filter({ hasText: 'Open overview' }).last();
    await widget.getByText(/^Up to date as of /).waitFor();
    await widget.getByText('Succeeded').waitFor();
    await widget.locator('dd').filter({ hasText: /^30$/ }).waitFor();
    await page.getByRole('link', { name: 'Open overview' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });

  test('the overview shows every reason, and the home page the most serious one and how many others there are', async () => {
    await request('POST', '/sync', { mode: 'full' });
    await finishedRun({ admin: (method: string, path: string) => suite.administrator.request(method, path) });
    await dropAnEvent(11);
    await loseWebhooks();
    await request('POST', '/health/check');
    const { page, open } = await openBridge('', { heading: 'Overview' });
    const status = page.getByTestId('commerce-bridge-status');
    await status.getByText('BigCommerce has none of this site’s webhooks anymore').waitFor();
    await status.getByText(/failed permanently/).waitFor();
    await open('/');
    const widget = page.getByTestId('commerce-bridge-widget');
    await widget.getByText('Failing', { exact: true }).waitFor();
    await widget.getByText(/^and (one|\d+) more$/).waitFor();
  });

  test('those who can only manage events see only those, those who can only manage health are led to it, and others see nothing', async () => {
    const clerk = await createEditor(suite.administrator, { name: 'clerk', permissions: ['events.manage'] });
    const { page } = await openBridge('', { heading: 'Events', login: clerk });
    expect(await page.getByRole('navigation', { name: 'Commerce Bridge' }).getByRole('link').allTextContents()).toEqual(
      ['Events'],
    );
    const medic = await createEditor(suite.administrator, { name: 'medic', permissions: ['health.manage'] });
    await openBridge('', { heading: 'Health', login: medic });
    const stranger = await createEditor(suite.administrator, { name: 'stranger', permissions: [] });
    const window = await suite.visit({ login: stranger });
    for (const path of ['/runs', '/events']) {
      await window.open(`/plugins/commerce-bridge${path}`);
      await window.page.getByText("You don't have the permissions to access that content").waitFor();
    }
    expect(await window.page.getByRole('link', { name: 'Commerce Bridge' }).count()).toBe(0);
  });

  test('an action whose permission was revoked while its page was open is rejected by the server, and the page says so', async () => {
    const id = await dropAnEvent(10);
    const login = await createEditor(suite.administrator, {
      name: 'demoted',
      permissions: ['catalog.read', 'sync.run', 'events.manage'],
    });
    const { page, open } = await openBridge('/runs', { heading: 'Sync history', login });
    await page.getByRole('link', { name: 'Events' }).click();
    await page.getByRole('button', { name: `Discard: Product ${id}` }).waitFor();
    await revokePermissions(suite.administrator, 'demoted');
    await page.getByRole('button', { name: `Discard: Product ${id}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Your role doesn’t have permission to do this.').waitFor();
    expect((await events()).map(({ entity_id, status }) => ({ entity_id, status }))).toContainEqual({
      entity_id: id,
      status: 'dropped',
    });
    await open('/plugins/commerce-bridge/events');
    await page.getByText("You don't have the permissions to access that content").waitFor();
  });

  test.each(['light', 'dark'] as const)('has no serious accessibility violation (%s)', async (theme) => {
    const id = await dropAnEvent(theme === 'light' ? 6 : 7);
    await loseWebhooks();
    await request('POST', '/health/check');
    const { page, open } = await openBridge('', { heading: 'Overview', theme });
    expect(await seriousBarriers(page)).toEqual([]);
    await open('/plugins/commerce-bridge/events');
    await page.getByRole('button', { name: `Retry: Product ${id}` }).waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
    await issues(page).waitFor();
    expect(await seriousBarriers(page, '[aria-label="Webhook delivery issues detected"]')).toEqual([]);
    await open('/');
    await page.getByTestId('commerce-bridge-widget').getByText('Failing', { exact: true }).waitFor();
    expect(await seriousBarriers(page, '[data-testid="commerce-bridge-widget"]')).toEqual([]);
  });
});
