import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dialectOf, type Transaction } from '../../server/src/database/database';
import { forgetEntities } from '../../server/src/catalog/writing/entity-memories';
import { createMachineClock } from '../../server/src/database/database-clock';
import { tables } from '../../server/src/database/tables';
import { transact } from '../../server/src/database/transact';
import { days, hours, milliseconds, minutes, seconds } from '../../server/src/lib/durations';
import { createKnexMarketChanges, type MarketChanges } from '../../server/src/markets/knex-market-changes';
import { createKnexEventAdmin } from '../../server/src/webhooks/knex-event-admin';
import { createKnexEventWork } from '../../server/src/webhooks/knex-event-work';
import {
  createKnexMarketEvents,
  type MarketDelivery,
  type MarketEvents,
} from '../../server/src/webhooks/knex-market-events';
import { lockWaits } from '../support/databases/lock-waits';
import { openSharedTables, type SharedTables } from '../support/databases/shared-tables';
import { databaseKinds } from '../support/databases/test-databases';
import { whenAvailable } from '../support/requirements';
import { ManualClock } from '../support/time/clocks';
import { eventually } from '../support/time/eventually';

const categories: MarketDelivery = {
  scope: 'store/channel/3/category/updated',
  changes: [{ kind: 'channel', channelId: 3, side: 'categories' }],
};
const list: MarketDelivery = {
  scope: 'store/priceList/updated/',
  changes: [{ kind: 'price lists', listIds: [5], areGone: false }],
};
const anyEvent = { status: null, entityId: null, productIds: null, page: 1, perPage: 20 };

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`events of further markets, on ${kind.name}`, (at) => {
    let own: SharedTables;
    let clock: ManualClock;
    let events: MarketEvents;
    let changes: MarketChanges;
    beforeAll(async () => {
      own = await openSharedTables(await kind.create(at));
    });
    afterAll(() => own.close());
    beforeEach(async () => {
      await own.empty([tables.events, tables.marketChanges]);
      clock = new ManualClock();
      events = createKnexMarketEvents({ database: own.database, databaseClock: machine() });
      changes = createKnexMarketChanges({ database: own.database, clock: machine() });
    });

    const machine = () => createMachineClock({ database: own.database, clock });
    const admin = () => createKnexEventAdmin({ database: own.database, clock: machine() });
    const work = () => createKnexEventWork({ database: own.database, clock: machine() });
    const listed = async () => (await admin().list(anyEvent)).events;
    const store = async (transaction: Transaction, deliveries: readonly MarketDelivery[]) => {
      await events.note(transaction, deliveries);
      const noted = deliveries.flatMap((delivery) =>
        delivery.changes.map((change) => ({ change, eventKey: events.keyOf(delivery) })),
      );
      await changes.add(transaction, noted);
    };
    const deliver = (...deliveries: MarketDelivery[]) =>
      transact(own.database, (transaction) => store(transaction, deliveries));
    const resolve = async (limit: number) => {
      const waiting = await changes.due(limit);
      await transact(own.database, async (transaction) => {
        await events.lock(
          transaction,
          waiting.flatMap(({ eventKey }) => eventKey ?? []),
        );
        await events.complete(transaction, await changes.remove(transaction, waiting));
      });
    };

    test('wait together while they say the same, and are complete once all that they said is followed', async () => {
      await deliver(categories, list);
      await clock.advance(seconds(1));
      await deliver(categories);
      expect(await listed()).toMatchObject([
        { scope: list.scope, entity: 'market', entityId: 5, status: 'pending', deliveries: 1 },
        { scope: categories.scope, entity: 'market', entityId: 3, status: 'pending', deliveries: 2 },
      ]);
      await resolve(2);
      expect((await listed()).map(({ status }) => status)).toEqual(['complete', 'pending']);
      await resolve(2);
      expect((await listed()).map(({ status }) => status)).toEqual(['complete', 'complete']);
      await deliver(categories);
      expect((await listed()).map(({ status }) => status)).toEqual(['pending', 'complete', 'complete']);
    });

    test('stay pending if a delivery that says the same is being stored while the first one is followed', async () => {
      await deliver(categories);
      const delivering = await own.database.transaction();
      await store(delivering, [categories]);
      const resolving = resolve(1);
      // On SQLite, it waits for the only connection.
      if (dialectOf(own.database) !== 'sqlite') await eventually(async () => (await lockWaits(own.database)) > 0);
      await delivering.commit();
      await resolving;
      expect(await listed()).toMatchObject([{ status: 'pending', deliveries: 2 }]);
      await resolve(1);
      expect(await listed()).toMatchObject([{ status: 'complete', deliveries: 2 }]);
    });

    test('say why they could not be followed, until they are', async () => {
      await deliver(list);
      await events.fail([events.keyOf(list)], 'the store returned 503');
      expect(await listed()).toMatchObject([{ status: 'failed', attempt: 1, lastError: 'the store returned 503' }]);
      await resolve(1);
      expect(await listed()).toMatchObject([{ status: 'complete', lastError: null }]);
    });

    test('are claimed by no worker, not even when an administrator retries everything', async () => {
      await deliver(list);
      await events.fail([events.keyOf(list)], 'the store returned 503');
      const [event] = await listed();
      const any = { status: null, entityId: null };
      expect([await admin().countRetryable(any), await admin().retryAll(any)]).toEqual([0, 0]);
      expect((await admin().retry(event?.id ?? ''))?.status).toBe('failed');
      await clock.advance(hours(1));
      const claim = { claimId: 'a', leaseFor: minutes(1), batchSize: () => 10, untriedFirst: false };
      expect((await work().claim(claim)).events).toEqual([]);
      expect([await work().nextDue(), await admin().oldestDue()]).toEqual([null, null]);
    });

    test('say nothing of how far the catalog is', async () => {
      await deliver(list);
      expect(await admin().reportedUntil(new Date(0))).toBeNull();
      await resolve(1);
      expect(await admin().reportedUntil(new Date(0))).toBeNull();
    });

    test('that wait are forgotten with what they reported, when the site gets another store', async () => {
      await deliver(list, categories);
      await resolve(1);
      await events.fail([events.keyOf(categories)], 'the store returned 401');
      await transact(own.database, forgetEntities);
      expect(await listed()).toMatchObject([{ scope: list.scope, status: 'complete' }]);
      expect(await changes.due(10)).toEqual([]);
    });

    test('are deleted with the others, also those that waited for markets that are no longer there', async () => {
      await deliver(list, categories);
      await resolve(1);
      await clock.advance(days(8));
      await deliver({ ...list, scope: 'store/priceList/activated/' });
      await work().prune({ finishedFor: milliseconds(days(7)), limit: 10 });
      expect((await listed()).map(({ scope }) => scope)).toEqual(['store/priceList/activated/']);
    });
  });
}
