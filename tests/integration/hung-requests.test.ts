import { afterAll, beforeAll, expect, test } from 'vitest';
import { product } from '../../contracts/rest/products';
import { connectedSite, registerHooks, type ConnectedSite } from '../support/sites/connected-site';
import { eventually } from '../support/time/eventually';
import { listEvents } from '../support/shops/events';

let connected: ConnectedSite;

beforeAll(async () => {
  connected = await connectedSite({ simulator: { products: 40 } });
  registerHooks(connected);
});
afterAll(() => connected.stop());

test("a hung request does not delay another product's event", async () => {
  const { simulator, site } = connected;
  const slugs = new Map<number, string>();
  const rows: { upstream_id: unknown; slug: unknown }[] = await site.strapi.db
    .connection('commerce_bridge_products')
    .where({ publication_status: 'publish' })
    .select('upstream_id', 'slug');
  for (const { upstream_id: id, slug } of rows) slugs.set(Number(id), String(slug));
  const [hung = 0, ...others] = [...slugs.keys()];
  const descriptionOf = async (id: number) =>
    product.parse(await (await site.rest(`/products/${encodeURIComponent(slugs.get(id) ?? '')}`)).json()).description;
  const edit = (id: number) => simulator.store.products.update(id, { description: `edit of ${id}` });

  const fault = simulator.faults.add({
    kind: 'delay',
    milliseconds: 3_600_000,
    path: '/v3/catalog/products',
    times: 1,
  });
  edit(hung);
  await eventually(async () => fault.hits === 1);
  for (const id of others.slice(0, 5)) {
    edit(id);
    await eventually(async () => (await descriptionOf(id)) === `edit of ${id}`);
  }
  // Its own event is still waiting.
  expect(await descriptionOf(hung)).not.toBe(`edit of ${hung}`);
  expect((await listEvents(site, '&status=pending')).events).toMatchObject([{ entity_id: hung }]);

  simulator.faults.clear();
  await eventually(async () => (await descriptionOf(hung)) === `edit of ${hung}`);
});

test('a hung request does not delay the events that were claimed together: they are read once more', async () => {
  const { simulator, site } = connected;
  const rows: { upstream_id: unknown; slug: unknown }[] = await site.strapi.db
    .connection('commerce_bridge_products')
    .where({ publication_status: 'publish' })
    .limit(3)
    .select('upstream_id', 'slug');
  const descriptionOf = async (slug: unknown) =>
    product.parse(await (await site.rest(`/products/${encodeURIComponent(String(slug))}`)).json()).description;
  const fault = simulator.faults.add({
    kind: 'delay',
    milliseconds: 3_600_000,
    path: '/v3/catalog/products',
    times: 1,
  });
  // In one delivery window, so that the worker claims them together.
  for (const { upstream_id: id } of rows)
    simulator.store.products.update(Number(id), { description: `together ${Number(id)}` });
  for (const { upstream_id: id, slug } of rows)
    await eventually(async () => (await descriptionOf(slug)) === `together ${Number(id)}`, 30_000);
  expect(fault.hits).toBe(1);
  simulator.faults.clear();
});
