import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MARKET_SCOPES } from '../../simulator/src/account';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { OpenApiDocument } from '../support/http/openapi-document';
import { upstreamReference, whenAvailable } from '../support/requirements';
import { fillMarkets } from '../support/shops/filled-markets';
import { ask, at, listAt } from '../support/shops/simulator-client';

const ALL_INCLUDES = 'bulk_pricing_rules,channels,custom_fields,images,modifiers,options,primary_image,variants,videos';

whenAvailable(upstreamReference()).describe(
  "the simulator's replies validate against upstream's OpenAPI documents",
  (reference) => {
    const documents = new Map<string, OpenApiDocument>();
    let generated: Simulator;
    let sample: Simulator;

    beforeAll(async () => {
      generated = await startSimulator({ products: 400, quota: 0, scopes: MARKET_SCOPES });
      sample = await startSimulator({ quota: 0, scopes: MARKET_SCOPES });
      for (const simulator of [generated, sample]) fillMarkets(simulator.store);
    });
    afterAll(async () => {
      await Promise.all([generated.close(), sample.close()]);
    });

    function documentOf(name: string): OpenApiDocument {
      const known = documents.get(name) ?? new OpenApiDocument(join(reference, 'openapi', name));
      documents.set(name, known);
      return known;
    }

    test('a document rejects a wrong response', async () => {
      const { body } = await ask(generated, '/v3/catalog/products?limit=1');
      const wrong = {
        ...Object(body),
        data: [{ ...Object(at(body, 'data', 0)), price: 'cheap', inventory_tracking: 'sometimes' }],
      };
      const errors = documentOf('catalog/products_catalog.v3.yml').errors(
        { path: '/catalog/products', method: 'get', status: 200 },
        wrong,
      );
      expect(errors).toEqual(
        expect.arrayContaining(['/data/0/price must be number', expect.stringContaining('/data/0/inventory_tracking')]),
      );
    });

    const catalog = 'catalog/products_catalog.v3.yml';
    const categories = 'catalog/categories_catalog.v3.yml';
    const trees = 'catalog/category-trees_catalog.v3.yml';
    const variants = 'catalog/product-variants_catalog.v3.yml';
    const brands = 'catalog/brands_catalog.v3.yml';
    test.each([
      [catalog, '/catalog/products', '/v3/catalog/products?limit=250&include=variants,images,custom_fields,channels'],
      [catalog, '/catalog/products', `/v3/catalog/products?page=3&include=${ALL_INCLUDES}`],
      [catalog, '/catalog/products', '/v3/catalog/products?page=999'],
      [catalog, '/catalog/summary', '/v3/catalog/summary'],
      [catalog, '/catalog/products/channel-assignments', '/v3/catalog/products/channel-assignments?limit=250'],
      [catalog, '/catalog/products/category-assignments', '/v3/catalog/products/category-assignments?limit=250'],
      [variants, '/catalog/variants', '/v3/catalog/variants?limit=250'],
      [categories, '/catalog/categories', '/v3/catalog/categories?limit=250'],
      [trees, '/catalog/trees/categories', '/v3/catalog/trees/categories?limit=250'],
      [trees, '/catalog/trees', '/v3/catalog/trees'],
      [trees, '/catalog/trees/{tree_id}/categories', '/v3/catalog/trees/1/categories'],
      [brands, '/catalog/brands', '/v3/catalog/brands?limit=250'],
      ['channels.v3.yml', '/channels', '/v3/channels'],
      ['channels.v3.yml', '/channels/currency-assignments', '/v3/channels/currency-assignments'],
      ['channels.v3.yml', '/channels/{channel_id}/currency-assignments', '/v3/channels/1/currency-assignments'],
      ['channels.v3.yml', '/channels/{channel_id}/site', '/v3/channels/1/site'],
      ['channels.v3.yml', '/channels/{channel_id}/listings', '/v3/channels/9/listings'],
      ['sites.v3.yml', '/sites', '/v3/sites'],
      ['sites.v3.yml', '/sites/{site_id}/routes', '/v3/sites/1000/routes'],
      ['currencies.v2.yml', '/currencies', '/v2/currencies'],
      ['customers.v2.yml', '/customer_groups', '/v2/customer_groups'],
      ['price_lists.v3.yml', '/pricelists', '/v3/pricelists'],
      [
        'price_lists.v3.yml',
        '/pricelists/{price_list_id}/records',
        '/v3/pricelists/1/records?include=sku,bulk_pricing_tiers',
      ],
      ['price_lists.v3.yml', '/pricelists/{price_list_id}/records', '/v3/pricelists/1/records?after=Y3Vyc29yOi0x'],
      ['price_lists.v3.yml', '/pricelists/assignments', '/v3/pricelists/assignments'],
      ['customers.v3.yml', '/customers/settings', '/v3/customers/settings'],
      ['customers.v3.yml', '/customers/settings/channels/{channel_id}', '/v3/customers/settings/channels/9'],
      ['store_information.v2.yml', '/store', '/v2/store'],
      ['store_information.v2.yml', '/time', '/v2/time'],
    ])('%s: %s as requested by %s', async (name, path, url) => {
      for (const simulator of [generated, sample]) {
        const { status, body } = await ask(simulator, url);
        expect(status).toBe(200);
        expect(documentOf(name).errors({ path, method: 'get', status: 200 }, body)).toEqual([]);
      }
    });

    test('one product, its variants and its images', async () => {
      for (const simulator of [generated, sample]) {
        const { body } = await ask(simulator, '/v3/catalog/products?limit=20');
        for (const id of listAt(body, 'data').map((product) => at(product, 'id'))) {
          const product = await ask(simulator, `/v3/catalog/products/${String(id)}?include=${ALL_INCLUDES}`);
          expect(
            documentOf(catalog).errors(
              { path: '/catalog/products/{product_id}', method: 'get', status: 200 },
              product.body,
            ),
          ).toEqual([]);
          const owned = await ask(simulator, `/v3/catalog/products/${String(id)}/variants`);
          expect(
            documentOf(variants).errors(
              { path: '/catalog/products/{product_id}/variants', method: 'get', status: 200 },
              owned.body,
            ),
          ).toEqual([]);
          const images = await ask(simulator, `/v3/catalog/products/${String(id)}/images`);
          expect(
            documentOf(catalog).errors(
              { path: '/catalog/products/{product_id}/images', method: 'get', status: 200 },
              images.body,
            ),
          ).toEqual([]);
        }
      }
    });

    test('modifiers, their values, and metafields of a product', async () => {
      const modifiers = 'catalog/product-modifiers_catalog.v3.yml';
      for (const simulator of [generated, sample]) {
        const id = simulator.store.products.ids()[0] ?? 0;
        const [modifier] = simulator.store.products.get(id)?.modifiers ?? [];
        const product = `/v3/catalog/products/${id}`;
        for (const [name, path, url] of [
          [modifiers, '/catalog/products/{product_id}/modifiers', `${product}/modifiers`],
          [
            modifiers,
            '/catalog/products/{product_id}/modifiers/{modifier_id}/values',
            `${product}/modifiers/${modifier?.id ?? 0}/values`,
          ],
          [catalog, '/catalog/products/{product_id}/metafields', `${product}/metafields`],
          [catalog, '/catalog/products/metafields', '/v3/catalog/products/metafields'],
        ] as const) {
          const { body } = await ask(simulator, url);
          expect(listAt(body, 'data')).not.toEqual([]);
          expect(documentOf(name).errors({ path, method: 'get', status: 200 }, body)).toEqual([]);
        }
      }
    });

    test('prices of products and variants', async () => {
      for (const simulator of [generated, sample]) {
        const { products } = simulator.store;
        const items = products.ids().slice(0, 20);
        const variants = items.map((id) => ({ product_id: id, variant_id: products.get(id)?.variants[0]?.id }));
        const { body } = await ask(simulator, '/v3/pricing/products', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            channel_id: 9,
            currency_code: 'EUR',
            items: [...items.map((id) => ({ product_id: id })), ...variants],
          }),
        });
        expect(listAt(body, 'data')).toHaveLength(items.length * 2);
        expect(
          documentOf('pricing.sf.yml').errors({ path: '/pricing/products', method: 'post', status: 200 }, body),
        ).toEqual([]);
      }
    });

    test('a cart with its addresses, fresh addresses, and a storefront token', async () => {
      const post = async (path: string, body: unknown): Promise<unknown> =>
        (
          await ask(sample, path, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
        ).body;
      const variant = sample.store.products.get(201)?.variants[0];
      const lines = [
        { quantity: 1, product_id: 201, variant_id: variant?.id },
        { quantity: 2, product_id: 211 },
      ];
      const cart = await post('/v3/carts?include=redirect_urls', { line_items: lines });
      const id = sample.storefront.carts.get(String(Object(Object(cart).data).id)).id;
      const urls = await post(`/v3/carts/${id}/redirect_urls`, { query_params: { from: 'test' } });
      const token = await post('/v3/storefront/api-token-private', {
        channel_id: 1,
        expires_at: 1_900_000_000,
        scopes: ['Unauthenticated'],
      });
      expect(documentOf('carts.v3.yml').errors({ path: '/carts', method: 'post', status: 201 }, cart)).toEqual([]);
      expect(
        documentOf('carts.v3.yml').errors({ path: '/carts/{cartId}/redirect_urls', method: 'post', status: 201 }, urls),
      ).toEqual([]);
      expect(
        documentOf('storefront_tokens.v3.yml').errors(
          { path: '/storefront/api-token-private', method: 'post', status: 200 },
          token,
        ),
      ).toEqual([]);
    });

    test('a missing product, category, and brand', async () => {
      const product = await ask(generated, '/v3/catalog/products/5');
      expect(
        documentOf(catalog).errors(
          { path: '/catalog/products/{product_id}', method: 'get', status: 404 },
          product.body,
        ),
      ).toEqual([]);
      const category = await ask(generated, '/v3/catalog/categories/5');
      expect(
        documentOf(categories).errors(
          { path: '/catalog/categories/{category_id}', method: 'get', status: 404 },
          category.body,
        ),
      ).toEqual([]);
      const brand = await ask(generated, '/v3/catalog/brands/5');
      expect(
        documentOf(brands).errors({ path: '/catalog/brands/{brand_id}', method: 'get', status: 404 }, brand.body),
      ).toEqual([]);
    });
  },
);
