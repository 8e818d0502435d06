import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { permission, readProducts } from '../../server/src/permissions';
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

test('an assistant that may resync a product and not view the catalog learns how much would change, and not what', async () => {
  const { store } = connected.simulator;
  const [id = 0] = store.products.ids();
  const runner = await connectAssistant(connected.site, [permission('sync.run')]);
  const reader = await connectAssistant(connected.site, [permission('sync.run'), permission('catalog.read')]);
  try {
    store.products.update(id, { name: 'Copper kettle' });
    const { data, text } = await runner.call('commerce_resync_product', { product: id });
    expect(data).toMatchObject({
      differences: [],
      explanation: expect.stringMatching(/^[1-9]\d* fields? would change/),
    });
    expect(text).not.toContain('Copper');
    expect((await reader.call('commerce_resync_product', { product: id })).text).toContain('Copper kettle');

    const explained = async (product: number) =>
      z.object({ explanation: z.string() }).parse((await runner.call('commerce_resync_product', { product })).data)
        .explanation;
    const result = async (product: number) =>
      (await runner.call('commerce_resync_product', { product, dryRun: false })).data;
    const added = store.products.create({ name: 'Tin kettle', channels: [1], is_visible: true });
    expect(await explained(added.id)).toMatch(/would be imported/);
    expect(await result(added.id)).toMatchObject({ result: { outcome: 'created' } });
    store.products.delete(added.id);
    expect(await explained(added.id)).toMatch(/would be removed/);
    connected.simulator.faults.add({ kind: 'status', status: 500, path: '/v3/catalog/products', times: 0 });
    expect(await explained(id)).toMatch(/not known/);
    connected.simulator.faults.clear();
  } finally {
    await Promise.all([runner.close(), reader.close()]);
  }
});
