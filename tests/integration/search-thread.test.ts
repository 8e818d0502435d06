import { afterAll, beforeAll, expect, test } from 'vitest';
import { productList } from '../../contracts/rest/products';
import { plansOf } from '../support/databases/statement-plans';
import { compiledProgram } from '../support/sites/compiled-programs';
import { connectedSite, type ConnectedSite } from '../support/sites/connected-site';
import { eventually } from '../support/time/eventually';

let connected: ConnectedSite;
beforeAll(async () => {
  const file = await compiledProgram('server/src/catalog/search/search-thread-entry.ts');
  connected = await connectedSite({
    simulator: { products: 30 },
    boot: {
      writeAhead: true,
      machine: { searchThread: () => ({ file }) },
      environment: { COMMERCE_BRIDGE_CACHE_MEGABYTES: '0' },
    },
  });
});
afterAll(() => connected.stop());

test('a site on SQLite searches in a thread, and its own connections are asked for nothing but the page', async () => {
  const { site } = connected;
  const all = productList.parse(await (await site.rest('/products')).json());
  const title = all.products[0]?.name ?? '';
  const search = async () => {
    const response = await site.rest(`/products?search=${encodeURIComponent(title)}`);
    expect(productList.parse(await response.json()).products.map(({ name }) => name)).toContain(title);
  };
  // The thread starts with the first search, which does not wait for it.
  await eventually(async () => {
    const plans = await plansOf(site.strapi.db.connection, /search_index|search_text/, search);
    return plans.length === 0;
  });
});
