import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { marketSetting } from '../../contracts/admin/markets';
import type { CartRequest } from '../../server/src/storefront/carts';
import { minutes, seconds } from '../../server/src/lib/durations';
import { errorOf } from '../support/http/client-bench';
import { cutOff, json, reset, type Reply } from '../support/http/scripted-server';
import { startStorefrontBench, type StorefrontBench } from '../support/http/storefront-bench';

let bench: StorefrontBench;
beforeEach(async () => {
  bench = await startStorefrontBench();
});
afterEach(() => bench.close());

const carts = 'POST /v3/carts';
const checkoutUrl = 'https://store.example/cart.php?action=loadInCheckout&id=c-1&token=t';
const created: Reply = json(
  {
    data: { id: 'c-1', redirect_urls: { cart_url: 'https://store.example/cart', checkout_url: checkoutUrl } },
    meta: {},
  },
  { status: 201 },
);
const oneMug: CartRequest = { lineItems: [{ productId: 77, quantity: 2 }] };
const sent = () => bench.seen(carts).map(({ url, body }) => ({ url, body: JSON.parse(body) }));

describe('a cart', () => {
  test('in a market has its channel, currency, and locale, unless it names others', async () => {
    bench.script(carts, created);
    const markets = [marketSetting.parse({ key: 'eu', name: 'Europe', channelId: 4, currency: 'EUR', locale: 'de' })];
    const { storefront } = await bench.aSite({ settings: { markets } });
    await storefront.carts.create({ ...oneMug, market: 'eu' });
    await storefront.carts.create({ ...oneMug, market: 'eu', channelId: 5, currency: 'CHF', locale: 'fr' });
    await storefront.carts.create({ ...oneMug, market: 'default' });
    expect(sent().map(({ body }) => [body.channel_id, body.currency?.code, body.locale])).toEqual([
      [4, 'EUR', 'de'],
      [5, 'CHF', 'fr'],
      [3, undefined, undefined],
    ]);
    const error = await errorOf(storefront.carts.create({ ...oneMug, market: 'nowhere' }));
    expect(error).toMatchObject({ code: 'invalid_cart', data: { problems: [expect.stringContaining('default, eu')] } });
  });

  test('is not created later if the store takes no requests for ten seconds', async () => {
    bench.script(carts, json({}, { status: 429, headers: { 'x-rate-limit-time-reset-ms': '30000' } }), created);
    const { storefront } = await bench.aSite();
    await errorOf(storefront.carts.create(oneMug));
    const late = errorOf(storefront.carts.create(oneMug));
    await bench.clock.advance(seconds(10));
    expect(await late).toMatchObject({ code: 'rate_limited', message: expect.stringContaining('no cart was created') });
    await bench.clock.advance(minutes(5));
    expect(sent()).toHaveLength(1);
  });

  test('is created with lines, variants, options, channel, currency, and customer, and returns a checkout URL', async () => {
    bench.script(carts, created);
    const { storefront } = await bench.aSite();
    const request: CartRequest = {
      lineItems: [
        { productId: 77, variantId: 5, quantity: 1 },
        {
          productId: 78,
          quantity: 3,
          optionSelections: [
            { optionId: 9, optionValue: 'Ada' },
            { optionId: 10, optionValue: 4 },
          ],
        },
      ],
      channelId: 7,
      currency: 'EUR',
      customerId: 12,
      locale: 'de',
    };
    expect(await storefront.carts.create(request)).toEqual({ cartId: 'c-1', checkoutUrl });
    expect(sent()).toEqual([
      {
        url: '/stores/abc123/v3/carts?include=redirect_urls',
        body: {
          channel_id: 7,
          customer_id: 12,
          currency: { code: 'EUR' },
          locale: 'de',
          line_items: [
            { product_id: 77, variant_id: 5, quantity: 1 },
            {
              product_id: 78,
              quantity: 3,
              option_selections: [
                { option_id: 9, option_value: 'Ada' },
                { option_id: 10, option_value: 4 },
              ],
            },
          ],
        },
      },
    ]);
  });

  test('is created on the channel in the settings, or on the store’s own', async () => {
    bench.script(carts, created);
    await (await bench.aSite({ settings: { channelId: 5 } })).storefront.carts.create(oneMug);
    await (await bench.aSite()).storefront.carts.create(oneMug);
    expect(sent().map(({ body }) => body)).toEqual(
      [5, 3].map((channel) => ({ channel_id: channel, line_items: [{ product_id: 77, quantity: 2 }] })),
    );
  });

  test('is created each time: a checkout URL works once', async () => {
    bench.script(carts, created);
    const { storefront } = await bench.aSite();
    await storefront.carts.create(oneMug);
    await storefront.carts.create(oneMug);
    expect(sent()).toHaveLength(2);
  });
});

