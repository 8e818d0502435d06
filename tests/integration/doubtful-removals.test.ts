import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { overview } from '../../contracts/admin/overview';
import { collectionList } from '../../contracts/rest/collections';
import { productList } from '../../contracts/rest/products';
import type { Removals } from '../../server/src/catalog/removal';
import { containerOf } from '../../server/src/container';
import { milliseconds } from '../../server/src/lib/durations';
import { connectedSite, registerHooks, type ConnectedSite } from '../support/sites/connected-site';
import { catalogWriter } from '../support/shops/catalog-items';
import { eventually } from '../support/time/eventually';
import { listEvents } from '../support/shops/events';
import { finishedRun } from '../support/sites/runs';

const pagination = (total: number) => ({
  pagination: { total, count: total, per_page: 50, current_page: 1, total_pages: Math.min(total, 1), links: {} },
});
const nothing = { data: [], meta: pagination(0) };

const total = async ({ site }: ConnectedSite) =>
  productList.parse(await (await site.rest('/products?per_page=1')).json()).total;
const held = async ({ site }: ConnectedSite) =>
  overview.parse((await site.admin('GET', '/commerce-bridge/overview')).body).removalHeld;
const unfinished = async ({ site }: ConnectedSite) =>
  (await listEvents(site, '&status=pending')).total + (await listEvents(site, '&status=failed')).total;

describe('an empty upstream response', () => {
  let connected: ConnectedSite;
  beforeAll(async () => {
    connected = await connectedSite({
      simulator: { products: 30 },
      boot: { environment: { COMMERCE_BRIDGE_WEBHOOK_RETRY_DELAYS: '1,1' } },
    });
    registerHooks(connected);
  });
  afterEach(() => connected.simulator.faults.clear());
  afterAll(() => connected.stop());

  test('removes none of the edited products, even if they are the whole catalog and it comes repeatedly', async () => {
    const { simulator } = connected;
    const before = await total(connected);
    simulator.faults.add({ kind: 'status', status: 200, body: nothing, path: '/v3/catalog/products', times: 10_000 });
    for (const id of simulator.store.products.ids()) simulator.store.products.update(id, { description: 'edited' });
    await simulator.webhooks.idle();
    await eventually(async () => (await listEvents(connected.site)).total > 0 && (await unfinished(connected)) === 0);

    expect(await total(connected)).toBe(before);
    expect(await held(connected)).toEqual([]);
    expect((await listEvents(connected.site, '&status=complete')).total).toBe(0);
  });

  test('removes no held category when an administrator approves the removal while the channel has no category tree', async () => {
    const { site, simulator } = connected;
    const { removals } = containerOf(site.strapi);
    const collections = async () =>
      collectionList.parse(await (await site.rest('/collections')).json()).collections.map(({ id }) => id);
    const ids = await collections();
    await removals.noteAbsent({ entity: 'category', ids, confirmableAfter: milliseconds(0) });
    await removals.hold({ entity: 'category', ids, origin: { kind: 'event' } });
    simulator.faults.add({
      kind: 'status',
      status: 200,
      body: { data: [], meta: {} },
      path: '/v3/catalog/trees',
      times: 1,
    });

    expect((await site.admin('POST', '/commerce-bridge/removals/allow')).status).not.toBe(200);
    expect(await collections()).toEqual(ids);
    expect((await site.admin('POST', '/commerce-bridge/removals/allow')).body).toEqual({
      removed: 0,
      shownAgain: ids.length,
    });
  });

  test('no longer counts once the store has returned the product, even in an unusable form', async () => {
    const { site, simulator } = connected;
    const { removals } = containerOf(site.strapi);
    const [id = 0] = simulator.store.products.ids();
    await removals.noteAbsent({ entity: 'product', ids: [id], confirmableAfter: milliseconds(0) });
    simulator.faults.add({
      kind: 'status',
      status: 200,
      body: { data: [{ id }], meta: pagination(1) },
      path: '/v3/catalog/products',
      times: 1,
    });

    expect((await site.admin('POST', `/commerce-bridge/products/${id}/resync`)).body).toMatchObject({
      outcome: 'failed',
    });
    expect([...(await removals.confirmable({ entity: 'product', ids: [id] }))]).toEqual([]);
  });

  /** Requests a product that upstream does not show; the result settles it. */
  async function missing(id: number, confirmable?: Awaited<ReturnType<Removals['confirmable']>>) {
    const { strapi } = connected.site;
    const { removals } = containerOf(strapi);
    const { store, readVersions } = catalogWriter(strapi);
    const product = { entity: 'product', ids: [id] } as const;
    const asked = {
      ...product,
      confirmable: confirmable ?? (await removals.confirmable(product)),
      readVersion: await readVersions.draw(),
      origin: { kind: 'event' },
      excess: 'hold',
    } as const;
    return () => store.transaction((transaction) => removals.settle(transaction, store, asked));
  }
  const unconfirmed = (id: number) => ({ removed: [], unconfirmed: [id], held: [] });

  /** A product that was missing from one response some time ago, and its earlier absence. */
  async function missedOnce(place: number) {
    const { removals } = containerOf(connected.site.strapi);
    const id = connected.simulator.store.products.ids()[place] ?? 0;
    await removals.noteAbsent({ entity: 'product', ids: [id], confirmableAfter: milliseconds(0) });
    const confirmable = await removals.confirmable({ entity: 'product', ids: [id] });
    expect([...confirmable]).toHaveLength(1);
    return { id, confirmable };
  }
  const resync = async (id: number) =>
    expect((await connected.site.admin('POST', `/commerce-bridge/products/${id}/resync`)).body).toMatchObject({
      outcome: expect.stringMatching(/^(updated|unchanged)$/),
    });

  test('no longer counts once the product was seen: two that were requested at the same moment do not remove it', async () => {
    const { id } = await missedOnce(1);
    await resync(id);
    const settlements = [await missing(id), await missing(id)];
    for (const settle of settlements.reverse()) expect(await settle()).toEqual(unconfirmed(id));
  });

  for (const [place, order] of [
    [2, 'before'],
    [3, 'after'],
  ] as const)
    test(`does not count for a request that waited for its turn since then, sent right ${order} another one`, async () => {
      const { id, confirmable } = await missedOnce(place);
      await resync(id);
      const [first, second] =
        order === 'before'
          ? [await missing(id, confirmable), await missing(id)]
          : [await missing(id), await missing(id, confirmable)].reverse();
      expect(await second?.()).toEqual(unconfirmed(id));
      expect(await first?.()).toEqual(unconfirmed(id));
    });
});

