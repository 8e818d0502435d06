import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Assistant, connectAssistant } from '../support/sites/assistant';
import { connectedSite, type ConnectedSite } from '../support/sites/connected-site';

let connected: ConnectedSite;
let assistant: Assistant;
let id: number;

beforeAll(async () => {
  connected = await connectedSite({ simulator: { products: 12 }, boot: { server: { mcp: { enabled: true } } } });
  id = connected.simulator.store.products.ids()[0] ?? 0;
  assistant = await connectAssistant(connected.site, ['plugin::commerce-bridge.catalog.read']);
  const markets = [{ key: 'dollars', name: 'Dollars', channelId: 1, currency: 'USD', locale: 'en' }];
  await connected.site.admin('PUT', '/commerce-bridge/settings', { markets });
  await connected.site.admin('POST', `/commerce-bridge/products/${id}/resync`);
});
afterAll(async () => {
  await assistant.close();
  await connected.stop();
});

test('an assistant learns what a product costs in a further market, in the store', async () => {
  const { data } = await assistant.call('commerce_explain_product', { product: id, market: 'dollars' });
  const store = { kind: 'sold', offer: { calculatedPrice: expect.any(Number) } };
  expect(data).toMatchObject({ market: { key: 'dollars', currency: 'USD', store } });
});

test('an assistant that names another market learns which there are', async () => {
  expect(await assistant.call('commerce_explain_product', { product: id, market: 'euros' })).toMatchObject({
    isError: true,
    text: 'The site has no market euros other than the default one. It has: dollars.',
  });
});
