import type { Knex } from 'knex';
import { milliseconds } from '../lib/durations';
import type { EventAdmin, EventBacklog, EventListRequest, EventStatus, RetryFilter } from './event-queue';
import type { Database } from '../database/database';
import type { DatabaseClock } from '../database/database-clock';
import { toNumber } from '../database/database';
import { completion, entityKeyOf, eventRecordOf, eventRowOf } from './knex-event-rows';
import { tables } from '../database/tables';
import { transact } from '../database/transact';

// Short transactions, so that the receiver and the worker can run in between.
const retriesPerTransaction = 500;
// These are retried automatically, and do not concern the catalog.
const ofMarkets = { entity: 'market' };

/** Events in the site's database, as administrators and the health check use them. */
export function createKnexEventAdmin({
  database,
  clock,
}: {
  database: Database;
  clock: DatabaseClock;
}): EventAdmin & EventBacklog {
  const selected = ({ status, entityId, productIds }: Pick<EventListRequest, 'status' | 'entityId' | 'productIds'>) => {
    const query = database(tables.events).where({
      ...(status !== null && { status }),
      ...(entityId !== null && { entity_id: entityId }),
    });
    return productIds === null
      ? query
      : query.whereIn('entity', ['product', 'market_product']).whereIn('entity_id', [...productIds]);
  };

  const retryable = ({ status, entityId }: RetryFilter) =>
    database(tables.events)
      .whereIn('status', status === null ? ['failed', 'dropped'] : [status])
      .where({ claim_id: null, ...(entityId !== null && { entity_id: entityId }) })
      .whereNot(ofMarkets);

  async function find(id: string) {
    const row: unknown = await database(tables.events).where({ id }).first();
    return row === undefined ? null : eventRecordOf(eventRowOf(row));
  }

  /** A complete event keeps its `finished_at`: applying it again does not make the catalog outdated. */
  async function makeDue(events: () => Knex.QueryBuilder): Promise<number> {
    const due = { status: 'pending', claims: 0, due_at: clock.now() };
    const others = await events().whereNot({ status: 'dropped' }).update(due);
    return (
      others +
      (await events()
        .where({ status: 'dropped' })
        .update({ ...due, finished_at: null }))
    );
  }

  return {
    async list({ page, perPage, ...filter }) {
      const rows = await selected(filter)
        .orderBy('id', 'desc')
        .limit(perPage)
        .offset((page - 1) * perPage);
      const [counted] = await selected(filter).count({ count: '*' });
      return { events: rows.map((row) => eventRecordOf(eventRowOf(row))), total: toNumber(counted?.count) };
    },

    async counts() {
      const rows = await database(tables.events).groupBy('status').select('status', database.raw('count(*) as count'));
      const counts: Record<EventStatus, number> = { pending: 0, failed: 0, complete: 0, dropped: 0 };
      return { ...counts, ...Object.fromEntries(rows.map((row) => [String(row.status), toNumber(row.count)])) };
    },

    async retry(id) {
      await makeDue(() => database(tables.events).where({ id, claim_id: null }).whereNot(ofMarkets));
      return find(id);
    },

    async retryAll(filter) {
      let retried = 0;
      // By id, so that an event that fails again meanwhile is not retried twice.
      for (let last = '0'; ; ) {
        const ids = await retryable(filter)
          .where('id', '>', last)
          .orderBy('id')
          .limit(retriesPerTransaction)
          .pluck('id');
        if (ids.length === 0) return retried;
        retried += await transact(database, (transaction) =>
          makeDue(() =>
            transaction(tables.events)
              .whereIn('id', ids)
              .where({ claim_id: null })
              .whereIn('status', ['failed', 'dropped']),
          ),
        );
        last = String(ids.at(-1));
      }
    },

    async countRetryable(filter) {
      const [counted] = await retryable(filter).count({ count: '*' });
      return toNumber(counted?.count);
    },

    async settle(entity, askedAt) {
      const finishedAt = await clock.read();
      await transact(database, (transaction) =>
        transaction(tables.events)
          .where({ entity_key: entityKeyOf(entity), claim_id: null })
          .whereIn('status', ['failed', 'dropped'])
          .where('last_received_at', '<=', askedAt.getTime())
          .update(completion(finishedAt)),
      );
    },

    async discard(id) {
      return (await database(tables.events).where({ id }).delete()) > 0;
    },

    async oldestDue() {
      const now = await clock.read();
      const row = await database(tables.events).where('due_at', '<=', now.getTime()).min({ due: 'due_at' }).first();
      if (row?.due === null || row?.due === undefined) return null;
      const due = toNumber(row.due);
      return { at: new Date(due), since: milliseconds(now.getTime() - due) };
    },

    async droppedSince(moment) {
      const [row] = await database(tables.events)
        .where({ status: 'dropped' })
        .where('finished_at', '>=', moment.getTime())
        .count({ count: '*' });
      return toNumber(row?.count);
    },

    async reportedUntil(comparedAt) {
      const [open] = await database(tables.events)
        .whereNot(ofMarkets)
        .where(
          (events) =>
            void events
              .where((waiting) => void waiting.whereIn('status', ['pending', 'failed']).whereNull('finished_at'))
              .orWhere(
                (dropped) => void dropped.where({ status: 'dropped' }).where('finished_at', '>=', comparedAt.getTime()),
              ),
        )
        .min({ at: 'received_at' });
      if (open?.at !== null && open?.at !== undefined) return { moment: new Date(toNumber(open.at)), isWaiting: true };
      const [complete] = await database(tables.events)
        .where({ status: 'complete' })
        .whereNot(ofMarkets)
        .max({ at: 'last_received_at' });
      if (complete?.at === null || complete?.at === undefined) return null;
      return { moment: new Date(toNumber(complete.at)), isWaiting: false };
    },
  };
}
