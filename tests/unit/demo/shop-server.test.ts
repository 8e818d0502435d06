import { get } from 'node:http';
import { urlToHttpOptions } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Shop, startShop } from '../../../demo/shop-server';
import { json, type ScriptedServer, startScriptedServer } from '../../support/http/scripted-server';

let site: ScriptedServer;
let shop: Shop;
beforeEach(async () => {
  site = await startScriptedServer();
  shop = await startShop({ siteUrl: site.url, storeUrl: site.url });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await shop.stop();
  await site.close();
});

/** Sends a form as a shopper who has a cart. */
const post = (path: string, fields: Record<string, string>) =>
  fetch(`${shop.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: 'shop-cart=abc' },
    body: new URLSearchParams(fields),
  });

test('what the store refuses is shown with its reason, also when a cart is only viewed', async () => {
  site.script(json({ data: null, errors: [{ message: 'This cart is locked.' }] }));

  const response = await fetch(`${shop.url}/cart`, { headers: { cookie: 'shop-cart=abc' } });

  expect(response.status).toBe(409);
  expect(await response.text()).toContain('This cart is locked.');
});

const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
const file = { method: 'POST', headers: { 'content-type': 'text/csv' }, body: 'a' };

test.each<{ what: string; path: string; init?: RequestInit; status: number }>([
  { what: 'an address that is not encoded right', path: '/products/%E0%A4%A', status: 400 },
  { what: 'an address that is too long', path: `/products/${'a'.repeat(2_000)}`, status: 414 },
  { what: 'a form of another kind', path: '/cart', init: file, status: 415 },
  { what: 'a form that is too large', path: '/cart', init: form({ a: 'a'.repeat(20_000) }), status: 413 },
])('$what is refused with a page', async ({ path, init, status }) => {
  const complaints = vi.spyOn(console, 'error');
  const response = await fetch(`${shop.url}${path}`, init);

  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(complaints).not.toHaveBeenCalled();
});

test.each(['/products/%2e%2e', '/collections/%2e', '/behind?product=..'])('%s is not here', async (path) => {
  site.script(json({ name: 'Shop', currency: null, products: [], collections: [], total: 0, pages: 0 }));

  expect(await statusOf(path)).toBe(404);
});

/** The status of a path sent unchanged: `fetch` would resolve the dots. */
const statusOf = (path: string) =>
  new Promise((resolve, reject) => {
    get({ ...urlToHttpOptions(new URL(shop.url)), path }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });

test('a cookie that no store issued is none', async () => {
  site.script(json({ data: null, errors: [{ message: 'This cart is locked.' }] }));
  const response = await fetch(`${shop.url}/cart`, {
    headers: { cookie: 'shop-cart=abc; shop-customer=%0D%E2%82%AC' },
  });

  expect(response.status).toBe(409);
  expect(site.seen[0]?.headers).not.toHaveProperty('x-bc-customer-access-token');
});

test('a product with a long name has a page', async () => {
  const slug = 'a'.repeat(250);
  site.script(json({ error: { code: 'not_found', message: 'No product' } }, { status: 404 }));

  await fetch(`${shop.url}/products/${slug}`);

  expect(site.seen.some(({ url }) => url.includes(`/products/${slug}?`))).toBe(true);
});

test('a quantity that makes no sense changes nothing in the cart', async () => {
  expect((await post('/cart/lines', { line: 'line', quantity: 'many' })).status).toBe(400);
  expect(site.seen.filter(({ url }) => url.includes('/graphql'))).toEqual([]);
});

test('a line is removed regardless of its quantity', async () => {
  site.script(json({ data: { site: { cart: null } } }));
  await post('/cart/lines', { line: 'line', quantity: '', remove: 'true' });

  expect(site.seen.some(({ url }) => url.includes('/graphql'))).toBe(true);
});
