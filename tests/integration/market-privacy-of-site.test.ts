import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openPrivateShop, type PrivateShop } from '../support/market-responses/private-shop';
import { grantToPublic } from '../support/sites/article-site';
import { connectAssistant } from '../support/sites/assistant';

/*
 * Ways other than the plugin's REST API by which prices of a customer group could leak; for that one, see
 * `market-privacy.test.ts`.
 */

let shop: PrivateShop;
let id: number;

const ours = (name: string) => `plugin::commerce-bridge.${name}`;
const created = z.object({ data: z.object({ accessKey: z.string() }) });

beforeAll(async () => {
  shop = await openPrivateShop({ server: { mcp: { enabled: true } } });
  [id = 0] = shop.simulator.store.products.ids();
  await shop.passMarkets('wholesale');
  await shop.reprice();
});
afterAll(() => shop.close());

/** The complete response of an address, which must be a 200. */
async function textOf(path: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(`${shop.site.url}${path}`, init);
  const body = await response.text();
  expect([path, response.status], body).toEqual([path, 200]);
  return JSON.stringify([...response.headers]) + body;
}

const permitted = (actions: readonly string[]) =>
  actions.map((action) => ({ action, subject: null, properties: {}, conditions: [] }));

test('Strapi’s own REST and GraphQL APIs do not have it, no matter what they are asked to add', async () => {
  for (const type of ['product', 'category', 'brand'])
    for (const action of ['find', 'findOne']) await grantToPublic(shop.site, ours(`${type}.${action}`));
  const queries = [
    '/api/pages?populate=*',
    '/api/pages?populate=*&market=wholesale',
    '/api/pages?fields[0]=chosen&filters[chosen][$gt]=0&sort=chosen',
    '/api/pages?commerceProducts=list&populate=*',
  ];
  for (const path of queries) expect([path, shop.hasSecret(await textOf(path))]).toEqual([path, false]);

  const query =
    '{ pages { documentId chosen { id price sale_price } } commerceProducts { products { price sale_price } } }';
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query }) };
  const text = await textOf('/graphql', init);
  expect(text).toContain('"price":');
  expect(shop.hasSecret(text)).toBe(false);
});

test('an assistant that may only pick products sees none of them; one that may see the catalog does', async () => {
  const picker = await connectAssistant(shop.site, [`plugin::content-manager.explorer.read ${ours('product')}`]);
  for (const name of await picker.tools()) {
    const asked = name === 'commerce_search_products' ? { search: '', pageSize: 2 } : {};
    const { data, text } = await picker.call(name, asked);
    if (name === 'commerce_search_products') expect(data).toMatchObject({ products: [{}, {}] });
    expect([name, shop.hasSecret(JSON.stringify(data) + text)]).toEqual([name, false]);
  }
  expect(await picker.tools()).not.toContain('commerce_explain_product');
  await picker.close();

  const reader = await connectAssistant(shop.site, [ours('catalog.read')]);
  const { data } = await reader.call('commerce_explain_product', { product: id, market: 'wholesale' });
  expect(shop.hasSecret(JSON.stringify(data))).toBe(true);
  await reader.close();
});

test('metrics count the market’s reads, and say none of its prices', async () => {
  const wholesale = { headers: { authorization: `Bearer ${await shop.token('full-access')}` } };
  expect(shop.hasSecret(await textOf('/api/commerce-bridge/v1/products?market=wholesale', wholesale))).toBe(true);
  const token = { name: 'scraper', description: '', lifespan: null };
  const adminPermissions = permitted([ours('metrics.read')]);
  const { body } = await shop.site.admin('POST', '/admin/admin-tokens', { ...token, adminPermissions });
  const { accessKey } = created.parse(body).data;
  const text = await textOf('/commerce-bridge/metrics', { headers: { authorization: `Bearer ${accessKey}` } });
  expect(text).toContain('commerce_bridge_');
  expect(shop.hasSecret(text)).toBe(false);
});

test('settings, health, and setup, for administrators who may not see the catalog, do not have it', async () => {
  const token = { name: 'settings', description: '', lifespan: null };
  const adminPermissions = permitted(['settings.read', 'health.manage', 'events.manage'].map(ours));
  const { body } = await shop.site.admin('POST', '/admin/admin-tokens', { ...token, adminPermissions });
  const headers = { authorization: `Bearer ${created.parse(body).data.accessKey}` };
  for (const path of ['settings', 'setup', 'usage', 'health', 'diagnostics', 'markets', 'events', 'purging', 'notice'])
    expect([path, shop.hasSecret(await textOf(`/commerce-bridge/${path}`, { headers }))]).toEqual([path, false]);
  const preview = await fetch(`${shop.site.url}/commerce-bridge/markets/preview/${id}`, { headers });
  expect(preview.status).toBe(403);
  const compared = await fetch(`${shop.site.url}/commerce-bridge/products/${id}/markets/wholesale`, { headers });
  expect(compared.status).toBe(403);
});
