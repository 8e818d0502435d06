import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { containerOf } from '../../server/src/container';
import type { BootedSite } from '../support/sites/boot-site';
import { type CachedSite, cachedSite } from '../support/sites/cached-site';
import { aProduct, catalogWriter } from '../support/shops/catalog-items';
import { eventually } from '../support/time/eventually';
import { finishedRun } from '../support/sites/runs';

interface EntryEvent {
  name: string;
  uid: string;
  entry: Record<string, unknown>;
}

let cached: CachedSite;
let site: BootedSite;
beforeAll(async () => {
  cached = await cachedSite();
  site = cached.site;
});
afterAll(() => cached.stop());
beforeEach(() => cached.settle());

describe('Strapi’s own entry events', () => {
  const events: EntryEvent[] = [];
  let slow: Promise<void> = Promise.resolve();
  const subscriber = async (name: string, ...given: unknown[]) => {
    const [payload] = given;
    if (!name.startsWith('entry.') || !isEntryEvent(payload)) return;
    await slow;
    events.push({ name, ...payload });
  };
  beforeAll(() => void site.strapi.eventHub.subscribe(subscriber));
  afterAll(() => site.strapi.eventHub.unsubscribe(subscriber));
  beforeEach(() => {
    events.length = 0;
    slow = Promise.resolve();
  });
  const of = (id: number) => events.filter(({ entry }) => entry['upstreamId'] === id).map(({ name }) => name);

  test('fire for what an event changed, with the record as Strapi shows it', async () => {
    const { one } = await cached.twoProducts();
    cached.simulator.store.products.update(one.id, { description: '<p>an entry</p>' });
    await eventually(async () => of(one.id).length > 0);
    const [event] = events;
    expect(event).toMatchObject({
      name: 'entry.update',
      uid: 'plugin::commerce-bridge.product',
      entry: { content: '<p>an entry</p>', slug: one.slug, categories: expect.any(Array) },
    });
    expect(Object.keys(event?.entry ?? {})).not.toContain('fingerprint');
  });

  test('report that a record was created and deleted', async () => {
    const { id } = cached.simulator.store.products.create({
      name: 'Short lived',
      price: 1,
      weight: 1,
      type: 'physical',
      is_visible: true,
    });
    await eventually(async () => of(id).includes('entry.create'));
    cached.simulator.store.products.delete(id);
    await eventually(async () => of(id).includes('entry.delete'));
  });

  test('fire for full runs only if the setting says so', async () => {
    const catalog = cached.simulator.store.products;
    const { one } = await cached.twoProducts();
    // From here on, the site only learns of changes through runs.
    const { registry } = cached.simulator.webhooks;
    const hooks = registry.all();
    for (const { id } of hooks) registry.deactivate(id);
    onTestFinished(async () => {
      for (const { id, client_id } of hooks) registry.update(id, { is_active: true }, client_id);
      await site.admin('PUT', '/commerce-bridge/settings', { entryEventsOfFullRuns: false });
    });
    const edit = async (description: string) => {
      catalog.update(one.id, { description });
      await site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
      await finishedRun(site);
    };
    await edit('<p>full and quiet</p>');
    expect((await cached.product(one.slug)).description).toBe('<p>full and quiet</p>');
    expect(of(one.id)).toEqual([]);
    await site.admin('PUT', '/commerce-bridge/settings', { entryEventsOfFullRuns: true });
    await edit('<p>full and changed</p>');
    await eventually(async () => of(one.id).length === 1);
  });

  test('wait for slow listeners outside Strapi’s memory: each record once, however often it changes in the meantime', async () => {
    let release: () => void = () => undefined;
    slow = new Promise((resolve) => {
      release = resolve;
    });
    // Writes as an event does.
    const writer = catalogWriter(site.strapi, containerOf(site.strapi).catalogChanges);
    await writer.write('product', [aProduct({ id: 9000, title: 'First' })]);
    for (let edit = 1; edit <= 20; edit += 1)
      await writer.write('product', [aProduct({ id: 9001, title: `Edit ${edit}` })]);
    expect(events).toEqual([]);
    release();
    await eventually(async () => of(9001).length > 0);
    expect([of(9000), of(9001), events.at(-1)?.entry['title']]).toEqual([
      ['entry.create'],
      ['entry.create'],
      'Edit 20',
    ]);
    await writer.remove('product', [9000, 9001]);
  });
});

function isEntryEvent(value: unknown): value is Omit<EntryEvent, 'name'> {
  return (
    typeof value === 'object' && value !== null && 'uid' in value && 'entry' in value && typeof value.entry === 'object'
  );
}
