import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import { mustKeepContract } from '../support/http/rest-contract';
import { finishedRun } from '../support/sites/runs';
import { connectionTo } from '../support/shops/shop';

/*
 * The files in docs/examples, unchanged; those for Next are called like Next calls them: the data function, then the
 * page.
 */
const loadExample = async () => ({
  detail: await import('../../docs/examples/next/pages/products/[slug]'),
  list: await import('../../docs/examples/next/pages/products/index'),
  cart: await import('../../docs/examples/next/lib/cart'),
  ...(await import('../../docs/examples/tour')),
  ...(await import('../../docs/examples/shopper')),
  ...(await import('../../docs/examples/tags')),
});

const ada = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', password: 'engine1843' };

/** In the sample store. */
const bowlsId = 209;

let simulator: Simulator;
let site: BootedSite;
let example: Awaited<ReturnType<typeof loadExample>>;

const realFetch = globalThis.fetch;

/** Responses that the examples receive are validated against the contract, like all others. */
const strictFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const response = await realFetch(request.clone());
  const base = `${site.url}/api/commerce-bridge/v1`;
  if (request.url.startsWith(base))
    await mustKeepContract({ method: request.method, path: request.url.slice(base.length) }, response);
  return response;
};

beforeAll(async () => {
  globalThis.fetch = strictFetch;
  simulator = await startSimulator({ quota: 0 });
  simulator.storefront.customers.register(ada);
  site = await bootSite({
    environment: { ...connectionTo(simulator), COMMERCE_BRIDGE_GRAPHQL_URL: `${simulator.url}/graphql` },
  });
  await site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
  expect((await finishedRun(site)).status).toBe('succeeded');
  process.env['NEXT_PUBLIC_SHOP_URL'] = `${site.url}/api/commerce-bridge/v1`;
  example = await loadExample();
});
afterAll(async () => {
  globalThis.fetch = realFetch;
  delete process.env['NEXT_PUBLIC_SHOP_URL'];
  await site.stop();
  await simulator.close();
  removeSite(site);
});

async function pageOf(slug: string): Promise<string> {
  const result = await example.detail.getStaticProps({ params: { slug } });
  if (!('props' in result)) throw new Error(`no page for ${slug}: ${JSON.stringify(result)}`);
  return renderToStaticMarkup(createElement(example.detail.default, result.props));
}

test('the tour shows what it says', async () => {
  expect(await example.tour(`${site.url}/api/commerce-bridge/v1`)).toEqual({
    total: 1,
    cheapest: 'Harbour Stoneware Mug by Atelier Brume',
    onSale: ['alpine-enamel-camp-bowls-set-of-4', 'nordic-wool-throw'],
    nothing: null,
    failure: { per_page: 'must be an integer from 1 to 100' },
  });
});

test('what is read is tagged with what it contains, and asked for by its ETag', async () => {
  expect(await example.tags(`${site.url}/api/commerce-bridge/v1`)).toEqual({
    tags: expect.arrayContaining(['products', 'collections', 'brands']),
    isUnchanged: true,
  });
});

test("a shopper's cart becomes the customer's, and leads to the store's checkout", async () => {
  const done = await example.shopper(`${site.url}/api/commerce-bridge/v1`, ada);

  expect(done).toMatchObject({ quantity: 3, name: 'Ada', refusal: expect.stringMatching(/stock/i) });
  const checkout = await fetch(done.checkout);
  expect([checkout.status, await checkout.text()]).toEqual([200, expect.stringContaining('Checkout')]);
});

describe('the page of a product', () => {
  test("shows the product's data, with related products", async () => {
    const html = await pageOf('alpine-enamel-camp-bowls-set-of-4');

    expect(html).toContain('<h1>Alpine Enamel Camp Bowls, Set of 4</h1>');
    expect(html).toContain('<s>42.00</s> 34.00');
    expect(html).toMatch(/<img src="http[^"]+" alt="[^"]+"/);
    expect(html.match(/<a href="\/products\/[^"]+">/g)).toHaveLength(3);
  });

  test('says which variants are sold out', async () => {
    const html = await pageOf('harbour-stoneware-mug');

    expect(html).toContain('<li>Chalk / 350 ml: 22.00</li>');
    expect(html).toContain(': sold out</li>');
  });

  test('of a missing product is Next’s own 404, checked again later', async () => {
    expect(await example.detail.getStaticProps({ params: { slug: 'nowhere' } })).toEqual({
      notFound: true,
      revalidate: 60,
    });
  });

  test('of an old slug redirects to the current one', async () => {
    const moveTo = async (url: string) => {
      simulator.store.products.update(bowlsId, { custom_url: { url, is_customized: true } });
      await site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
      expect((await finishedRun(site)).status).toBe('succeeded');
    };
    await moveTo('/camp-bowls/');
    onTestFinished(() => moveTo('/alpine-enamel-camp-bowls-set-of-4/'));

    expect(await example.detail.getStaticProps({ params: { slug: 'alpine-enamel-camp-bowls-set-of-4' } })).toEqual({
      redirect: { destination: '/products/camp-bowls', permanent: true },
      revalidate: 60,
    });
  });
});

describe('the list of products', () => {
  test('shows a page of products, and the total', async () => {
    const result = await example.list.getServerSideProps({ query: { category: 'sale' } });
    if (!('props' in result)) throw new Error('no list');
    const html = renderToStaticMarkup(createElement(example.list.default, result.props));

    expect(html).toContain('Alpine Enamel Camp Bowls');
    expect(html).toContain(`Page 1 of ${result.props?.pages}`);
  });

  test('rejects a page that is not a number', async () => {
    expect(await example.list.getServerSideProps({ query: { page: 'two' } })).toEqual({ notFound: true });
  });
});

test("a cart is filled with products from the REST API, and leads to the store's checkout", async () => {
  const response = await site.rest('/products/harbour-stoneware-mug');
  const product: { id: number; variants: { id: number; in_stock: boolean }[] } = JSON.parse(await response.text());
  const variant = product.variants.find(({ in_stock: inStock }) => inStock);
  const cartId = await example.cart.startCart({ productId: product.id, variantId: variant?.id ?? 0 });
  const checkout = await fetch(await example.cart.checkoutAddress(cartId));

  expect([checkout.status, await checkout.text()]).toEqual([200, expect.stringContaining('Checkout')]);
  await expect(example.cart.startCart({ productId: 999_999, variantId: 1 })).rejects.toThrow(/Not Found/);
});
