import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Shop, startShop } from '../../../demo/shop-server';
import { json, type ScriptedServer, startScriptedServer } from '../../support/http/scripted-server';

let site: ScriptedServer;
let shop: Shop;
beforeEach(async () => {
  site = await startScriptedServer();
  shop = await startShop({ siteUrl: site.url, storeUrl: site.url });
});
afterEach(async () => {
  await shop.stop();
  await site.close();
});

test('what the store refuses is told with its reason, also when a cart is only shown', async () => {
  site.script(json({ data: null, errors: [{ message: 'This cart is locked.' }] }));

  const response = await fetch(`${shop.url}/cart`, { headers: { cookie: 'shop-cart=abc' } });

  expect(response.status).toBe(409);
  expect(await response.text()).toContain('This cart is locked.');
});
