import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { seriousBarriers } from '../support/accessibility';
import { createEditor, revokePermissions } from '../support/admin-roles';
import { adminSuite } from '../support/admin-suite';
import { bridgeOf } from '../support/bridge-pages';
import { eventually } from '../support/eventually';
import { chromium, whenAvailable } from '../support/requirements';
import { finishedRun } from '../support/runs';

const oneProduct = { method: 'GET', path: '/v3/catalog/products' };
const issues = (page: Page) => page.getByRole('alert', { name: 'Webhook delivery issues detected' });

whenAvailable(chromium()).describe('Commerce Bridge in the main menu, in the production build', (executable) => {
  const suite = adminSuite(executable, { products: 30, quota: 0, localDestinations: true });
  const { request, events, openBridge, dropAnEvent } = bridgeOf(suite);

  beforeAll(async () => {
    const { storeHash, accessToken, clientSecret } = suite.simulator.account;
    await request('PUT', '/settings', {
      storeHash,
      accessToken,
      clientSecret,
      publicUrl: suite.site.url,
      webhookRetryDelays: [0],
    });
  });

  beforeEach(async () => {
    for (const { id } of await events()) await request('DELETE', `/events/${id}`);
    await request('DELETE', '/health');
  });

  test('the overview says that nothing was synchronised yet, shows a run under way, and then that the site is in step', async () => {
    suite.simulator.faults.add({ ...oneProduct, kind: 'delay', milliseconds: 60_000 });
    const { page } = await openBridge('', { heading: 'Overview' });
    await page.getByText('No sync has run yet', { exact: true }).waitFor();
    await request('POST', '/sync', { mode: 'full' });
    await page.getByRole('progressbar', { name: 'Sync progress' }).waitFor();
    suite.simulator.faults.clear();
    await page.getByText('Up to date', { exact: true }).waitFor();
    const catalog = page.getByRole('region', { name: 'Catalog on this site' });
    await catalog.locator('dd').filter({ hasText: /^30$/ }).first().waitFor();
    await page.getByText(/^Next sync: /).waitFor();
  });

  test('what a check finds shows on every page for those who may act, leads to Health, and goes when it is mended', async () => {
    for (const hook of suite.simulator.webhooks.registry.all())
      suite.simulator.webhooks.registry.delete(hook.id, hook.client_id);
    await request('POST', '/health/check');
    const { page, open } = await suite.visit();
    await open('/content-manager');
    await issues(page).getByText('No webhooks are registered for this site').waitFor();
    await open('/plugins/commerce-bridge');
    await page.getByText('Changes in BigCommerce may not reach this site').waitFor();
    await issues(page).getByRole('link', { name: 'View health' }).click();
    await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor();

    await request('POST', '/webhooks/register', {});
    await request('POST', '/sync', { mode: 'full' });
    await finishedRun({ admin: (method: string, path: string) => suite.administrator.request(method, path) });
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText('Changes in BigCommerce reach this site.').waitFor();
    await issues(page).waitFor({ state: 'detached' });
  });

  test('the notice can be closed, comes back with the next load, and goes when the record is cleared', async () => {
    for (const hook of suite.simulator.webhooks.registry.all())
      suite.simulator.webhooks.registry.delete(hook.id, hook.client_id);
    await request('POST', '/health/check');
    const { page, open } = await suite.visit();
    await open('/settings/commerce-bridge/health');
    await issues(page).getByRole('button', { name: 'Dismiss notice' }).click();
    await issues(page).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Storefront' }).click();
    await page.getByRole('heading', { level: 1, name: 'Storefront' }).waitFor();
    expect(await issues(page).count()).toBe(0);
    await open('/settings/commerce-bridge/health');
    await issues(page).waitFor();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
    await issues(page).waitFor({ state: 'detached' });
  });

  test('the notice is in the language of the administrator', async () => {
    for (const hook of suite.simulator.webhooks.registry.all())
      suite.simulator.webhooks.registry.delete(hook.id, hook.client_id);
    await request('POST', '/health/check');
    const { page, open } = await suite.visit({ language: 'de' });
    await open('/content-manager');
    await page.getByText('Für diese Website sind keine Webhooks registriert').waitFor();
  });

  test('the notice shows to nobody who could not act on it', async () => {
    await request('POST', '/health/check');
    const login = await createEditor(suite.administrator, {
      name: 'watcher',
      permissions: ['catalog.read', 'events.manage'],
    });
    const { page } = await openBridge('', { heading: 'Overview', login });
    expect(await issues(page).count()).toBe(0);
  });

  test('an event that was given up shows a badge in the menu, says why, and can be retried with success', async () => {
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

  test('events are found by state and by product, and one can be discarded once that is confirmed', async () => {
    const dropped = await dropAnEvent(4);
    const other = suite.simulator.store.products.ids()[5] ?? 0;
    suite.simulator.store.products.update(other, { description: 'changed without trouble' });
    await eventually(async () =>
      (await events()).some(({ entity_id, status }) => entity_id === other && status === 'complete'),
    );
    const { page } = await openBridge('/events', { heading: 'Events' });
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

    await page.goto(`${suite.site.url}/admin/plugins/commerce-bridge/events?entity=${dropped}`);
    await page.getByRole('button', { name: `Discard: Product ${dropped}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('No matching events.').waitFor();
    expect((await events()).map(({ entity_id }) => entity_id)).not.toContain(dropped);
  });

  test('all events that were given up are retried at once, when that is confirmed', async () => {
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

  test('the overview shows the request budget, and runs and delays of events as charts that are tables, too', async () => {
    await request('POST', '/sync', { mode: 'full' });
    await finishedRun({ admin: (method: string, path: string) => suite.administrator.request(method, path) });
    const { page } = await openBridge('', { heading: 'Overview' });
    const budget = page.getByRole('region', { name: 'API rate limit' });
    await budget.locator('dt').filter({ hasText: 'Queued' }).waitFor();
    // What is left is known for the length of upstream's window only.
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

  test('the home page tells health, the last run and the number of products', async () => {
    await request('POST', '/sync', { mode: 'full' });
    await finishedRun({ admin: (method: string, path: string) => suite.administrator.request(method, path) });
    const { page, open } = await suite.visit();
    await open('/');
    const widget = page.locator('section, div[role=region], article').filter({ hasText: 'Open overview' }).last();
    await widget.getByText('Not checked yet').waitFor();
    await widget.getByText('Succeeded').waitFor();
    await widget.locator('dd').filter({ hasText: /^30$/ }).waitFor();
    await page.getByRole('link', { name: 'Open overview' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });

  test('the overview says when the check was that found issues, and the home page how many there are beside the first', async () => {
    await request('POST', '/sync', { mode: 'full' });
    await finishedRun({ admin: (method: string, path: string) => suite.administrator.request(method, path) });
    await dropAnEvent(11);
    for (const hook of suite.simulator.webhooks.registry.all())
      suite.simulator.webhooks.registry.delete(hook.id, hook.client_id);
    await request('POST', '/health/check');
    const { page, open } = await openBridge('', { heading: 'Overview' });
    await page.getByText(/^The health check on .+ \d+:\d\d.+ found:$/).waitFor();
    await open('/');
    const widget = page.getByTestId('commerce-bridge-widget');
    await widget.getByText(/^[2-9] issues$/).waitFor();
    await widget.getByText(/^and (one|\d+) more$/).waitFor();
  });

  test('who may only manage events finds these alone, who may only mend health is led to it, and others find nothing', async () => {
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

  test('an action whose permission was taken away while its page was open is refused by the server, and the page says so', async () => {
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

  test.each(['light', 'dark'] as const)('has no serious barrier for people with a disability (%s)', async (theme) => {
    for (const hook of suite.simulator.webhooks.registry.all())
      suite.simulator.webhooks.registry.delete(hook.id, hook.client_id);
    const id = await dropAnEvent(theme === 'light' ? 6 : 7);
    await request('POST', '/health/check');
    const { page, open } = await openBridge('', { heading: 'Overview', theme });
    expect(await seriousBarriers(page)).toEqual([]);
    await open('/plugins/commerce-bridge/events');
    await page.getByRole('button', { name: `Retry: Product ${id}` }).waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
    await issues(page).waitFor();
    expect(await seriousBarriers(page, '[aria-label="Webhook delivery issues detected"]')).toEqual([]);
    await open('/');
    await page
      .getByTestId('commerce-bridge-widget')
      .getByText(/^\d+ issues?$/)
      .waitFor();
    expect(await seriousBarriers(page, '[data-testid="commerce-bridge-widget"]')).toEqual([]);
  });
});