describe('no cart is created', () => {
  test.each<[string, unknown, string]>([
    ['without lines', { lineItems: [] }, 'lineItems: '],
    ['of nothing', undefined, 'the cart: '],
    ['with a quantity of 0', { lineItems: [{ productId: 1, quantity: 0 }] }, 'lineItems.0.quantity: '],
    ['with a product by name', { lineItems: [{ productId: 'mug', quantity: 1 }] }, 'lineItems.0.productId: '],
    ['with a misspelt key', { lineItems: [{ productId: 1, quantity: 1, variantID: 5 }] }, '"variantID"'],
    ['in a currency that is none', { ...oneMug, currency: 'euro' }, 'currency: must be a code such as EUR'],
  ])('%s, and nothing is sent', async (_, request, words) => {
    const { storefront } = await bench.aSite();
    const create: (cart: never) => Promise<unknown> = storefront.carts.create;
    const error = await errorOf(Reflect.apply(create, null, [request]));
    expect(error).toMatchObject({
      name: 'CartError',
      code: 'invalid_cart',
      message: expect.stringContaining(words),
      data: { problems: [expect.stringContaining(words)] },
    });
    expect(bench.server.seen).toEqual([]);
  });

  test.each<[string, Reply, unknown]>([
    [
      'that upstream refuses',
      json(
        { status: 422, title: 'Not Found: Provided product ID (77) does not represent a valid product' },
        { status: 422 },
      ),
      {
        code: 'cart_refused',
        message: 'Not Found: Provided product ID (77) does not represent a valid product',
        data: { status: 422 },
      },
    ],
    [
      'that upstream refuses without a word',
      json({}, { status: 409 }),
      { code: 'cart_refused', message: 'The store rejected this cart (409).' },
    ],
    [
      'without the scope for it',
      json({ status: 403, title: 'No scope' }, { status: 403 }),
      { code: 'scope_missing', data: { scope: 'store_cart' }, message: expect.stringContaining('store_cart') },
    ],
    ['with a token that is refused', json({}, { status: 401 }), { code: 'unauthorized' }],
    [
      'by a store that is busy',
      json({}, { status: 429, headers: { 'x-rate-limit-time-reset-ms': '2500' } }),
      { code: 'rate_limited', data: { retryAfter: 3 } },
    ],
    ['by a store that is down', json({}, { status: 503 }), { code: 'upstream_unavailable' }],
    ['over a torn connection', reset, { code: 'upstream_unavailable', cause: expect.any(Error) }],
    ['when the response breaks off', cutOff, { code: 'upstream_unavailable' }],
    [
      'when the response has no address to pay',
      json({ data: { id: 'c-1' } }, { status: 201 }),
      { code: 'upstream_unavailable' },
    ],
    [
      'when the address to pay is none',
      json({ data: { id: 'c-1', redirect_urls: { checkout_url: 'javascript:alert(1)' } } }, { status: 201 }),
      { code: 'upstream_unavailable' },
    ],
  ])('%s, and the request is sent only once', async (_, reply, expected) => {
    bench.script(carts, reply);
    const { storefront } = await bench.aSite();
    expect(await errorOf(storefront.carts.create(oneMug))).toMatchObject({ name: 'CartError', ...Object(expected) });
    expect(bench.seen(carts)).toHaveLength(1);
  });

  test('before credentials are entered', async () => {
    const { storefront } = await bench.aSite({ secrets: {} });
    await expect(storefront.carts.create(oneMug)).rejects.toMatchObject({
      code: 'not_connected',
      message: expect.stringContaining('the access token'),
    });
  });
});
