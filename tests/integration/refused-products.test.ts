import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Run } from '../../contracts/admin/runs';
import { ManualClock } from '../../simulator/src/clock';
import { whenAvailable } from '../support/requirements';
import { openShop, type Shop } from '../support/shops/shop';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';

const size = 12;
const overlapMinutes = 10;

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`a product that the database rejects, on ${kind.name}`, (at) => {
    let shop: Shop;
    let database: TestDatabase;
    let products: Shop['simulator']['store']['products'];
    let refused: number;

    beforeAll(async () => {
      database = await kind.create(at);
      // Upstream's clock is years behind: modifications are never recent, so no window includes them.
      const simulator = { products: size, clock: new ManualClock(Date.UTC(2021, 0, 1)) };
      shop = await openShop({ simulator, site: database.connection ? { database: database.connection } : {} });
      ({ products } = shop.simulator.store);
    });
    beforeEach(async () => {
      refused = products.create({ name: 'Not refused yet', channels: [1] }).id;
      expect(await shop.synchronize()).toMatchObject({ status: 'succeeded' });
    });
    afterAll(async () => {
      await shop.close();
      await database.drop();
    });

    const raw = (statement: string) => shop.site.strapi.db.connection.raw(statement);
    const isSqlite = kind.name === 'SQLite';
    const refuse = () =>
      raw(
        isSqlite
          ? "create trigger refuse before update on commerce_bridge_products when new.title = 'Refused' begin select raise(abort, 'no such title'); end"
          : "alter table commerce_bridge_products add constraint refuse check (title <> 'Refused')",
      );
    const allow = () =>
      raw(isSqlite ? 'drop trigger refuse' : 'alter table commerce_bridge_products drop constraint refuse');
    const incremental = async () => {
      shop.simulator.requests.clear();
      return shop.synchronize({ mode: 'incremental' });
    };
    /** The start of the last run's window. */
    const window = () => {
      const [listing] = shop.simulator.requests.all(({ query }) => query.includes('date_modified'));
      return new URLSearchParams(listing?.query).get('date_modified:min');
    };
    /** Whether the last run's window starts when this one did, by the store's clock, minus the overlap. */
    const asksSince = ({ startedAt, finishedAt }: Run) => {
      const began = Date.parse(window() ?? '') + overlapMinutes * 60_000;
      // A window has whole seconds.
      return began > Date.parse(startedAt) - 1000 && began <= Date.parse(finishedAt ?? '');
    };

    test('does not hold back the window of later runs, which fetch it again until it is stored', async () => {
      await refuse();
      products.rename(refused, 'Refused');
      const first = await shop.synchronize();
      expect(first).toMatchObject({ status: 'partial', reasons: [{ code: 'items_failed' }], counts: { failed: 1 } });

      const second = await incremental();
      expect(second).toMatchObject({
        mode: 'incremental',
        status: 'partial',
        total: 1,
        counts: { fetched: 1, failed: 1 },
      });
      expect(asksSince(first)).toBe(true);

      await allow();
      const third = await incremental();
      expect(third).toMatchObject({ status: 'succeeded', total: 1, counts: { fetched: 1, updated: 1, failed: 0 } });
      expect(asksSince(second)).toBe(true);

      expect(await incremental()).toMatchObject({ status: 'succeeded', total: 0, counts: { fetched: 0 } });
    });

    test('is stored by the next run once it is valid upstream, even if its modification date has not changed', async () => {
      const price = products.get(refused)?.fields.price;
      products.update(refused, { price: 1e30 });
      expect(await shop.synchronize()).toMatchObject({ status: 'partial', counts: { failed: 1 } });
      products.update(refused, { price });
      products.rename(refused, 'Accepted');
      expect(await shop.synchronize({ mode: 'sweep', dryRun: true })).toMatchObject({
        counts: { updated: 1, failed: 0 },
      });
      expect(await incremental()).toMatchObject({ status: 'succeeded', counts: { updated: 1 } });
    });

    test('is no longer fetched once it is gone upstream, and is removed by a run that removes', async () => {
      products.update(refused, { price: 1e30 });
      expect(await shop.synchronize()).toMatchObject({ status: 'partial', counts: { failed: 1 } });
      products.delete(refused);
      expect(await incremental()).toMatchObject({ status: 'succeeded', total: 0, counts: { fetched: 0, removed: 0 } });
      expect(
        shop.simulator.requests.all(({ query }) => /id(:|%3A)in=/.test(query) && query.includes(String(refused))),
      ).toHaveLength(1);
      await incremental();
      expect(shop.simulator.requests.all(({ query }) => query.includes(String(refused)))).toEqual([]);
      expect(await shop.synchronize()).toMatchObject({ status: 'succeeded', counts: { removed: 1 } });
    });
  });
}
