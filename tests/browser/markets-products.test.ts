import { beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { seriousBarriers } from '../support/admin/accessibility';
import { createEditor, createUserOf } from '../support/admin/admin-roles';
import { adminSuite, type AdminSuite } from '../support/admin/admin-suite';
import { story } from '../support/admin/content-manager';
import { cutOff } from '../support/admin/layout';
import { tabTo } from '../support/admin/keyboard';
import { chromium, whenAvailable } from '../support/requirements';
import { finishedRun } from '../support/sites/runs';
import { eventually } from '../support/time/eventually';

const markets = [
  { key: 'europe', name: 'Europe', channelId: 3, currency: 'EUR', locale: 'en' },
  { key: 'wholesale', name: 'Wholesale', channelId: 1, currency: 'USD', locale: 'en', customerGroupId: 1 },
  { key: 'outlet', name: 'Outlet', channelId: 4, currency: 'USD', locale: 'en' },
];
const mug = 90_001;
const hat = 90_002;
/** Only Europe has it. */
const scarf = 90_003;

whenAvailable(chromium()).describe('Products of further markets, in the production build', (executable) => {
  const suite = adminSuite(executable, { products: 30, quota: 0 });
  const request = (method: string, path: string, body?: object) =>
    suite.administrator.request(method, `/commerce-bridge${path}`, body);

  beforeAll(async () => {
    const { store, account } = suite.simulator;
    const { channels, currencies, groups, priceLists } = store.markets;
    account.scopes.add('store_v2_customers_read_only');
    channels.create({ id: 3, name: 'Europe' });
    channels.create({ id: 4, name: 'Outlet' });
    currencies.create({ currency_code: 'EUR', rate: 2 });
    groups.create({ name: 'Wholesale', discount_rules: [{ type: 'all', method: 'fixed', amount: 2 }] });
    store.products.create({ id: mug, name: 'Aardvark mug', price: 12, channels: [1, 3], sku: 'AARD-1' });
    store.products.create({ id: hat, name: 'Aardvark hat', price: 30, channels: [1], sku: 'AARD-2' });
    store.products.create({ id: scarf, name: 'Aardvark scarf', price: 20, channels: [3], sku: 'AARD-3' });
    store.products.create({ id: 90_004, name: 'Aardvark glove', price: 9, channels: [1, 3], is_visible: false });
    const list = priceLists.create({ name: 'Europe 2026' }).id;
    priceLists.assign({ price_list_id: list, channel_id: 3, customer_group_id: null });
    const [variant] = store.products.get(mug)?.variants ?? [];
    priceLists.setRecord(list, { variant_id: variant?.id ?? 0, currency: 'EUR', price: 25 });
    await request('PUT', '/settings', { storeHash: account.storeHash, accessToken: account.accessToken, markets });
    await request('POST', '/sync', { mode: 'full' });
    await finishedRun({ admin: (method: string, path: string) => suite.administrator.request(method, path) });
    await eventually(async () => {
      const listed = JSON.stringify((await request('GET', `/products?ids=${mug}`)).body);
      return listed.includes('["europe","wholesale"]') && listed.includes('"name":"Outlet","isReady":true');
    });
  });

  async function openProducts(query = '', options: Parameters<AdminSuite['visit']>[0] = {}) {
    const window = await suite.visit(options);
    await window.open(`/plugins/commerce-bridge/products${query}`);
    await window.page.locator('h1', { hasText: 'Products' }).waitFor();
    return window;
  }
  const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
  const drawer = (page: Page) => page.getByRole('dialog');

  test('a market is chosen by keyboard; the list has its products at its prices, and the address keeps it', async () => {
    const { page } = await openProducts('?_q=Aardvark');
    await row(page, 'Aardvark mug').getByText('Also sold in: Europe, Wholesale').waitFor();
    await row(page, 'Aardvark hat').getByText('Also sold in: Wholesale').waitFor();
    const choice = page.getByRole('combobox', { name: 'Market' });
    await tabTo(page, choice);
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Europe' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/market=europe/);
    await row(page, 'Aardvark mug').getByText('€25.00').waitFor();
    expect(await row(page, 'Aardvark hat').count()).toBe(0);
    expect(await page.getByRole('combobox', { name: 'Filter by status' }).count()).toBe(0);
    expect(await seriousBarriers(page)).toEqual([]);

    await page.reload();
    await row(page, 'Aardvark mug').getByText('€25.00').waitFor();
    await page.getByRole('button', { name: 'Default market' }).click();
    await row(page, 'Aardvark hat').getByText('$30.00').waitFor();
    expect(new URL(page.url()).search).not.toMatch(/market=europe/);
  });

  test('a product that only a further market sells says so, and is visible in the list of that market', async () => {
    const { page } = await openProducts('?_q=Aardvark');
    await row(page, 'Aardvark scarf').getByText('Hidden on storefront').waitFor();
    await row(page, 'Aardvark scarf').getByText('Sold only in: Europe').waitFor();
    await page.getByRole('button', { name: 'Aardvark scarf' }).click();
    await drawer(page).getByText('Sold only in: Europe').waitFor();
    await page.keyboard.press('Escape');
    await row(page, 'Aardvark glove').getByText('Hidden on storefront').waitFor();
    expect(await row(page, 'Aardvark glove').getByText(/sold/i).count()).toBe(0);
    await page.getByRole('combobox', { name: 'Market' }).click();
    await page.getByRole('option', { name: 'Europe' }).click();
    await row(page, 'Aardvark scarf').getByText('€').first().waitFor();
    await row(page, 'Aardvark scarf').getByText('Visible on storefront').waitFor();
    expect(await row(page, 'Aardvark scarf').getByText('Sold only in').count()).toBe(0);
  });

  test('a product field and the panel say which market is the only one to sell a product', async () => {
    const { page, open } = await suite.visit();
    await open(`/content-manager/collection-types/${story}/create`);
    const combobox = page.getByRole('combobox', { name: 'hero' });
    await combobox.click();
    await combobox.pressSequentially('Aardvark scarf');
    await page.getByRole('option').filter({ hasText: 'Sold only in: Europe' }).waitFor();
    await open('/content-manager/collection-types/plugin::commerce-bridge.product?_q=Aardvark');
    await page.getByText('Aardvark scarf').first().click();
    await page.getByTestId('commerce-bridge-panel').getByText('Sold only in: Europe').waitFor();
  });

  test('the drawer compares a market with the store, and says where the price comes from', async () => {
    const { page } = await openProducts(`?market=europe&product=${mug}`);
    await drawer(page).getByText('From the price list “Europe 2026”.').waitFor();
    await drawer(page).getByText('Matches BigCommerce').waitFor();
    await drawer(page)
      .getByRole('row', { name: /^Current price €25.00 €25.00/ })
      .waitFor();
    expect(await seriousBarriers(page)).toEqual([]);

    suite.simulator.store.products.update(mug, { price: 14 });
    await drawer(page).getByRole('combobox', { name: 'Market' }).click();
    await page.getByRole('option', { name: 'Wholesale' }).click();
    await drawer(page).getByText('with the discounts of the customer group “Wholesale”').waitFor();
    await drawer(page)
      .getByRole('row', { name: /^Current price.*\$10.00 \$12.00/ })
      .waitFor();
    await drawer(page).getByText('3 values differ from BigCommerce').waitFor();
    suite.simulator.store.products.update(mug, { price: 12 });
    await drawer(page).getByRole('button', { name: 'Refresh' }).click();
    await drawer(page).getByText('Matches BigCommerce').waitFor();

    suite.simulator.store.markets.hasPriceLists = false;
    await drawer(page).getByRole('button', { name: 'Refresh' }).click();
    await drawer(page)
      .getByText(/BigCommerce doesn’t let this site see price lists/)
      .waitFor();
    suite.simulator.store.markets.hasPriceLists = true;
  });

  test('the drawer has the name that a colleague has given to a market since it was last open', async () => {
    const { page } = await openProducts(`?market=europe&product=${mug}`);
    const choice = drawer(page).getByRole('combobox', { name: 'Market' });
    await choice.getByText('Europe').waitFor();
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
    const renamed = markets.map((market) => (market.key === 'europe' ? { ...market, name: 'Old World' } : market));
    await request('PUT', '/settings', { markets: renamed });
    await page.getByRole('button', { name: 'Aardvark mug' }).click();
    await choice.getByText('Old World').waitFor();
    await request('PUT', '/settings', { markets });
  });

  test.each(['light', 'dark'] as const)('list and drawer fit a phone (%s)', async (theme) => {
    const { page } = await openProducts('?market=europe', { viewport: { width: 390, height: 844 }, theme });
    await row(page, 'Aardvark mug').waitFor();
    expect(await cutOff(page)).toEqual([]);
    await page.getByRole('button', { name: 'Aardvark mug' }).click();
    await drawer(page).getByText('Matches BigCommerce').waitFor();
    expect(await cutOff(page)).toEqual([]);
    expect(await seriousBarriers(page)).toEqual([]);
  });

  test('a market that sells nothing says so, and leads those who may read the settings to the markets', async () => {
    const text = 'This market sells no products.';
    const { page } = await openProducts('?market=outlet');
    await page.getByText(text).waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open market settings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Markets' }).waitFor();

    const login = await createEditor(suite.administrator, { name: 'clerk', permissions: ['catalog.read'] });
    const { page: another } = await openProducts('?market=outlet', { login });
    await another.getByText(text).waitFor();
    expect(await another.getByRole('link', { name: 'Open market settings' }).count()).toBe(0);
  });

  test('a market that is not there leaves a way back', async () => {
    const { page } = await openProducts('?market=nowhere');
    await page.getByText('The settings have no market nowhere.').waitFor();
    await page.getByRole('button', { name: 'Default market' }).click();
    await row(page, 'Aardvark hat').waitFor();
  });

  test('an editor who may only pick products sees in the panel where one is sold', async () => {
    const login = await createUserOf(suite.administrator, 'strapi-editor');
    const { page, open } = await suite.visit({ login });
    await open('/content-manager/collection-types/plugin::commerce-bridge.product?_q=Aardvark');
    await page.getByText('Aardvark mug').first().click();
    await page.getByTestId('commerce-bridge-panel').getByText('Also sold in: Europe, Wholesale').waitFor();
  });
});
