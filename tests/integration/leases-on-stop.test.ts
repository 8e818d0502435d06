import { afterEach, beforeEach, expect, test } from 'vitest';
import { tables } from '../../server/src/database/tables';
import { removeSite } from '../support/sites/boot-site';
import { connectedSite, type ConnectedSite, registerHooks } from '../support/sites/connected-site';
import { eventually } from '../support/time/eventually';
import { openAgain } from '../support/sites/open-again';
import { whenAvailable } from '../support/requirements';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`a site that stops on ${kind.name}`, (at) => {
    let database: TestDatabase;
    let connected: ConnectedSite;

    beforeEach(async () => {
      database = await kind.create(at);
      connected = await connectedSite({
        simulator: { products: 120 },
        boot: database.connection ? { database: database.connection } : {},
      });
      registerHooks(connected);
    });
    afterEach(async () => {
      await connected.simulator.close();
      await database.drop();
      removeSite(connected.site);
    });

    const held = async (knex = connected.site.strapi.db.connection): Promise<string[]> =>
      (await knex(tables.leases).where('expires_at', '>', 0).orderBy('name').pluck('name')).map(String);

    test('releases the leases of a run and of events that it works on, and their claims', async () => {
      const { site, simulator } = connected;
      simulator.faults.add({ kind: 'delay', milliseconds: 60_000, path: '/v3/catalog/products', times: 0 });
      const [product = 0] = simulator.store.products.ids();
      simulator.store.products.update(product, { description: 'edited' });
      await simulator.webhooks.idle();
      await site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
      await eventually(async () => (await held()).join() === 'event-worker,sync');

      const again = openAgain(site);
      await site.stop();

      expect(await held(again)).toEqual([]);
      expect(await again(tables.events).whereNotNull('claim_id')).toEqual([]);
      await again.destroy();
    });
  });
}
