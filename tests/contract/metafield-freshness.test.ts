import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { tables } from '../../server/src/database/tables';
import { seconds } from '../../server/src/lib/durations';
import { createUpstreamAccess, type UpstreamAccess } from '../../server/src/upstream/upstream-access';
import type { NewMetafield } from '../../simulator/src/markets/metafield-edits';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { openSharedTables, type SharedTables } from '../support/databases/shared-tables';
import { databaseKinds } from '../support/databases/test-databases';
import { createQuietLogger } from '../support/quiet-logger';
import { whenAvailable } from '../support/requirements';
import { type MetafieldInstance, metafieldInstance } from '../support/shops/metafield-instance';
import { HastyClock, ManualClock } from '../support/time/clocks';

const listing = '/v3/catalog/products/metafields';
const never = new AbortController().signal;

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`metafields of products, on ${kind.name}`, (at) => {
    let own: SharedTables;
    let simulator: Simulator;
    let access: UpstreamAccess;
    let clock: ManualClock;
    let site: MetafieldInstance;
    let version = 0;

    const instance = (parts: { database?: SharedTables['database']; namespaces?: string[] } = {}) =>
      metafieldInstance({
        database: own.database,
        simulator,
        access,
        clock,
        drawVersion: async () => ++version,
        ...parts,
      });

    beforeAll(async () => {
      own = await openSharedTables(await kind.create(at));
      access = createUpstreamAccess({ clock: new HastyClock(), random: () => 0, logger: createQuietLogger() });
    });
    afterAll(async () => {
      await access.close();
      await own.close();
    });
    beforeEach(async () => {
      await own.empty([tables.metafields, tables.metafieldProducts, tables.state]);
      simulator = await startSimulator({ products: 4, quota: 0 });
      clock = new ManualClock();
      site = instance();
    });
    afterEach(async () => {
      expect(simulator.defects).toEqual([]);
      await simulator.close();
    });

    const product = (place: number) => simulator.store.products.ids()[place] ?? 0;
    const metafields = () => simulator.store.markets.metafields;
    const note = (place: number, fields: Partial<NewMetafield> = {}) =>
      metafields().create({
        resource_type: 'product',
        resource_id: product(place),
        namespace: 'care',
        key: 'wash',
        value: '30°',
        ...fields,
      });
    const asked = () => simulator.requests.all(({ path }) => path.includes('metafields'));
    const pagesAsked = () => asked().filter(({ path }) => path.endsWith(listing)).length;
    const waiting = () => site.kept.waiting();

    /** Creates enough metafields for a little over two pages. */
    function fillPages(): void {
      for (let count = 1; count <= 510; count += 1)
        note(count % 4, { key: `key ${String(count).padStart(3, '0')}`, value: 'as listed' });
    }

    test('of all products are listed in one pass, and those without any have an empty list', async () => {
      note(0);
      note(0, { namespace: 'origin', key: 'country', value: 'Peru' });
      note(1, { namespace: 'unread', key: 'x' });
      site = instance({ namespaces: ['care', 'origin'] });
      expect(await site.shown(product(0))).toBeNull();
      await site.workOff();
      expect(await site.shown(product(0))).toEqual(['care/wash=30°', 'origin/country=Peru']);
      expect(await site.shown(product(1))).toEqual([]);
      expect(asked()).toHaveLength(1);
      expect(new Set(site.changed)).toEqual(new Set(simulator.store.products.ids()));
    });

    test('with a damaged row do not block a listing: those of its product are read again', async () => {
      const removed = note(0);
      note(1);
      await site.workOff();
      metafields().delete(removed.id);
      await own
        .database(tables.metafields)
        .where({ product_id: product(0) })
        .update({ content: '{"namespace":' });
      expect(await site.shown(product(0))).toBeNull();
      await site.freshness.markAll();
      await site.workOff();
      expect(await site.shown(product(0))).toEqual([]);
      expect(await site.shown(product(1))).toEqual(['care/wash=30°']);
    });

    test('that are not meant for storefronts are never stored, and vanish when they become private', async () => {
      for (const permission_set of ['app_only', 'read', 'write', 'write_and_sf_access'] as const)
        note(0, { key: permission_set, permission_set, value: `of ${permission_set}` });
      const shown = note(1);
      await site.workOff();
      expect(await site.shown(product(0))).toEqual(['care/write_and_sf_access=of write_and_sf_access']);
      const kept = await own.database(tables.metafields).select();
      expect(JSON.stringify(kept)).not.toMatch(/of (app_only|read|write)"/);

      metafields().update(shown.id, { permission_set: 'read' });
      await site.freshness.markAll();
      await site.workOff();
      expect(await site.shown(product(1))).toEqual([]);
    });

    test('that are the same are not announced again', async () => {
      note(0);
      await site.workOff();
      site.changed.length = 0;
      await site.freshness.markAll();
      await site.workOff();
      expect(site.changed).toEqual([]);
      metafields().update(metafields().of('product', product(0))[0]?.id ?? 0, { value: '40°' });
      await site.freshness.markAll();
      await site.workOff();
      expect(site.changed).toEqual([product(0)]);
    });

    test('of a product that an event was about take one request, deleted ones among them', async () => {
      const first = note(0);
      await site.workOff();
      const before = asked().length;
      metafields().delete(first.id);
      note(0, { key: 'iron' });
      await site.freshness.mark([product(0)]);
      await site.workOff();
      expect(await site.shown(product(0))).toEqual(['care/iron=30°']);
      expect(asked()).toHaveLength(before + 1);
      expect(await waiting()).toBe(0);
    });

    test('that a listing lacks are looked for in the product before they are removed', async () => {
      const [gone] = [note(0), note(1)];
      await site.workOff();
      metafields().delete(gone.id);
      await site.freshness.markAll();
      await site.workOff();
      expect(await site.shown(product(0))).toEqual([]);
      expect(await site.shown(product(1))).toEqual(['care/wash=30°']);

      // An empty listing, which is wrong.
      const body = { data: [], meta: { cursor_pagination: { count: 0, per_page: 250, links: {} } } };
      simulator.faults.add({ kind: 'status', status: 200, body, path: listing });
      await site.freshness.markAll();
      await site.workOff();
      expect(await site.shown(product(1))).toEqual(['care/wash=30°']);
    });

    test('are listed where that takes fewer requests than the products that wait', async () => {
      note(0);
      await site.workOff();
      const before = asked().length;
      const askedVersion = ++version;
      await own.database.transaction((transaction) =>
        site.kept.mark(transaction, { productIds: [0, 1, 2].map(product), askedVersion, isUrgent: false }),
      );
      await site.workOff();
      expect(
        asked()
          .slice(before)
          .map(({ path }) => path.endsWith(listing)),
      ).toEqual([true]);
      expect(await waiting()).toBe(0);
    });

    test('are listed page by page, from the page that was stored last, whichever instance continues', async () => {
      fillPages();
      await site.freshness.refreshSome(never);
      expect(pagesAsked()).toBe(1);
      const other = instance({ database: own.elsewhere });
      await other.workOff();
      expect(pagesAsked()).toBe(3);
      const shown = await Promise.all([0, 1, 2, 3].map((place) => other.shown(product(place))));
      expect(shown.flat()).toHaveLength(510);
    });

    test('that a product gets while a listing is under way are not overwritten by its pages', async () => {
      fillPages();
      await site.freshness.refreshSome(never);
      // The page was requested before the change, and arrives after it.
      const last = metafields().of('product', product(0)).at(-1);
      if (!last) throw new Error('there is none');
      const stale = await site.kept.due({ limit: 1, onlyUrgent: false });
      expect(stale).toEqual([]);
      const readVersion = ++version;
      metafields().update(last.id, { value: 'newer' });
      await site.freshness.mark([product(0)]);
      await site.freshness.refreshSome(never);
      await own.database.transaction((transaction) =>
        site.kept.writeListed(transaction, {
          shown: [{ id: last.id, productId: product(0), namespace: 'care', key: last.key, value: 'as listed' }],
          hidden: [],
          readVersion,
        }),
      );
      await site.workOff();
      expect((await site.shown(product(0)))?.at(-1)).toMatch(/=newer$/);
    });

    test('keep what was read last while the store fails, and are read when it responds again', async () => {
      note(0);
      await site.workOff();
      metafields().update(metafields().of('product', product(0))[0]?.id ?? 0, { value: '40°' });
      for (const fault of [
        { kind: 'status', status: 500, times: 0 },
        { kind: 'status', status: 200, body: {}, times: 0 },
        { kind: 'truncate', times: 0 },
        { kind: 'truncate', framing: 'broken', times: 0 },
      ] as const) {
        simulator.faults.add({ ...fault, path: '/v3/catalog/products*' });
        await site.freshness.mark([product(0)]);
        await site.freshness.markAll();
        await site.workOff();
        expect(await site.shown(product(0)), fault.kind).toEqual(['care/wash=30°']);
        expect(await site.freshness.nextDue()).toBeGreaterThan(0);
        simulator.faults.clear();
        await clock.advance(seconds(900));
      }
      simulator.faults.add({ kind: 'rate-limit', path: listing });
      await site.workOff();
      expect(await site.shown(product(0))).toEqual(['care/wash=40°']);
    });

    test('are listed from the start where the store does not know the cursor any more', async () => {
      fillPages();
      await site.freshness.refreshSome(never);
      simulator.faults.add({ kind: 'status', status: 422, body: { status: 422, title: 'cursor' }, path: listing });
      await site.freshness.refreshSome(never);
      await clock.advance(seconds(60));
      await site.workOff();
      const shown = await Promise.all([0, 1, 2, 3].map((place) => site.shown(product(place))));
      expect(shown.flat()).toHaveLength(510);
    });

    test('are not listed for ever where pages lead back to an earlier one', async () => {
      note(0);
      for (let page = 0; page < 30; page += 1) {
        const meta = { cursor_pagination: { end_cursor: ['a', 'b', 'c'][page % 3], links: { next: '?after=…' } } };
        const data = [
          { id: 900, resource_id: product(0), namespace: 'care', key: 'dry', value: '', permission_set: '' },
        ];
        simulator.faults.add({ kind: 'status', status: 200, body: { data, meta }, path: listing });
      }
      await site.workOff();
      expect(pagesAsked()).toBeLessThan(10);
      expect(await site.freshness.nextDue()).toBeGreaterThan(0);

      // With the next full run at the latest, since that requests a new listing.
      simulator.faults.clear();
      await site.freshness.markAll();
      await site.workOff();
      expect(await site.shown(product(0))).toEqual(['care/wash=30°']);
    });

    test('of a namespace that is added are listed by themselves, and of one that is taken away are gone', async () => {
      note(0);
      note(0, { namespace: 'origin', key: 'country', value: 'Peru' });
      await site.workOff();
      const both = instance({ namespaces: ['origin'] });
      await both.workOff();
      expect(await both.shown(product(0))).toEqual(['origin/country=Peru']);
      const rows = await own.database(tables.metafields).select();
      expect(rows.map(({ content }) => String(content)).join()).not.toContain('wash');
    });

    test('are forgotten by a site that reads none any more', async () => {
      note(0);
      await site.workOff();
      const none = instance({ namespaces: [] });
      await none.workOff();
      expect(none.freshness.isForgotten()).toBe(true);
      expect(await own.database(tables.metafields).select()).toEqual([]);
      expect(await site.shown(product(0))).toBeNull();
    });
  });
}
