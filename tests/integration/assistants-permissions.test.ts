import { afterAll, beforeAll, expect, test } from 'vitest';
import { readProducts } from '../../server/src/permissions';
import { connectAssistant } from '../support/sites/assistant';
import { connectedSite, type ConnectedSite } from '../support/sites/connected-site';

let connected: ConnectedSite;

beforeAll(async () => {
  connected = await connectedSite({ simulator: { products: 2 }, boot: { server: { mcp: { enabled: true } } } });
});
afterAll(() => connected.stop());

test('an assistant that may only read its own entries cannot search products, of which it has created none', async () => {
  const reader = await connectAssistant(connected.site, [readProducts]);
  const author = await connectAssistant(connected.site, [{ ...readProducts, conditions: ['admin::is-creator'] }]);
  try {
    expect(await reader.call('commerce_search_products')).toMatchObject({ isError: false, data: { total: 2 } });
    expect(await author.call('commerce_search_products')).toEqual({
      isError: true,
      text: expect.stringContaining('condition'),
    });
  } finally {
    await Promise.all([reader.close(), author.close()]);
  }
});
