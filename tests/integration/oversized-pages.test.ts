import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { productResync } from '../../contracts/admin/catalog';
import { productList } from '../../contracts/rest/products';
import { type ConnectedSite, connectedSite, registerHooks } from '../support/sites/connected-site';
import { processedEvents } from '../support/shops/events';
import { finishedRun } from '../support/sites/runs';

// Like 64 MB for a real store: a page of ordinary products is far below it, and one of large products above.
const largestResponse = 1_000_000;
const heavy = 'x'.repeat(100_000);
const tooHeavy = 'x'.repeat(largestResponse);
const size = 60;

describe('with products so large that a response for several would be too large', () => {
  let connected: ConnectedSite;
  let products: ConnectedSite['simulator']['store']['products'];
  let ids: number[];

  beforeAll(async () => {
    connected = await connectedSite({ simulator: { products: size }, boot: { machine: { largestResponse } } });
    ({ products } = connected.simulator.store);
    ids = products.ids();
  });
  // All are small and cached, and there are no events for changes.
  beforeEach(async () => {
    const { registry } = connected.simulator.webhooks;
    for (const { id, client_id: clientId } of registry.all()) registry.delete(id, clientId);
    update(ids, { description: 'light' });
    expect((await synchronize('full')).status).toBe('succeeded');
  });
  afterAll(() => connected.stop());

  const synchronize = async (mode: 'full' | 'incremental' | 'sweep') => {
    expect((await connected.site.admin('POST', '/commerce-bridge/sync', { mode })).status).toBe(202);
    return finishedRun(connected.site);
  };
  const resync = async (id: number) =>
    productResync.parse((await connected.site.admin('POST', `/commerce-bridge/products/${id}/resync`)).body);
  const update = (some: readonly number[], changes: { description?: string; price?: number }) =>
    some.forEach((id) => products.update(id, changes));

  test('a full run imports all of them, and one that is too large by itself is a failure with its id', async () => {
    const [tooLarge = 0] = ids;
    update(ids.slice(1, 31), { description: heavy });
    update([tooLarge], { description: tooHeavy });
    const run = await synchronize('full');
    expect(run).toMatchObject({
      status: 'partial',
      total: size,
      counts: { fetched: size, updated: 30, failed: 1, removed: 0 },
    });
    expect(run.failures).toEqual([
      {
        entity: 'product',
        id: tooLarge,
        name: null,
        reason: expect.stringContaining(`more than ${largestResponse} bytes`),
      },
    ]);

    expect(await resync(tooLarge)).toEqual({ id: tooLarge, outcome: 'failed', reason: run.failures[0]?.reason });
    products.update(tooLarge, { description: heavy });
    expect(await synchronize('full')).toMatchObject({ status: 'succeeded', counts: { updated: 1 } });
  });

  test('an incremental run lists what was modified, and a sweep fetches what differs', async () => {
    update(ids.slice(0, 31), { description: heavy, price: 12 });
    expect(await synchronize('incremental')).toMatchObject({ status: 'succeeded', counts: { updated: 31 } });
    update(ids.slice(0, 31), { price: 13 });
    expect(await synchronize('sweep')).toMatchObject({ status: 'succeeded', counts: { fetched: size, updated: 31 } });
  });

  test('events import them, too', async () => {
    registerHooks(connected);
    update(ids.slice(0, 31), { description: heavy, price: 14 });
    await connected.simulator.webhooks.idle();
    const events = await processedEvents(connected.site);
    expect(new Set(events.map(({ status }) => status))).toEqual(new Set(['complete']));
    const { products: shown } = productList.parse(
      await (await connected.site.rest(`/products?per_page=100&ids=${ids.slice(0, 31).join(',')}`)).json(),
    );
    expect(new Set(shown.map(({ price }) => price))).toEqual(new Set([14]));
  });
});
