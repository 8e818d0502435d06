import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { seriousBarriers } from '../support/admin/accessibility';
import { chromium, whenAvailable } from '../support/requirements';
import { useDemoShop } from '../support/sites/demo-shop';

/** What has moved since the page began to load, as reported by the browser. */
const findShifts = `new Promise((resolve) => {
  const shifts = [];
  const nameOf = (node) => (node?.outerHTML ?? node?.textContent ?? 'removed').slice(0, 100);
  const observer = new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) shifts.push([value, ...sources.map(({ node }) => nameOf(node))]);
  });
  observer.observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(shifts)));
})`;

whenAvailable(chromium()).describe('the shop of the demo', (executable) => {
  const { browser, url, open } = useDemoShop(executable);

  test('leads from a list over a variant to the checkout of the store', async () => {
    const page = await open('/products?search=mug');
    await page.getByRole('link', { name: 'Harbour Stoneware Mug' }).click();
    await page.getByRole('radio', { name: 'Ink' }).check();
    await page.getByRole('radio', { name: '350 ml' }).check();
    expect(await page.getByRole('button', { name: 'Add to cart' }).isDisabled()).toBe(true);
    await page.getByRole('radio', { name: 'Moss' }).check();
    await page.getByText('$22.00').waitFor();
    await page.getByRole('button', { name: 'Add to cart' }).click();

    await page.getByText('Color: Moss, Size: 350 ml').waitFor();
    expect(await page.locator('[data-total]').textContent()).toBe('$22.00');
    await page.getByRole('spinbutton', { name: 'Quantity of Harbour Stoneware Mug' }).fill('2');
    await page.getByRole('button', { name: 'Update' }).click();
    await page.getByRole('link', { name: 'Cart with 2 articles' }).waitFor();
    await page.getByRole('button', { name: 'Checkout' }).click();

    await page.getByRole('heading', { name: 'Checkout' }).waitFor();
    expect(await page.getByText('Total:').textContent()).toBe('Total: 44.00 USD');
    expect(new URL(page.url()).pathname).toBe('/cart.php');
  });

  /** Moves to a control as a user without a mouse does. */
  async function tabTo(page: Page, target: Locator): Promise<void> {
    await target.waitFor();
    for (let steps = 0; steps < 80; steps += 1) {
      await page.keyboard.press('Tab');
      if ((await target.and(page.locator(':focus')).count()) > 0) return;
    }
    throw new Error('the Tab key does not lead there');
  }

  test('takes what is chosen and entered in addition to the variant into the cart, and adds up what it costs', async () => {
    const page = await open('/products/orchard-oak-serving-board');
    const price = page.locator('[data-price]');
    const before = Number((await price.textContent())?.replace(/[^0-9.]/g, ''));
    await page.getByLabel('Wrapping').selectOption({ label: 'Gift box (+$6.00)' });
    await price.getByText(`$${(before + 6).toFixed(2)}`).waitFor();
    const engraving = page.getByLabel('Engraving');
    expect(await engraving.getAttribute('maxlength')).toBe('20');
    await engraving.fill('For Ada');
    await page.getByRole('button', { name: 'Add to cart' }).click();

    await page.getByText('Engraving: For Ada, Wrapping: Gift box').waitFor();
    expect(await page.locator('[data-total]').textContent()).toBe(`$${(before + 6).toFixed(2)}`);
    await page.getByRole('spinbutton', { name: /Quantity/ }).fill('2');
    await page.getByRole('button', { name: 'Update' }).click();
    await page
      .getByText(`$${(2 * (before + 6)).toFixed(2)}`)
      .first()
      .waitFor();
    await page.getByText('Engraving: For Ada, Wrapping: Gift box').waitFor();
  });

  test('says at the top why the store refused an article, and keeps what was entered', async () => {
    const page = await open('/products/orchard-oak-serving-board', 360);
    await page.getByLabel('Engraving').fill('For Ada');
    await page.getByLabel('Wrapping').selectOption({ label: 'Gift box (+$6.00)' });
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill('99');
    await page.getByRole('button', { name: 'Add to cart' }).click();

    const alert = await page.getByRole('main').getByRole('alert').boundingBox();
    expect(alert?.y).toBeLessThan(300);
    expect(await page.getByLabel('Engraving').inputValue()).toBe('For Ada');
    expect(await page.getByLabel('Wrapping').locator('option:checked').textContent()).toContain('Gift box');
    expect(await page.getByRole('spinbutton', { name: 'Quantity' }).inputValue()).toBe('99');
  });

  test('leads from a search to the checkout by keyboard alone', async () => {
    const page = await open('/');
    await tabTo(page, page.getByRole('combobox', { name: 'Search products' }));
    await page.keyboard.type('oak serving');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Results for “oak serving”' }).waitFor();
    await tabTo(page, page.getByRole('link', { name: 'Orchard Oak Serving Board' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Orchard Oak Serving Board' }).waitFor();
    await tabTo(page, page.getByLabel('Engraving'));
    await page.keyboard.type('Ada');
    await tabTo(page, page.getByLabel('Wrapping'));
    await page.keyboard.press('ArrowDown');
    await tabTo(page, page.getByRole('button', { name: 'Add to cart' }));
    await page.keyboard.press('Enter');
    await page.getByText('Engraving: Ada, Wrapping: Gift box').waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Checkout' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Checkout' }).waitFor();
  });

  test('leads from a list to the checkout without script', async () => {
    const context = await browser().newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${url()}/products`);
    const brand = page.getByLabel('Brand');
    const [, first] = await brand.locator('option').allTextContents();
    const count = Number(/\((\d+)\)/.exec(first ?? '')?.[1]);
    await brand.selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText(count === 1 ? '1 product' : `${count} products`, { exact: true }).waitFor();

    await page.goto(`${url()}/products/harbour-stoneware-mug`);
    await page.getByRole('radio', { name: 'Moss' }).check();
    await page.getByRole('radio', { name: '350 ml' }).check();
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByText('Color: Moss, Size: 350 ml').waitFor();
    await page.goto(`${url()}/products/orchard-oak-serving-board`);
    await page.getByLabel('Engraving').fill('Grace');
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByText('Engraving: Grace, Wrapping: None').waitFor();
    await page.getByRole('button', { name: 'Checkout' }).click();
    await page.getByRole('heading', { name: 'Checkout' }).waitFor();
    await context.close();
  });

  test('pages through a list in the order that was chosen', async () => {
    const page = await open('/products');
    await page.getByLabel('Order').selectOption('Name');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/order=title-asc/);
    const names = await page.locator('.card-name').allTextContents();
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByText('Page 2 of 2').waitFor();
    names.push(...(await page.locator('.card-name').allTextContents()));

    expect(names).toHaveLength(12);
    expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other)));
  });

  test('says how many products each filter would leave, and keeps the search in a collection', async () => {
    const page = await open('/products?search=mug');
    const collections = page.getByRole('navigation', { name: 'Collections of these products' });
    const link = collections.getByRole('link').first();
    const count = Number(/\((\d+)\)/.exec((await link.textContent()) ?? '')?.[1]);
    await link.click();
    await page.getByText(count === 1 ? '1 product' : `${count} products`, { exact: true }).waitFor();
    expect(await page.getByRole('searchbox', { name: 'Search', exact: true }).inputValue()).toBe('mug');
  });

  test('shows the way to a product, and images in the size of the window', async () => {
    const page = await open('/products/nordic-wool-throw', 360);
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Living Room' }).click();

    await page.getByRole('heading', { name: 'Living Room' }).waitFor();
    await page.waitForFunction("document.querySelector('.card img').currentSrc.includes('.220.290.')");
  });

  test('shows filters next to products in a wide window, and behind a button above them in a narrow one', async () => {
    const page = await open('/products');
    const inStock = page.getByLabel('In stock');
    await inStock.check();
    await page.setViewportSize({ width: 360, height: 900 });
    await inStock.waitFor({ state: 'hidden' });
    const first = await page.locator('.card').first().boundingBox();
    expect(first?.y).toBeLessThan(700);

    await page.getByText('Filter and order').click();
    await inStock.check();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/in_stock=true/);
    expect(await inStock.isVisible()).toBe(true);
  });

  test('says from which price a product with more expensive variants is sold', async () => {
    const page = await open('/products?search=mug');
    const card = page.getByRole('listitem').filter({ hasText: 'Harbour Stoneware Mug' });
    const [, least] = /From \$([\d.]+)/.exec((await card.textContent()) ?? '') ?? [];

    await card.getByRole('link').click();
    await page.getByRole('radio', { name: '350 ml' }).check();
    await page.locator('[data-price]').getByText('$22.00').waitFor();
    expect(Number(least)).toBeLessThan(22);
  });

  test('suggests names while one types', async () => {
    const page = await open('/');
    await page.getByRole('combobox', { name: 'Search products' }).pressSequentially('mug');

    await page.locator('#suggestions option[value="Harbour Stoneware Mug"]').waitFor({ state: 'attached' });
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Results for “mug”' }).waitFor();
  });

  test('takes its script budget of 60 kB, moves nothing while a page loads, and buys by keyboard', async () => {
    const page = await open('/');
    let scripts = 0;
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts += Number(response.headers()['content-length']);
    });
    const shiftsOn = async (path: string) => {
      await page.goto(`${url()}${path}`, { waitUntil: 'load' });
      return page.evaluate<unknown[]>(findShifts);
    };
    for (const path of [
      '/',
      '/products',
      '/products/nordic-wool-throw',
      '/products/orchard-oak-serving-board',
      '/behind',
    ])
      expect([path, await shiftsOn(path)]).toEqual([path, []]);
    expect(scripts).toBeGreaterThan(0);
    expect(scripts).toBeLessThan(60_000);

    await page.goto(`${url()}/products/orchard-oak-serving-board`);
    await page.getByRole('button', { name: 'Add to cart' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Cart with 1 article' }).waitFor();
  });

  test('keeps the cart of a guest who signs in, out of reach of scripts', async () => {
    const page = await open('/products/orchard-oak-serving-board');
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email').fill('wholesale@example.com');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Email').fill('wholesale@example.com');
    await page.getByLabel('Password').fill('wholesale1');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Hello, Whitney Example' }).waitFor();
    await page.getByRole('link', { name: 'Cart with 1 article' }).click();
    await page.getByRole('link', { name: 'Orchard Oak Serving Board' }).waitFor();

    expect(await page.evaluate('document.cookie')).toBe('');
  });

  test('shows a change in the store, and stays up while the store is off', async () => {
    const page = await open('/behind?product=copper-pour-over-kettle');
    await page.getByRole('button', { name: 'Change the price' }).click();
    await page.locator('[data-trace="1"] .steps li:last-child.done').waitFor();
    await page.locator('.shown-product').getByText('$134.00').waitFor();
    const visitor = await open('/products/copper-pour-over-kettle');
    await visitor.getByText('$134.00').waitFor();
    await visitor.getByRole('button', { name: 'Add to cart' }).click();
    await visitor.getByRole('heading', { name: 'Cart' }).waitFor();

    await page.getByRole('button', { name: 'Switch the store’s API off' }).click();
    await page.getByText('off: 503 to everything').waitFor();
    await page.getByRole('button', { name: 'Change the name' }).click();
    await page.locator('[data-trace="2"] .steps li:nth-child(2).done').waitFor();
    await visitor.reload();
    await visitor.getByRole('heading', { name: 'The store does not respond' }).waitFor();
    await visitor.getByRole('navigation', { name: 'Collections' }).waitFor();
    await visitor.goto(`${url()}/products/copper-pour-over-kettle`);
    await visitor.getByRole('heading', { name: 'Copper Pour-Over Kettle', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Switch the store’s API on' }).click();
    await page.locator('[data-trace="2"] .steps li:last-child.done').waitFor();
    await visitor.reload();
    await visitor.getByRole('heading', { name: 'Copper Pour-Over Kettle (new batch)' }).waitFor();
  });

  test.each([
    '/',
    '/products',
    '/collections/tableware',
    '/products/harbour-stoneware-mug',
    '/products/orchard-oak-serving-board',
    '/cart',
    '/account',
    '/behind',
  ])('%s is accessible, light and dark, in a narrow and in a wide window', async (path) => {
    const page = await open(path, 360);
    for (const width of [360, 1920])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        expect([width, colorScheme, await seriousBarriers(page, 'html')]).toEqual([width, colorScheme, []]);
      }
  });
});
