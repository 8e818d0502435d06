import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createCatalogChanges } from '../../server/src/catalog/changes/catalog-changes';
import { createCachedShop, type StoreClaim } from '../../server/src/catalog/shop/cached-shop';
import { createStoreFacts } from '../../server/src/catalog/shop/store-facts';
import type { Database } from '../../server/src/database/database';
import { createKnexStateStore } from '../../server/src/database/knex-state-store';
import { tables } from '../../server/src/database/tables';
import { openSharedTables, type SharedTables } from '../support/databases/shared-tables';
import { databaseKinds } from '../support/databases/test-databases';
import { createMemoryLog } from '../support/instances/memory-log';
import { createQuietLogger } from '../support/quiet-logger';
import { whenAvailable } from '../support/requirements';

const facts = {
  weightUnit: 'kg',
  currency: 'EUR',
  name: 'Shop',
  defaultChannelId: 1,
  currencySymbol: null,
  currencyDecimals: null,
  currencyPlacement: null,
  locale: null,
};
const changed = { ...facts, currency: 'CHF', weightUnit: 'lbs' };
const currencies = [{ code: 'USD', symbol: '$', decimals: 2, placement: 'left' as const }];

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`facts of the store, on ${kind.name}`, (at) => {
    let own: SharedTables;
    beforeAll(async () => {
      own = await openSharedTables(await kind.create(at));
    });
    afterAll(() => own.close());
    beforeEach(() => own.empty([tables.state]));

    const instance = async (database: Database) => {
      const state = createKnexStateStore(database);
      const changes = createCatalogChanges({ database, log: createMemoryLog(), logger: createQuietLogger() });
      const shop = createCachedShop({ state, store: { count: async () => 0 }, forgetEntities: async () => undefined });
      return { storeFacts: createStoreFacts({ state, changes }), claim: await shop.claim('a-store') };
    };

    /** Claims that two transactions hold before either goes on; on SQLite, there is only one transaction at a time. */
    function meetingClaims(): (claim: StoreClaim) => Pick<StoreClaim, 'hold'> {
      let missing = kind.name === 'SQLite' ? 1 : 2;
      let meet = (): void => undefined;
      const met = new Promise<void>((resolve) => {
        meet = resolve;
      });
      return ({ hold }) => ({
        async hold(transaction) {
          await hold(transaction);
          missing -= 1;
          if (missing <= 0) meet();
          await met;
        },
      });
    }

    for (const first of ['an event', 'a pass over further markets'])
      test(`that ${first} and another instance write at the same time are all stored`, async () => {
        const [one, other] = [await instance(own.database), await instance(own.elsewhere)];
        await one.storeFacts.write({ ...facts, readVersion: 1 }, one.claim);
        const meeting = meetingClaims();
        const writes = [
          () => one.storeFacts.write({ ...changed, readVersion: 2 }, meeting(one.claim)),
          () => other.storeFacts.noteCurrencies(currencies, meeting(other.claim)),
        ];
        if (first !== 'an event') writes.reverse();
        await Promise.all(writes.map((write) => write()));
        expect(await one.storeFacts.read()).toEqual({ ...changed, currencies });
      });
  });
}
