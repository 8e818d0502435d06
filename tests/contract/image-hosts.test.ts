import { afterAll, beforeAll, expect, test } from 'vitest';
import { createImageHosts } from '../../server/src/catalog/images/image-hosts';
import { createKnexStateStore } from '../../server/src/database/knex-state-store';
import { openSharedTables, type SharedTables } from '../support/databases/shared-tables';
import { databaseKinds } from '../support/databases/test-databases';
import { createQuietLogger } from '../support/quiet-logger';
import { whenAvailable } from '../support/requirements';
import { aBrand } from '../support/shops/catalog-items';

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`the hosts of images, on ${kind.name}`, (at) => {
    let own: SharedTables;
    beforeAll(async () => {
      own = await openSharedTables(await kind.create(at));
    });
    afterAll(() => own.close());

    test('are recorded again by an instance that knew them once another one has cleared the catalog', async () => {
      const hostsOver = (database: SharedTables['database']) =>
        createImageHosts({ state: createKnexStateStore(database), logger: createQuietLogger() });
      const [one, other] = [hostsOver(own.database), hostsOver(own.elsewhere)];
      const brands = [aBrand({ id: 1, imageUrl: 'https://cdn11.bigcommerce.com/s-a/1.jpg' })];
      one.note(brands);
      other.note(brands);
      await Promise.all([one.settle(), other.settle()]);
      await one.forget();
      expect(await other.read()).toEqual([]);

      // The next full run is executed by the other instance.
      other.note(brands);
      await other.settle();
      expect(await one.read()).toEqual(['https://cdn11.bigcommerce.com']);
    });
  });
}
