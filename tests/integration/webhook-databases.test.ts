import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { productList } from '../../contracts/rest/products';
import { connectedSite, registerHooks, type ConnectedSite } from '../support/sites/connected-site';
import { eventually } from '../support/time/eventually';
import { listEvents, processedEvents } from '../support/shops/events';
import { whenAvailable } from '../support/requirements';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`events on ${kind.name}`, (at) => {
    let database: TestDatabase;
    let connected: ConnectedSite;

    beforeAll(async () => {
      database = await kind.create(at);
      connected = await connectedSite({
        // A site on a busy machine takes longer than upstream waits, which then pauses all deliveries (upstream 4.5).
        simulator: { products: 120, acknowledgementMilliseconds: 120_000 },
        boot: database.connection ? { database: database.connection } : {},
      });
      registerHooks(connected);
    });
    beforeEach(() => connected.simulator.webhooks.disturb({ duplicate: 0.3, reorder: 5 }));
    afterAll(async () => {
      await connected.stop();
      await database.drop();
    });

    const descriptions = async () => {
      const response = await connected.site.rest('/products?per_page=100');
      return new Map(productList.parse(await response.json()).products.map(({ id, description }) => [id, description]));
    };

    test('in a burst are applied up to the last edit, with nothing left over', async () => {
      const { simulator, site } = connected;
      const ids = [...(await descriptions()).keys()];
      for (let edit = 0; edit < 300; edit += 1)
        simulator.store.products.update(ids[edit % ids.length] ?? 0, { description: `edit ${edit}` });
      await simulator.webhooks.idle();
      await processedEvents(site);

      const shown = await descriptions();
      const last = new Map(Array.from({ length: 300 }, (_, edit) => [ids[edit % ids.length] ?? 0, `edit ${edit}`]));
      expect([...last].filter(([id, text]) => shown.get(id) !== text)).toEqual([]);
      for (const status of ['failed', 'dropped']) expect((await listEvents(site, `&status=${status}`)).total).toBe(0);
    });

    test('apply a deletion, a new category, and a renamed one', async () => {
      const { simulator, site } = connected;
      const [gone = 0, moved = 0] = [...(await descriptions()).keys()];
      simulator.store.products.delete(gone);
      const category = simulator.store.categories.create({ name: 'Fresh', is_visible: true });
      simulator.store.products.move(moved, [category.id]);
      simulator.store.categories.rename(category.id, 'Fresher');
      await simulator.webhooks.idle();
      await processedEvents(site);

      expect((await descriptions()).has(gone)).toBe(false);
      await eventually(async () => {
        const response = await site.rest(`/products?ids=${moved}`);
        return productList.parse(await response.json()).products[0]?.categories.length === 1;
      });
    });
  });
}