test('an empty response removes none of many held products that are the newest of the catalog', async () => {
  const connected = await connectedSite({ simulator: { products: 160 } });
  onTestFinished(() => connected.stop());
  const { site, simulator } = connected;
  const { removals } = containerOf(site.strapi);
  const ids = simulator.store.products.ids().slice(-120);
  await removals.noteAbsent({ entity: 'product', ids, confirmableAfter: milliseconds(0) });
  await removals.hold({ entity: 'product', ids, origin: { kind: 'event' } });
  simulator.faults.add({ kind: 'status', status: 200, body: nothing, path: '/v3/catalog/products', times: 0 });
  const before = await total(connected);

  expect((await site.admin('POST', '/commerce-bridge/removals/allow')).status).not.toBe(200);
  expect(await total(connected)).toBe(before);
});

describe('the last products of a small store', () => {
  let connected: ConnectedSite;
  beforeAll(async () => {
    connected = await connectedSite({
      simulator: { products: 3 },
      boot: { environment: { COMMERCE_BRIDGE_WEBHOOK_RETRY_DELAYS: '1,1,1' } },
    });
    registerHooks(connected);
  });
  // The store has three products, which are cached.
  beforeEach(async () => {
    const { site, simulator } = connected;
    const { products } = simulator.store;
    simulator.webhooks.pause();
    for (const id of products.ids()) products.delete(id);
    for (const name of ['One', 'Two', 'Three']) products.create({ name, channels: [1], is_visible: true });
    await site.admin('POST', '/commerce-bridge/sync', { mode: 'full', allowMassRemoval: true });
    expect((await finishedRun(site)).status).toBe('succeeded');
    simulator.webhooks.resume();
    await simulator.webhooks.idle();
    await eventually(async () => (await unfinished(connected)) === 0);
    expect(await total(connected)).toBe(3);
  });
  afterAll(() => connected.stop());

  test('are removed by their events', async () => {
    const { simulator } = connected;
    for (const id of simulator.store.products.ids()) simulator.store.products.delete(id);
    await simulator.webhooks.idle();
    await eventually(async () => (await listEvents(connected.site)).total > 0 && (await unfinished(connected)) === 0);
    expect(await total(connected)).toBe(0);
    expect((await listEvents(connected.site, '&status=dropped')).total).toBe(0);
  });

  test('are removed without events only by a run that is allowed to', async () => {
    const { site, simulator } = connected;
    simulator.webhooks.pause();
    for (const each of simulator.store.products.ids()) simulator.store.products.delete(each);
    await site.admin('POST', '/commerce-bridge/sync', { mode: 'full', allowMassRemoval: true });
    await finishedRun(site);
    const { id } = simulator.store.products.create({ name: 'The last one', channels: [1], is_visible: true });
    await site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
    await finishedRun(site);
    expect(await total(connected)).toBe(1);

    simulator.store.products.delete(id);
    await site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
    expect(await finishedRun(site)).toMatchObject({ status: 'failed' });
    expect(await total(connected)).toBe(1);
    await site.admin('POST', '/commerce-bridge/sync', { mode: 'full', allowMassRemoval: true });
    expect(await finishedRun(site)).toMatchObject({ status: 'succeeded' });
    expect(await total(connected)).toBe(0);
  });
});
