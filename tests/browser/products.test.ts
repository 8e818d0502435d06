import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { seriousBarriers } from '../support/admin/accessibility';
import { createEditor } from '../support/admin/admin-roles';
import { adminSuite, type AdminSuite } from '../support/admin/admin-suite';
import { comesTrue } from '../support/admin/comes-true';
import { eventually } from '../support/time/eventually';
import { moveTo, tabTo } from '../support/admin/keyboard';
import { tablesCutOff } from '../support/admin/layout';
import { notePauses } from '../support/admin/typing-pauses';
import { chromium, whenAvailable } from '../support/requirements';
import { finishedRun } from '../support/sites/runs';

whenAvailable(chromium()).describe('Commerce Bridge → Products, in the production build', (executable) => {
  const suite = adminSuite(executable, { products: 10_000, quota: 0 });
  const request = (method: string, path: string, body?: object) =>
    suite.administrator.request(method, `/commerce-bridge${path}`, body);

  const mug = { name: 'Aardvark mug', price: 12, channels: [1], sku: 'AARD-1', description: 'A mug.' };

  beforeAll(async () => {
    const { storeHash, accessToken } = suite.simulator.account;
    suite.simulator.store.products.create({ id: 90_001, ...mug });
    await request('PUT', '/settings', { storeHash, accessToken });
    await request('POST', '/sync', { mode: 'full' });
    const admin = (method: string, path: string) => suite.administrator.request(method, path);
    expect(await finishedRun({ admin })).toMatchObject({ status: 'succeeded', counts: { created: 10_001 } });
  });

  beforeEach(async () => {
    const { products } = suite.simulator.store;
    if (products.get(90_001) === undefined) products.create({ id: 90_001, ...mug });
    products.update(90_001, mug);
    await request('POST', '/products/90001/resync');
  });

  async function openProducts(query = '', options: Parameters<AdminSuite['visit']>[0] = {}) {
    const window = await suite.visit(options);
    await window.open(`/plugins/commerce-bridge/products${query}`);
    // Not by its role: while a drawer is open, the page is hidden from assistive technology.
    await window.page.locator('h1', { hasText: 'Products' }).waitFor();
    return window;
  }

  const list = (page: Page) => page.getByRole('grid', { name: 'Products' });
  const drawer = (page: Page) => page.getByRole('dialog');
  const titles = (page: Page) => list(page).locator('tbody').getByRole('button').allTextContents();
  const field = (page: Page, name: string) => drawer(page).getByRole('row', { name: new RegExp(`^${name}`) });

  test('all products of a page are shown, with their pictures, and fit', async () => {
    const { page } = await openProducts();
    await page.getByRole('heading', { name: '10,001 products' }).waitFor();
    expect(await list(page).getByRole('row').count()).toBe(21);
    await comesTrue(
      page,
      '[...document.querySelectorAll("tbody img")].some((image) => image.complete && image.naturalWidth > 0)',
    );
    expect(await tablesCutOff(page)).toEqual([]);
    const cutOff =
      '[...document.querySelectorAll("main tbody button span")].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent)';
    expect(await page.evaluate(cutOff)).toEqual([]);
  });

  test('ten thousand products can be searched, filtered, sorted, and paged, and the URL keeps the query', async () => {
    const { page } = await openProducts();
    await page.getByLabel('Search products').fill('AARD-1');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '1 product', exact: true }).waitFor();
    expect(await titles(page)).toContain('Aardvark mug');
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.getByRole('heading', { name: '10,001 products' }).waitFor();

    await page.getByRole('combobox', { name: 'Filter by inventory' }).click();
    await page.getByRole('option', { name: 'Out of stock' }).click();
    await page.waitForURL(/stock=out/);
    await eventually(async () => (await list(page).getByText('In stock', { exact: true }).count()) === 0);
    await page.getByRole('combobox', { name: 'Filter by status' }).click();
    await page.getByRole('option', { name: 'Hidden on storefront' }).click();
    await eventually(async () => (await list(page).getByText('Visible on storefront', { exact: true }).count()) === 0);
    await page.getByRole('combobox', { name: 'Filter by status' }).click();
    await page.getByRole('option', { name: 'Visible on storefront' }).click();
    await eventually(async () => (await list(page).getByText('Hidden on storefront', { exact: true }).count()) === 0);

    await list(page).getByRole('button', { name: 'Current price' }).click();
    await page.waitForURL(/sort=price:ASC/);
    await list(page)
      .getByRole('columnheader', { name: 'Current price' })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor();
    const [first] = await titles(page);
    await page.getByRole('link', { name: 'Go to page 2' }).click();
    await page.waitForURL(/page=2/);
    await eventually(async () => (await titles(page))[0] !== first);

    await page.reload();
    await list(page)
      .getByRole('columnheader', { name: 'Current price' })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor();
    expect(new URL(page.url()).search).toMatch(/stock=out/);
  });

  test('going back in the browser shows the brand that was filtered by before', async () => {
    const [one] = suite.simulator.store.state.brands.values();
    const { page } = await openProducts(`?brand=${one?.id}`);
    const brand = page.getByRole('combobox', { name: 'Filter by brand' });
    await eventually(async () => (await brand.inputValue()) === one?.name);
    await brand.click();
    await page.getByRole('option').nth(1).click();
    await page.waitForURL(({ searchParams }) => searchParams.get('brand') !== String(one?.id));
    await page.goBack();
    await eventually(async () => (await brand.inputValue()) === one?.name);
  });

  test('a category is found by typing, without a request for each letter, and no match says so', async () => {
    const name = suite.simulator.store.categories.all()[3]?.name ?? '';
    const { page } = await openProducts();
    const asked: string[] = [];
    page.on('request', (sent) => {
      if (/\/categories\?.*search=/.test(sent.url())) asked.push(sent.url());
    });
    await page.getByRole('combobox', { name: 'Filter by category' }).click();
    await page.evaluate(notePauses);
    // Fast for a person, and slow enough for the page to handle each letter separately.
    await page.keyboard.type(name, { delay: 60 });
    await page
      .getByRole('option', { name: new RegExp(`^${name}`) })
      .first()
      .click();
    // If the machine stalls during typing, the page sees a pause.
    expect(asked.length).toBeLessThan(name.length / 3 + Number(await page.evaluate('window.typingPauses')));
    await page.waitForURL(/category=\d/);
    await page.getByLabel('Search products').fill('no & such % thing');
    await page.keyboard.press('Enter');
    await page.getByText('No matching products. Change the search or filters.').waitFor();
    await page.reload();
    expect(await page.getByLabel('Search products').inputValue()).toBe('no & such % thing');
  });

  test('a wrong price is explained next to the store’s, fixed, and kept in the history', async () => {
    suite.simulator.store.products.update(90_001, { price: 15 });
    const { page, responses } = await openProducts('?_q=AARD-1');
    await list(page).getByRole('button', { name: 'Aardvark mug' }).click();
    await drawer(page).getByText('values differ from BigCommerce').waitFor();
    await eventually(async () => {
      // The boxes are measured one after the other, while content above them may still be loading.
      const boxes = await Promise.all(
        (await field(page, 'SKU').locator('td > *').all()).map((text) => text.boundingBox()),
      );
      return boxes.length > 1 && boxes.every((box) => box?.y === boxes[0]?.y);
    });
    expect(await field(page, 'Regular price').getByRole('gridcell').allTextContents()).toEqual([
      expect.stringMatching(/Different/),
      '$12.00',
      '$15.00',
    ]);

    await drawer(page).getByRole('button', { name: 'Resync this product' }).click();
    await page.getByText('“Aardvark mug” was updated from BigCommerce.').waitFor();
    await drawer(page).getByText('Matches BigCommerce').waitFor();
    expect(await field(page, 'Regular price').getByRole('gridcell').allTextContents()).toEqual([
      'Regular price',
      '$15.00',
      '$15.00',
    ]);

    await drawer(page).getByRole('tab', { name: 'History' }).click();
    await drawer(page).getByRole('listitem').first().waitFor();
    const [change] = await drawer(page).getByRole('listitem').allTextContents();
    expect(change).toMatch(/by “Resync this product”.*Regular price: \$12\.00 → \$15\.00/s);
    await drawer(page).getByRole('tab', { name: 'BigCommerce JSON' }).click();
    expect(await drawer(page).getByRole('region', { name: 'BigCommerce JSON' }).textContent()).toContain(
      '"sku": "AARD-1"',
    );
    expect(await drawer(page).getByRole('link', { name: 'Open in BigCommerce' }).getAttribute('href')).toMatch(
      /mybigcommerce\.com\/manage\/products\/edit\/90001$/,
    );
    expect(responses.join()).not.toContain(suite.simulator.account.accessToken);

    await drawer(page).getByRole('link', { name: 'Open in Content Manager' }).click();
    await page.waitForURL(/content-manager\/collection-types\/plugin::commerce-bridge\.product\//);
  });

  test('of a comparison, what differs comes first and can be shown alone, and of a text the words that differ are marked', async () => {
    const text = 'Thrown by hand in small batches, and glazed twice. '.repeat(8);
    suite.simulator.store.products.update(90_001, { description: `${text}Dishwasher safe. ${text}`, price: 15 });
    await request('POST', '/products/90001/resync');
    suite.simulator.store.products.update(90_001, { description: `${text}Not dishwasher safe. ${text}`, price: 18 });
    const { page } = await openProducts('?product=90001');
    const rows = drawer(page)
      .getByRole('grid', { name: /^Field-by-field/ })
      .locator('tbody tr');
    await drawer(page).getByText('values differ from BigCommerce').waitFor();
    const names = await rows.locator('td:first-child').allTextContents();
    const marked = names.filter((name) => name.endsWith('Different'));
    expect(names.slice(0, marked.length)).toEqual(marked);
    expect(await field(page, 'Description').locator('del').allTextContents()).toEqual(['Dishwasher']);
    const added = await field(page, 'Description').locator('ins').allTextContents();
    expect(added.join(' ').trim().split(/\s+/)).toEqual(['Not', 'dishwasher']);
    await drawer(page).getByRole('checkbox', { name: 'Only show differences' }).check();
    expect(await rows.locator('td:first-child').allTextContents()).toEqual(marked);
    await drawer(page).getByRole('checkbox', { name: 'Only show differences' }).uncheck();
    expect(await rows.count()).toBe(names.length);
  });

  test('the widest texts of a row fit, of a product whose purchase is disabled, too', async () => {
    const id = suite.simulator.store.products.ids()[0] ?? 0;
    suite.simulator.store.products.update(id, {
      name: 'Hand-thrown stoneware serving platter with a reactive glaze, extra large',
      sku: 'WIDEST-1',
      availability: 'disabled',
      price: 12_345.67,
      sale_price: 11_345.67,
      inventory_tracking: 'product',
      inventory_level: 123_456,
    });
    await request('POST', `/products/${id}/resync`);
    const { page } = await openProducts('?_q=WIDEST-1');
    await list(page).getByText('Unavailable', { exact: true }).waitFor();
    expect(await tablesCutOff(page)).toEqual([]);
  });

  test('a list without matches offers to clear the search and the filters', async () => {
    const { page } = await openProducts('?_q=nothing-like-it&stock=out');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('heading', { name: '10,001 products' }).waitFor();
    expect(await page.getByLabel('Search products').inputValue()).toBe('');
  });

  test('how long ago a product was updated is shown, and on hover exactly when', async () => {
    const { page } = await openProducts('?_q=AARD-1');
    const time = list(page).getByRole('time').first();
    expect(await time.textContent()).toMatch(/^now$|ago$/);
    expect(await time.getAttribute('title')).toMatch(/^\w+ \d+, \d{4}, \d+:\d\d/);
  });

  test('the drawer can be opened and closed by keyboard, and keeps the focus inside', async () => {
    const { page } = await openProducts('?_q=AARD-1');
    const title = list(page).getByRole('button', { name: 'Aardvark mug' });
    await tabTo(page, list(page).locator('th').first());
    await page.keyboard.press('ArrowRight');
    await moveTo(page, title, 'ArrowDown');
    await page.keyboard.press('Enter');
    await drawer(page).getByText('Matches BigCommerce').waitFor();
    for (let place = 0; place < 12; place += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate("document.activeElement.closest('[role=dialog]') !== null")).toBe(true);
    }
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
    await comesTrue(page, "document.activeElement.textContent === 'Aardvark mug'");
  });

  test('an upstream failure is explained, and cached data is still shown', async () => {
    suite.simulator.faults.add({ kind: 'status', status: 500, path: '/v3/catalog/products' });
    const { page } = await openProducts('?product=90001');
    await drawer(page).getByText('BigCommerce is having problems').waitFor();
    expect(await field(page, 'SKU').getByRole('gridcell').nth(1).textContent()).toBe('AARD-1');
    await drawer(page).getByRole('button', { name: 'Refresh' }).click();
    await drawer(page).getByText('Matches BigCommerce').waitFor();
  });

  test('an administrator with read access sees everything, and why they cannot resync', async () => {
    const login = await createEditor(suite.administrator, { name: 'looker', permissions: ['catalog.read'] });
    const { page } = await openProducts('?product=90001', { login });
    await drawer(page)
      .getByRole('note', { name: /^Your role can’t resync products/ })
      .waitFor();
    expect(await drawer(page).getByRole('button', { name: 'Resync this product' }).isDisabled()).toBe(true);
    expect(await drawer(page).getByRole('link', { name: 'Open in Content Manager' }).count()).toBe(0);
    const other = await createEditor(suite.administrator, { name: 'stranger', permissions: ['events.manage'] });
    const stranger = await suite.visit({ login: other });
    await stranger.open('/plugins/commerce-bridge/products');
    await stranger.page.getByText("You don't have the permissions to access that content").waitFor();
  });

  test.each(['light', 'dark'] as const)('has no serious accessibility violation (%s)', async (theme) => {
    suite.simulator.store.products.update(90_001, {
      price: theme === 'light' ? 20 : 21,
      description: `Described for the ${theme} theme`,
    });
    const { page, open } = await openProducts('', { theme });
    await list(page).waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
    await open('/plugins/commerce-bridge/products?product=90001');
    await drawer(page).getByText('differ from BigCommerce').waitFor();
    for (const tab of ['All fields', 'Variants', 'History', 'BigCommerce JSON']) {
      await drawer(page).getByRole('tab', { name: tab }).click();
      expect({ tab, barriers: await seriousBarriers(page, '[role=dialog]') }).toEqual({ tab, barriers: [] });
    }
  });

  test('a product that is no longer in the store says so, and is withdrawn', async () => {
    suite.simulator.store.products.delete(90_001);
    const { page } = await openProducts('?product=90001');
    await drawer(page).getByText('This product is no longer in BigCommerce').waitFor();
    await drawer(page).getByRole('button', { name: 'Resync this product' }).click();
    await drawer(page).getByText('Withdrawn', { exact: true }).first().waitFor();
  });
});
