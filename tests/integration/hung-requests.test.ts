import { afterAll, beforeAll, expect, test } from 'vitest';
import { product, productList } from '../../contracts/rest/products';
import { connectedSite, registerHooks, type ConnectedSite } from '../support/sites/connected-site';
import { finishedRun } from '../support/sites/runs';
import { eventually } from '../support/time/eventually';
import { SwiftClock } from '../support/time/swift-clock';
import { listEvents } from '../support/shops/events';

// A second of the site takes four of the machine: the test measures how long the site waits, not how busy the machine
// is.
const clock = new SwiftClock(1 / 4);
const longest = 2000;

let connected: ConnectedSite;
let slugs: Map<number, string>;

beforeAll(async () => {
  connected = await connectedSite({
    simulator: { products: 40, clock: clock.simulated },
    boot: { machine: { clock } },
  });
  registerHooks(connected);
  const rows: { upstream_id: unknown; slug: unknown }[] = await connected.site.strapi.db
    .connection('commerce_bridge_products')
    .where({ publication_status: 'publish' })
    .limit(4)
    .select('upstream_id', 'slug');
  slugs = new Map(rows.map((row) => [Number(row.upstream_id), String(row.slug)]));
});
afterAll(() => connected.stop());

async function isPublic(id: number, description: string): Promise<boolean> {
  const response = await connected.site.rest(`/products/${encodeURIComponent(slugs.get(id) ?? '')}`);
  return product.parse(await response.json()).description === description;
}

/** @returns the number of milliseconds, on the site's clock, until the edits are public */
async function publish(...ids: readonly number[]): Promise<number> {
  const from = clock.monotonic();
  const text = `edited at ${from}`;
  for (const id of ids) connected.simulator.store.products.update(id, { description: text });
  for (const id of ids) await eventually(() => isPublic(id, text));
  return clock.monotonic() - from;
}

const letHang = (times: number, { skip = 0 } = {}) =>
  connected.simulator.faults.add({ kind: 'delay', milliseconds: 3_600_000, path: '/v3/catalog/products', times, skip });

const pending = async () => (await listEvents(connected.site, '&status=pending')).events;

test("while a request hangs, other products' events are public within two seconds", async () => {
  const [hung = 0, ...others] = slugs.keys();
  // Two requests, since the site resends the first one once.
  const fault = letHang(2);
  connected.simulator.store.products.update(hung, { description: 'hung' });
  await eventually(async () => fault.hits === 2);
  const times: number[] = [];
  for (const id of others) times.push(await publish(id));
  expect(times.filter((time) => time > longest)).toEqual([]);
  // The event of the product itself is still waiting.
  expect(await isPublic(hung, 'hung')).toBe(false);
  expect(await pending()).toMatchObject([{ entity_id: hung }]);

  connected.simulator.faults.clear();
  await eventually(() => isPublic(hung, 'hung'));
});

test.each([1, 4])('%i events whose request hangs are public within two seconds, since it is resent', async (count) => {
  const fault = letHang(1);
  expect(await publish(...[...slugs.keys()].slice(0, count))).toBeLessThan(longest);
  expect(fault.hits).toBe(1);
  connected.simulator.faults.clear();
});

test('an event whose requests hang is public although a later sweep saw the change, if the run ended before it fetched it', async () => {
  const { store } = connected.simulator;
  const id = store.products.ids().find((id) => {
    const fields = store.products.get(id)?.fields;
    return !slugs.has(id) && fields?.inventory_tracking === 'product' && fields.inventory_level > 0;
  });
  const stock = async () => {
    const { products } = productList.parse(await (await connected.site.rest(`/products?ids=${id}`)).json());
    return products.map(({ in_stock: inStock }) => inStock);
  };
  expect(await stock()).toEqual([true]);
  const ofEvent = letHang(2);
  // Unlike an edit, this leaves the modification date, so that only comparing finds it.
  store.products.restock(id ?? 0, 0);
  await eventually(async () => ofEvent.hits === 2);

  // A run reads what was modified, lists all products, and then fetches what differs.
  const ofRun = letHang(1, { skip: 2 });
  await connected.site.admin('POST', '/commerce-bridge/sync', { mode: 'sweep' });
  await eventually(async () => ofRun.hits === 1);
  await connected.site.admin('POST', '/commerce-bridge/sync/cancel');
  expect((await finishedRun(connected.site)).status).toBe('cancelled');
  expect(await stock()).toEqual([true]);

  connected.simulator.faults.clear();
  await eventually(async () => (await pending()).length === 0);
  expect(await stock()).toEqual([false]);
});
