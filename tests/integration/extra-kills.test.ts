import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { product as productSchema, type ProductView } from '../../contracts/rest/products';
import { registerAdministrator } from '../../scripts/lib/administrator';
import { containerOf } from '../../server/src/container';
import { minutes } from '../../server/src/lib/durations';
import { type Simulator, startSimulator } from '../../simulator/src/server';
import { connectionTo } from '../support/shops/shop';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import { serveInProcess } from '../support/sites/serve-in-process';
import { eventually } from '../support/time/eventually';
import { ShiftedClock } from '../support/time/shifted-clock';

const productCount = 45;

describe('what was being read of products when the process was killed', () => {
  let simulator: Simulator;
  let site: BootedSite | null;
  beforeEach(async () => {
    site = null;
    simulator = await startSimulator({ products: productCount, quota: 0 });
  });
  afterEach(async () => {
    await site?.stop();
    if (site) removeSite(site);
    await simulator.close();
  });

  /**
   * Runs a full sync in a separate process, which is killed while it waits for a response; then boots a site on its
   * data.
   * @param held the first of the requests that the store leaves without a response
   */
  async function killedAt(
    held: { path: string; skip: number },
    environment: Record<string, string>,
  ): Promise<{ before: number; resumed: BootedSite }> {
    const fault = simulator.faults.add({ kind: 'delay', milliseconds: 60_000, times: 0, ...held });
    const killed = await serveInProcess({ environment: { ...connectionTo(simulator), ...environment } });
    const administrator = await registerAdministrator(killed);
    await administrator.request('POST', '/commerce-bridge/sync', { mode: 'full' });
    await eventually(async () => fault.hits > 0);
    killed.kill();
    await killed.ended;
    simulator.faults.clear();
    const before = simulator.requests.all().length;
    // A killed process cannot release its leases: they have to expire.
    const clock = new ShiftedClock();
    clock.advance(minutes(10));
    const resumed = await bootSite({ folder: killed.folder, machine: { clock } });
    site = resumed;
    return { before, resumed };
  }

  /** The REST pages of all published products. */
  async function pages({ strapi, rest }: BootedSite): Promise<ProductView[]> {
    const found = await containerOf(strapi).catalog.products.findByIds(simulator.store.products.ids(), 'summary');
    return Promise.all(
      found.map(async ({ slug }) => {
        const response = await rest(`/products/${slug}?include=modifiers,metafields`);
        return productSchema.parse(await response.json());
      }),
    );
  }

  test('modifiers: those of the products that were not stored are read, and no others', async () => {
    const ids = simulator.store.products.ids();
    for (const id of ids) simulator.store.modifiers.create(id, { display_name: `Note ${id}`, type: 'text' });
    // The first product after the three requests that are sent together: it has so many modifiers that they take a
    // separate request.
    const after = ids[30] ?? 0;
    for (let count = 0; count < 49; count += 1)
      simulator.store.modifiers.create(after, { display_name: `More ${count}`, type: 'text' });
    const { before, resumed } = await killedAt(
      { path: `/v3/catalog/products/${after}/modifiers`, skip: 0 },
      { COMMERCE_BRIDGE_MODIFIERS_ENABLED: 'true' },
    );
    await eventually(async () => (await containerOf(resumed.strapi).keptModifiers.waiting()) === 0);
    const again = simulator.requests.all().slice(before);
    expect(again.filter(({ query }) => query.includes('include=modifiers'))).toHaveLength(2);
    const shown = await pages(resumed);
    expect(shown.length).toBeGreaterThan(30);
    expect(shown.map(({ modifiers }) => modifiers?.[0]?.name)).toEqual(shown.map(({ id }) => `Note ${id}`));
  });

  test('metafields: the listing continues with the page that was not stored', async () => {
    const ids = simulator.store.products.ids();
    const { metafields } = simulator.store.markets;
    for (let count = 0; count < 600; count += 1)
      metafields.create({
        resource_type: 'product',
        resource_id: ids[count % ids.length] ?? 0,
        namespace: 'care',
        key: `key ${count}`,
        value: String(count),
      });
    const path = '/v3/catalog/products/metafields';
    const { before, resumed } = await killedAt({ path, skip: 1 }, { COMMERCE_BRIDGE_METAFIELD_NAMESPACES: 'care' });
    const { metafieldFreshness, keptMetafields } = containerOf(resumed.strapi);
    await eventually(async () => (await metafieldFreshness.isIdle()) && (await keptMetafields.waiting()) === 0);
    const again = simulator.requests.all().slice(before);
    expect(again.filter((request) => request.path.includes('metafields'))).toHaveLength(2);
    const shown = await pages(resumed);
    expect(shown.length).toBeGreaterThan(30);
    const numbers = shown.map(({ metafields: of }) => of?.length);
    expect(numbers).toEqual(shown.map(({ id }) => metafields.of('product', id).length));
  });
});
