import { expect, test } from 'vitest';
import { z } from 'zod';
import { chromium, whenAvailable } from '../support/requirements';
import { expectCheckout, expectUsable, kitSuite, structuredData } from '../support/kits/kit-suite';
import { purgeSecret } from '../support/kits/shop-site';
import { eventually } from '../support/time/eventually';

whenAvailable(chromium()).describe('the kit with Next.js', (executable) => {
  const kit = kitSuite({
    executable,
    name: 'next',
    settings: ({ shop, site, port }) => ({
      STRAPI_URL: site,
      SHOP_URL: shop,
      PURGE_SECRET: purgeSecret,
      DRAFT_SECRET: 'drafts',
      PORT: String(port),
      HOSTNAME: '127.0.0.1',
    }),
    ready: 'Ready in',
  });
  const statusOf = async (path: string) => (await fetch(`${kit.url}${path}`, { redirect: 'manual' })).status;
  const store = () => kit.shop.simulator.store;
  /** Waits until a path responds with this status. */
  const untilStatus = (path: string, status: number) =>
    eventually(async () => (await fetch(`${kit.url}${path}`, { redirect: 'manual' })).status === status);

  test('leads from a list over a variant to the checkout of the store', async () => {
    const page = await kit.open('/products?search=mug');
    await page.getByRole('link', { name: 'Harbour Stoneware Mug' }).click();
    await page.getByRole('radio', { name: 'Ink' }).check({ force: true });
    await page.getByRole('radio', { name: '350 ml' }).check({ force: true });
    await page.getByText('Sold out').waitFor();
    expect(await page.getByRole('button', { name: 'Add to cart' }).isDisabled()).toBe(true);
    await page.getByRole('radio', { name: 'Moss' }).check({ force: true });
    await page.getByText('$22.00').first().waitFor();
    await page.getByRole('button', { name: 'Add to cart' }).click();

    await page.getByRole('heading', { name: 'Cart' }).waitFor();
    await page.getByText('Color: Moss').waitFor();
    await page.getByRole('spinbutton', { name: 'Quantity of Harbour Stoneware Mug' }).fill('2');
    await page.getByRole('button', { name: 'Update' }).click();
    await page.getByRole('link', { name: 'Cart (2)' }).waitFor();
    await page.getByRole('button', { name: 'Checkout' }).click();

    await expectCheckout(page, '44.00');
  });

  test('shows a price that changed in the store, without a new build', async () => {
    const page = await kit.open('/products/copper-pour-over-kettle');
    await page.getByText('$139.00').first().waitFor();
    store().products.update(204, { price: 134 });

    await eventually(async () => {
      await page.reload();
      // While a page streams, it contains both a placeholder and its replacement.
      return page.locator('.offer').getByText('$134.00').first().isVisible();
    });
    await page.goto(`${kit.url}/products?search=kettle`);
    await page.getByText('$134.00').first().waitFor();
  });

  test('puts what a shopper chose and entered in addition to the variant into the cart', async () => {
    const { modifiers } = store();
    modifiers.create(211, {
      display_name: 'Wrapping',
      type: 'dropdown',
      required: true,
      option_values: [{ label: 'Box', adjusters: { price: { adjuster: 'relative', adjuster_value: 2.5 } } }],
    });
    modifiers.create(211, { display_name: 'Motto', type: 'text', config: { text_max_length: 20 } });
    const slug = store().products.get(211)?.fields.custom_url.url;
    store().products.update(211, { price: 40 });
    const page = await kit.open(`/products${slug?.replace(/\/$/, '') ?? ''}`);
    await eventually(async () => {
      await page.reload();
      return page.getByLabel('Wrapping').first().isVisible();
    });
    await eventually(async () => (await page.getByLabel('Wrapping').count()) === 1);
    await page.getByLabel('Wrapping').selectOption('Box (+$2.50)');
    await page.getByLabel('Motto').fill('For you');
    await page.getByRole('button', { name: 'Add to cart' }).click();

    await page.locator('.total').getByText('$42.50').waitFor();
    await page.getByText('Wrapping: Box').waitFor();
    await page.getByRole('spinbutton', { name: /Quantity of Carafe/ }).fill('2');
    await page.getByRole('button', { name: 'Update' }).click();
    await page.locator('.total').getByText('$85.00').waitFor();
    await page.getByText('Motto: For you').waitFor();
  });

  test('redirects a renamed product for good, and finds a new one', async () => {
    expect(await statusOf('/products/walnut-desk-lamp')).toBe(200);
    expect(await statusOf('/products/juniper-bread-bin')).toBe(404);
    const lamp = store()
      .products.ids()
      .find((id) => store().products.get(id)?.fields.name === 'Walnut Desk Lamp');
    store().products.update(lamp ?? 0, { custom_url: { url: '/walnut-lamp/', is_customized: true } });
    store().products.create({
      name: 'Juniper Bread Bin',
      price: 48,
      channels: [1],
      variants: [{ options: { Size: 'M' } }],
    });

    await untilStatus('/products/walnut-desk-lamp', 308);
    const response = await fetch(`${kit.url}/products/walnut-desk-lamp`, { redirect: 'manual' });
    // Next.js may send the same address twice in one header, which browsers treat as one.
    const [location = ''] = (response.headers.get('location') ?? '').split(', ');
    expect(new URL(location, kit.url).pathname).toBe('/products/walnut-lamp');
    await untilStatus('/products/juniper-bread-bin', 200);
    expect(await statusOf('/collections/nowhere')).toBe(404);
  });

  test('tells search engines what a product is, where it is, and which others there are', async () => {
    const page = await kit.open('/products/harbour-stoneware-mug?utm_source=mail');

    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(
      `${kit.url}/products/harbour-stoneware-mug`,
    );
    const product = await structuredData(page, 'Product');
    expect(product).toMatchObject({
      name: 'Harbour Stoneware Mug',
      brand: { '@type': 'Brand', name: 'Atelier Brume' },
      offers: expect.arrayContaining([
        expect.objectContaining({
          '@type': 'Offer',
          name: 'Ink / 350 ml',
          price: 22,
          priceCurrency: 'USD',
          availability: 'https://schema.org/OutOfStock',
        }),
      ]),
    });
    const { offers } = z.object({ offers: z.array(z.object({ name: z.string(), url: z.string() })) }).parse(product);
    await page.goto(offers.find(({ name }) => name === 'Ink / 350 ml')?.url ?? '');
    for (const name of ['Ink', '350 ml']) await page.getByRole('radio', { name, checked: true }).first().waitFor();
    const index = await (await fetch(`${kit.url}/sitemap.xml`)).text();
    const maps = await Promise.all(
      [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(async ([, map = '']) => (await fetch(map)).text()),
    );
    expect(maps.join()).toContain(`<loc>${kit.url}/products/harbour-stoneware-mug</loc>`);
    expect(maps.join()).toContain(`<loc>${kit.url}/collections/tableware</loc>`);
    expect(await (await fetch(`${kit.url}/robots.txt`)).text()).toContain(`Sitemap: ${kit.url}/sitemap.xml`);
  });

  test('takes pictures in the sizes that the store keeps', async () => {
    const page = await kit.open('/products', { width: 360 });

    await page.waitForFunction("document.querySelector('.card img').currentSrc.includes('.220.290.')");
  });

  test('signs a customer in, out of reach of scripts, with the cart of the guest', async () => {
    const page = await kit.open('/products/orchard-oak-serving-board');
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('link', { name: 'Cart (1)' }).waitFor();
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByLabel('Email').fill('wholesale@example.com');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('main').getByRole('alert').waitFor();
    await page.getByLabel('Email').fill('wholesale@example.com');
    await page.getByLabel('Password').fill('wholesale1');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Hello, Whitney Example' }).waitFor();
    await page.getByRole('link', { name: 'Cart (1)' }).click();
    await page.locator('.lines').getByText('Orchard Oak Serving Board').waitFor();

    expect(await page.evaluate('document.cookie')).toBe('');
    const cookies = await page.context().cookies();
    expect(cookies.find(({ name }) => name === 'customer')).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    expect(await page.content()).not.toContain(cookies.find(({ name }) => name === 'customer')?.value);

    // Simulates a login elsewhere.
    const { customers } = kit.shop.simulator.storefront;
    customers.login('wholesale@example.com', 'wholesale1');
    await page.goto(`${kit.url}/account`);
    await page.getByText('You were signed out').waitFor();
  });

  test('shows products next to an entry of the site, and its draft to those with the secret only', async () => {
    const { administrator } = kit.shop;
    const guides = '/content-manager/collection-types/api::guide.guide';
    const created = await administrator.request('POST', guides, { title: 'Breakfast outdoors', products: [209, 201] });
    const { documentId } = documentOf.parse(created.body).data;
    await administrator.request('POST', `${guides}/${documentId}/actions/publish`, {});
    await administrator.request('PUT', `${guides}/${documentId}`, { title: 'Supper outdoors' });

    const page = await kit.open(`/guides/${documentId}`);
    await page.getByRole('heading', { name: 'Breakfast outdoors' }).waitFor();
    await page.getByRole('link', { name: 'Harbour Stoneware Mug' }).waitFor();
    expect(await statusOf(`/api/draft?secret=wrong&path=/guides/${documentId}`)).toBe(401);
    for (const elsewhere of ['//elsewhere.example.com', '/%09/elsewhere.example.com', 'https://elsewhere.example.com'])
      expect(await statusOf(`/api/draft?secret=drafts&path=${elsewhere}`)).toBe(400);
    await page.goto(`${kit.url}/api/draft?secret=drafts&path=/guides/${documentId}`);
    await page.getByRole('heading', { name: 'Supper outdoors' }).waitFor();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Breakfast outdoors' }).waitFor();
  });

  test('takes no purge that the site did not sign', async () => {
    const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,bm8=' };
    const sent = await fetch(`${kit.url}/api/purge`, {
      method: 'POST',
      headers,
      body: '{"data":{"keys":["products"]}}',
    });

    expect(sent.status).toBe(401);
  });

  test.each(['/', '/products', '/products/harbour-stoneware-mug', '/cart', '/account'])(
    '%s is accessible and fits a narrow window, light and dark',
    async (path) => {
      await expectUsable(await kit.open(path, { width: 360 }));
      await expectUsable(await kit.open(path, { width: 360, colorScheme: 'dark' }));
    },
  );
});

const documentOf = z.object({ data: z.object({ documentId: z.string() }) });
