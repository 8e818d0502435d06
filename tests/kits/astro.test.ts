import { expect, test } from 'vitest';
import { chromium, whenAvailable } from '../support/requirements';
import { expectCheckout, expectUsable, kitSuite } from '../support/kits/kit-suite';
import { eventually } from '../support/time/eventually';

const list = '/api/commerce-bridge/v1/products?per_page=100';

whenAvailable(chromium()).describe('the kit with Astro', (executable) => {
  const kit = kitSuite({
    executable,
    name: 'astro',
    settings: ({ shop, site, port }) => ({
      STRAPI_URL: site,
      SHOP_URL: shop,
      HOST: '127.0.0.1',
      PORT: String(port),
    }),
    ready: 'Server listening',
    isPurged: false,
  });

  test('leads from a list over a variant to the checkout of the store', async () => {
    const page = await kit.open('/products?search=mug');
    await page.getByRole('link', { name: 'Harbour Stoneware Mug' }).click();
    expect(await page.getByRole('radio', { name: 'Ink / 350 ml, $22.00, sold out' }).isDisabled()).toBe(true);
    await page.getByRole('radio', { name: 'Moss / 350 ml, $22.00, in stock' }).check();
    await page.getByRole('button', { name: 'Add to cart' }).click();

    await page.getByRole('heading', { name: 'Cart' }).waitFor();
    await page.getByText('Color: Moss').waitFor();
    await page.getByRole('link', { name: 'Cart (1)' }).waitFor();
    const island = page.waitForResponse((response) => response.url().includes('/_server-islands/CartLink'));
    await page.reload();
    expect((await island).headers()['cache-control']).toBe('private, no-store');
    const quantity = page.getByRole('spinbutton', { name: 'Quantity of Harbour Stoneware Mug' });
    const changed = page.waitForResponse((response) => response.url().includes('changeLine'));
    await quantity.fill('2');
    await quantity.blur();
    await page.locator('[data-total]').getByText('$44.00').waitFor();
    const id = (await page.context().cookies()).find(({ name }) => name === 'cart')?.value ?? expect.unreachable();
    expect(await page.evaluate('document.cookie')).toBe('');
    expect(await page.content()).not.toContain(id);
    expect(await (await changed).text()).not.toContain(id);
    expect((await page.request.get(`${kit.url}/cart`)).headers()['cache-control']).toBe('private, no-store');
    await page.getByRole('button', { name: 'Checkout' }).click();

    await expectCheckout(page, '44.00');
  });

  test('shows a price and a stock that changed in the store, without a new build', async () => {
    const page = await kit.open('/products/copper-pour-over-kettle');
    await page.locator('.offer').getByText('$139.00').waitFor();
    const { products } = kit.shop.simulator.store;
    products.update(204, { price: 134 });
    products.restock(204, 0);

    await eventually(async () => {
      await page.reload();
      await page.locator('.offer').waitFor();
      return (
        (await page.locator('.offer').getByText('$134.00').isVisible()) &&
        (await page.getByText('sold out').isVisible())
      );
    });
    await page.goto(`${kit.url}/products?search=kettle`);
    await page.getByText('$134.00').waitFor();
  });

  test('a build asks for what has not changed by its ETag, and uses what has', async () => {
    expect(kit.built).toContain('12 products, 0 of 1 pages unchanged');
    // Another test may have changed something since the first build.
    await kit.rebuild();
    expect(await kit.rebuild()).toContain('12 products, 1 of 1 pages unchanged');

    kit.shop.simulator.store.products.rename(205, 'Linen Market Bag');
    await eventually(async () =>
      (await (await fetch(`${kit.shop.site.url}${list}`)).text()).includes('Linen Market Bag'),
    );
    expect(await kit.rebuild()).toContain('12 products, 0 of 1 pages unchanged');
    const page = await kit.open('/');
    await page.getByRole('link', { name: 'Linen Market Bag' }).waitFor();
  });

  test('its types are right', async () => {
    expect(await kit.run('check')).toContain('0 errors');
  });

  test.each(['/', '/products', '/products/harbour-stoneware-mug', '/cart'])(
    '%s is accessible and fits a narrow window, light and dark',
    async (path) => {
      await expectUsable(await kit.open(path, { width: 360 }));
      await expectUsable(await kit.open(path, { width: 360, colorScheme: 'dark' }));
    },
  );
});
