import { expect, test } from 'vitest';
import { productList } from '../../contracts/rest/products';
import { eventually } from '../support/time/eventually';
import { whenAvailable } from '../support/requirements';
import { finishedRun } from '../support/sites/runs';
import { openShop } from '../support/shops/shop';
import { databaseKinds } from '../support/databases/test-databases';

const path = '/v3/catalog/products';

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`a run on ${kind.name}`, (at) => {
    test('treats a retried page as newer than what others fetched since the first attempt', async () => {
      const database = await kind.create(at);
      const shop = await openShop({
        simulator: { products: 60 },
        site: database.connection ? { database: database.connection } : {},
      });
      const { simulator, site } = shop;
      const [id = 0] = simulator.store.products.ids();
      // The first page is rejected after a while; only its second attempt returns upstream's current state.
      simulator.faults.add({ kind: 'delay', milliseconds: 600_000, path });
      simulator.faults.add({ kind: 'status', status: 500, path });
      expect((await site.admin('POST', '/commerce-bridge/sync', { mode: 'full' })).status).toBe(202);
      await eventually(
        async () => simulator.requests.all((request) => request.path.endsWith(path) && request.status === 0).length > 0,
      );

      simulator.store.products.update(id, { name: 'Older', price: 1 });
      expect((await site.admin('POST', `/commerce-bridge/products/${id}/resync`)).body).toMatchObject({
        outcome: 'created',
      });
      simulator.store.products.update(id, { name: 'Newer', price: 2 });
      simulator.faults.clear();

      expect(await finishedRun(site)).toMatchObject({ status: 'succeeded' });
      const listed = productList.parse(await shop.read(`/products?ids=${id}`)).products;
      await shop.close();
      await database.drop();
      expect(listed.map(({ name, price }) => ({ name, price }))).toEqual([{ name: 'Newer', price: 2 }]);
    });
  });
}
