import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { overview } from '../../contracts/admin/overview';
import { seriousBarriers } from '../support/admin/accessibility';
import { createEditor } from '../support/admin/admin-roles';
import { adminSuite, type AdminSuite } from '../support/admin/admin-suite';
import { eventually } from '../support/time/eventually';
import { tablesCutOff } from '../support/admin/layout';
import { chromium, whenAvailable } from '../support/requirements';
import { finishedRun } from '../support/sites/runs';

const productListing = { method: 'GET', path: '/v3/catalog/products' };

whenAvailable(chromium()).describe('the first run', (executable) => {
  const suite = adminSuite(executable, { products: 400, quota: 0 });

  test('shows its progress, then its result with the failed items', async () => {
    const { storeHash, accessToken } = suite.simulator.account;
    await suite.administrator.request('PUT', '/commerce-bridge/settings', { storeHash, accessToken });
    const [spoilt = 0] = suite.simulator.store.products.ids().slice(17);
    suite.simulator.store.products.update(spoilt, { name: '' });
    // Delays one page, so that the progress in the middle of the run is visible.
    suite.simulator.faults.add({ ...productListing, kind: 'delay', milliseconds: 60_000, skip: 5 });
    const { page } = await openRunsOf(suite);
    await page.getByText('No sync has run yet.').waitFor();

    await page.getByRole('button', { name: 'Sync now' }).click();
    await page.getByText('Step 3 of 4: products').first().waitFor();
    await page.getByText(/^[1-9]\d* of 400 products fetched$/).waitFor();
    const bar = page.getByRole('progressbar', { name: 'Sync progress' });
    expect(Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
    expect(await page.getByRole('button', { name: 'Sync now' }).isDisabled()).toBe(true);
    await page
      .getByRole('log', { name: 'Log' })
      .getByText(/Products: [1-9]\d* of 400 fetched/)
      .last()
      .waitFor();
    suite.simulator.faults.clear();

    const result = lastResultOn(page);
    await result.getByText('Partially succeeded', { exact: true }).waitFor();
    const products = result.getByRole('row', { name: /^Products/ });
    expect(await products.getByRole('gridcell').allTextContents()).toEqual([
      'Products',
      '400',
      '399',
      '0',
      '0',
      '0',
      '1',
    ]);
    const failure = result.getByRole('row', { name: new RegExp(`^Product ${spoilt} `) });
    expect(await failure.textContent()).toMatch(/name/);
  });
});

whenAvailable(chromium()).describe('Commerce Bridge → Sync history, in the production build', (executable) => {
  const suite = adminSuite(executable, { products: 400, quota: 0 });

  beforeAll(async () => {
    const { storeHash, accessToken } = suite.simulator.account;
    await suite.administrator.request('PUT', '/commerce-bridge/settings', { storeHash, accessToken });
    await suite.administrator.request('POST', '/commerce-bridge/sync', { mode: 'full' });
    await lastRun();
  });

  const openRuns = (options?: Parameters<AdminSuite['visit']>[0]) => openRunsOf(suite, options);

  const lastRun = () =>
    finishedRun({ admin: (method: string, path: string) => suite.administrator.request(method, path) });
  const lastResult = (page: Page) => lastResultOn(page);

  test('a finished run appears in the history, where its result can be opened again', async () => {
    await suite.administrator.request('POST', '/commerce-bridge/sync', { mode: 'full' });
    await lastRun();
    const { page, open } = await openRuns();
    await open('/plugins/commerce-bridge/runs?page=99&pageSize=10');
    const history = page.getByRole('region', { name: 'Previous syncs' });
    await history
      .getByRole('button', { name: /^Show sync from/ })
      .first()
      .waitFor();
    expect(await tablesCutOff(page)).toEqual([]);
    await history
      .getByRole('button', { name: /^Show sync from/ })
      .first()
      .click();
    const details = page.getByRole('dialog');
    await details.getByText('Succeeded', { exact: true }).waitFor();
    await details
      .getByRole('row', { name: new RegExp(`^Products ${suite.simulator.store.products.ids().length}`) })
      .waitFor();
    expect(await seriousBarriers(page, '[role=dialog]')).toEqual([]);
  });

  test('a dry run shows what would be created, updated with which fields, and removed, writes nothing, and can be applied', async () => {
    const { products } = suite.simulator.store;
    const [renamed = 0, doomed = 0] = products.ids().slice(30);
    const name = products.get(renamed)?.fields.name;
    const before = (await suite.administrator.request('GET', '/commerce-bridge/overview')).body;
    products.update(renamed, { name: 'Renamed for a dry run' });
    products.delete(doomed);
    const { page } = await openRuns();
    await page.getByLabel('Dry run: preview the changes without saving anything').check();
    await page.getByRole('button', { name: 'Start dry run' }).click();
    const result = lastResult(page);
    await result.getByText('This is a dry run').waitFor();
    // The first tab with any changes: nothing would be created.
    await result.getByRole('tab', { name: 'Updated (1)', selected: true }).waitFor();
    const changes = result.getByRole('grid', { name: 'What a sync would change' });
    await changes.getByRole('row', { name: /Renamed for a dry run .*Name/ }).waitFor();
    await result.getByRole('tab', { name: 'Removed (1)' }).click();
    await changes.getByRole('row', { name: new RegExp(`Product ${doomed} `) }).waitFor();
    await result.getByRole('tab', { name: 'Updated (1)' }).click();
    expect(await changes.getByRole('link', { name: 'Renamed for a dry run' }).getAttribute('href')).toMatch(
      new RegExp(`/plugins/commerce-bridge/products\\?product=${renamed}$`),
    );
    const { counts } = overview.parse(before);
    expect(overview.parse((await suite.administrator.request('GET', '/commerce-bridge/overview')).body).counts).toEqual(
      counts,
    );
    await page
      .getByRole('region', { name: 'Previous syncs' })
      .getByText(/ \(dry run\)$/)
      .waitFor();
    await result.getByRole('button', { name: 'Apply these changes' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
    await eventually(async () => {
      const applied = await suite.administrator.request('GET', `/commerce-bridge/products/${renamed}`);
      return JSON.stringify(applied.body).includes('Renamed for a dry run');
    });
    await lastRun();
    products.update(renamed, { name });
  });

  test('a run that may exceed the removal limit asks first', async () => {
    const { page } = await openRuns();
    await page.getByLabel('Ignore the removal limit for this sync').check();
    await page.getByRole('button', { name: 'Sync now' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    expect((await suite.administrator.request('GET', '/commerce-bridge/sync')).body).toMatchObject({ current: null });
    await page.getByRole('button', { name: 'Sync now' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Sync started').waitFor();
    await lastRun();
  });

  test('the report of a run can be downloaded', async () => {
    await suite.administrator.request('POST', '/commerce-bridge/sync', { mode: 'full' });
    const run = await lastRun();
    const { page } = await openRuns();
    const downloading = page.waitForEvent('download');
    await lastResult(page)
      .getByRole('button', { name: /^Download report for sync from/ })
      .click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`commerce-bridge-run-${run.id}.json`);
    expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({
      run: { id: run.id },
      failures: [],
      changes: [],
    });
  });

  test('a run can be canceled after confirmation', async () => {
    suite.simulator.faults.add({ ...productListing, kind: 'delay', milliseconds: 60_000, skip: 3 });
    const { page } = await openRuns();
    await page.getByRole('button', { name: 'Sync now' }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep running' }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop sync' }).click();
    await lastResult(page).getByText('Stopped', { exact: true }).waitFor();
  });

  test('a run that another administrator starts appears on an open page', async () => {
    suite.simulator.faults.add({ ...productListing, kind: 'delay', milliseconds: 60_000, skip: 3 });
    const { page } = await openRuns();
    await suite.administrator.request('POST', '/commerce-bridge/sync', { mode: 'full' });
    await page.getByText('Sync in progress').waitFor();
    await suite.administrator.request('POST', '/commerce-bridge/sync/cancel');
    await lastResult(page).getByText('Stopped', { exact: true }).waitFor();
  });

  test('a run that fails because of upstream says why', async () => {
    suite.simulator.account.scopes.delete('store_v2_products_read_only');
    const { page } = await openRuns();
    await page.getByRole('button', { name: 'Sync now' }).click();
    // A column of the former result is called "Failed", too.
    expect(await lastResult(page).getByRole('alert').textContent()).toMatch(/scope/);
    await lastResult(page).getByText('Failed', { exact: true }).first().waitFor();
  });

  test('an administrator with read access sees the results, and why they cannot start a run', async () => {
    const login = await createEditor(suite.administrator, { name: 'onlooker', permissions: ['catalog.read'] });
    const { page } = await openRuns({ login });
    await page.getByText('Your role can’t start or stop a sync.').waitFor();
    expect(await page.getByRole('button', { name: 'Sync now' }).isDisabled()).toBe(true);
    expect(await page.getByLabel(/^Dry run/).isDisabled()).toBe(true);
    await lastResult(page).waitFor();
    const menu = page.getByRole('navigation', { name: 'Commerce Bridge' });
    expect(await menu.getByRole('link').allTextContents()).toEqual(['Overview', 'Products', 'Sync history']);
  });

  test('without credentials no run can be started, and the page says what to do', async () => {
    const { storeHash } = suite.simulator.account;
    await suite.administrator.request('PUT', '/commerce-bridge/settings', { storeHash: null });
    const { page } = await openRuns();
    await page.getByText('Enter the store hash and access token under Connection first.').waitFor();
    expect(await page.getByRole('button', { name: 'Sync now' }).isDisabled()).toBe(true);
    await suite.administrator.request('PUT', '/commerce-bridge/settings', { storeHash });
  });

  test.each(['light', 'dark'] as const)('has no serious accessibility violation (%s)', async (theme) => {
    const { page } = await openRuns({ theme });
    await lastResult(page).waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
  });
});

async function openRunsOf(suite: AdminSuite, options: Parameters<AdminSuite['visit']>[0] = {}) {
  const window = await suite.visit(options);
  await window.open('/plugins/commerce-bridge/runs');
  await window.page.getByRole('heading', { level: 1, name: 'Sync history' }).waitFor();
  return window;
}

const lastResultOn = (page: Page) => page.getByRole('region', { name: 'Last result' });
