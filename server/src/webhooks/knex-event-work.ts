import { milliseconds, type Milliseconds } from '../lib/durations';
import type { ClaimRequest, EventResult, EventWorkQueue, FinishRequest } from './event-queue';
import { conflictOf } from '../database/conflicts';
import type { Database, Transaction } from '../database/database';
import { toNumber } from '../database/database';
import type { DatabaseClock } from '../database/database-clock';
import { claimDue } from './knex-event-claims';
import { countDelays } from './knex-event-delays';
import { completion, unclaimed, longestError } from './knex-event-rows';
import { tables } from '../database/tables';
import { type Meters, noMeters } from '../metrics/meters';
import { textsThatFit } from '../database/text-encoding';
import { transact } from '../database/transact';

// Short transactions, so that the receiver and others can run in between.
const unparkedPerTransaction = 500;
// Rounding, and reading a clock twice, cause smaller differences.
const tolerance = milliseconds(1000);

/** Events in the site's database, as workers use them. */
export function createKnexEventWork({
  database,
  clock,
  meters = noMeters,
}: {
  database: Database;
  clock: DatabaseClock;
  meters?: Meters;
}): EventWorkQueue {
  return {
    async claim(request) {
      try {
        return await transact(database, async (transaction) =>
          claimDue(database, transaction, { ...request, now: await clock.read(transaction) }),
        );
      } catch (error) {
        // Another instance claimed one of our entities at the same moment; the rest is claimed next time.
        if (conflictOf(error) !== null) return { events: [], at: await clock.read(), isMoreDue: false };
        throw error;
      }
    },

    async renew({ claimId, leaseFor }) {
      const renewed = await transact(database, (transaction) =>
        held(transaction, { claimId, clock }).update({ due_at: clock.now(leaseFor) }),
      );
      return renewed > 0;
    },

    async finish(request) {
      const finished = await transact(database, async (transaction) =>
        finishHeld(transaction, { ...request, clock, now: await clock.read(transaction) }),
      );
      for (const delay of finished.delays) meters.observeEventDelay(delay / 1000);
      await countDelays(database, finished);
      return finished.count;
    },

    async release({ claimId }) {
      const released = { ...unclaimed, due_at: clock.now(), claims: database.raw('?? - 1', ['claims']) };
      // Also after its lease has ended, until another claim replaces this one.
      await transact(database, (transaction) =>
        transaction(tables.events).where({ claim_id: claimId }).update(released),
      );
    },

    async abandonClaims() {
      await transact(database, (transaction) =>
        transaction(tables.events)
          .whereNotNull('claim_id')
          .where('due_at', '>', clock.now())
          .update({ due_at: clock.now() }),
      );
    },

    async nextDue() {
      const row = await database(tables.events).whereNotNull('due_at').min({ due: 'due_at' }).first();
      if (row?.due === null || row?.due === undefined) return null;
      const due = toNumber(row.due);
      return { at: new Date(due), after: milliseconds(due - (await clock.read()).getTime()) };
    },

    async unpark({ leaseFor, retryDelays }) {
      const ids = await parked(database, { clock, leaseFor, retryDelays });
      if (ids.length === 0) return 0;
      const now = (await clock.read()).getTime();
      return transact(database, async (transaction) => {
        const late = () =>
          transaction(tables.events)
            .whereIn('id', ids)
            .where('due_at', '>', now + leaseFor);
        const freed = await late().whereNull('claim_id').update({ due_at: now });
        // Claimed events become due when a new lease would end; a live holder renews it.
        return freed + (await late().update({ due_at: now + leaseFor }));
      });
    },

    async prune({ finishedFor, limit }) {
      const before = (await clock.read()).getTime() - finishedFor;
      const finished = (within: Database | Transaction) =>
        within(tables.events).whereIn('status', ['complete', 'dropped']).where('finished_at', '<', before);
      const ids = await finished(database).orderBy('finished_at').limit(limit).pluck('id');
      const keys = await database(tables.eventKeys)
        .where('received_at', '<', before)
        .limit(limit)
        .pluck('delivery_key');
      // An administrator may have retried some of them since.
      if (ids.length > 0) await transact(database, (transaction) => finished(transaction).whereIn('id', ids).delete());
      if (keys.length > 0)
        await transact(database, (transaction) => transaction(tables.eventKeys).whereIn('delivery_key', keys).delete());
      await transact(database, async (transaction) => {
        await transaction(tables.eventDelays).where('hour', '<', before).delete();
        // These waited for markets that the site no longer has.
        await transaction(tables.events)
          .whereIn('status', ['pending', 'failed'])
          .where({ entity: 'market' })
          .where('last_received_at', '<', before)
          .delete();
      });
      // Many deliveries can belong to one event, so their keys are more numerous.
      return Math.max(ids.length, keys.length);
    },
  };
}

/** Events of a claim whose lease has not ended. */
function held(transaction: Transaction, { claimId, clock }: Pick<ClaimRequest, 'claimId'> & { clock: DatabaseClock }) {
  return transaction(tables.events).where({ claim_id: claimId }).where('due_at', '>', clock.now());
}

/** Events that would wait longer than a lease lasts or, after a failure, longer than the schedule allows. */
async function parked(
  database: Database,
  {
    clock,
    leaseFor,
    retryDelays,
  }: { clock: DatabaseClock; leaseFor: Milliseconds; retryDelays: readonly Milliseconds[] },
): Promise<string[]> {
  const ids: unknown[] = await database(tables.events)
    .where('due_at', '>', clock.now(milliseconds(leaseFor + tolerance)))
    .where((late) => {
      void late.where({ status: 'pending' });
      for (const [retries, delay] of retryDelays.entries()) {
        const beyond = clock.now(milliseconds(delay + tolerance));
        const isLast = retries === retryDelays.length - 1;
        void late.orWhere(
          (failed) =>
            void failed
              .where({ status: 'failed' })
              .where('claims', isLast ? '>=' : '=', retries + 1)
              .where('due_at', '>', beyond),
        );
      }
    })
    .orderBy('due_at')
    .limit(unparkedPerTransaction)
    .pluck('id');
  return ids.map(String);
}

type Finish = FinishRequest & { clock: DatabaseClock; now: Date };

async function finishHeld(
  transaction: Transaction,
  request: Finish,
): Promise<{ count: number; now: Date; delays: number[] }> {
  const { claimId, clock, now, claimedAt, results } = request;
  const rows = await held(transaction, { claimId, clock }).forUpdate().select('id', 'entity_key', 'received_at');
  const keys = new Map(rows.map((row) => [String(row.id), String(row.entity_key)]));
  const receivedAt = new Map(rows.map((row) => [String(row.id), toNumber(row.received_at)]));
  const applicable = results.filter(({ id }) => keys.has(id));

  const complete = applicable.filter(({ kind }) => kind === 'complete').map(({ id }) => id);
  if (complete.length > 0) {
    const completed = completion(now);
    await transaction(tables.events).whereIn('id', complete).update(completed);
    // Upstream was queried after these arrived, too.
    await transaction(tables.events)
      .whereIn(
        'entity_key',
        complete.flatMap((id) => keys.get(id) ?? []),
      )
      .whereIn('status', ['failed', 'dropped'])
      .where({ claim_id: null })
      .where('last_received_at', '<=', claimedAt.getTime())
      .update(completed);
  }
  for (const { ids, after } of secondLooksOf(applicable)) {
    const again = {
      ...unclaimed,
      status: 'pending',
      due_at: now.getTime() + after,
      claims: transaction.raw('?? - 1', ['claims']),
      last_error: null,
    };
    await transaction(tables.events).whereIn('id', ids).update(again);
  }
  for (const { ids, ...outcome } of groupsOf(applicable, { now, fit: await textsThatFit(transaction) })) {
    await transaction(tables.events)
      .whereIn('id', ids)
      .update({ ...unclaimed, ...outcome });
  }
  const delays = complete.map((id) => Math.max(0, now.getTime() - (receivedAt.get(id) ?? now.getTime())));
  return { count: applicable.length, now, delays };
}

/** Events that stay pending, by the delay of their second look. */
function secondLooksOf(results: readonly EventResult[]): { ids: string[]; after: number }[] {
  const groups = new Map<number, string[]>();
  for (const result of results)
    if (result.kind === 'again') groups.set(result.after, [...(groups.get(result.after) ?? []), result.id]);
  return [...groups].map(([after, ids]) => ({ ids, after }));
}

interface UnfinishedGroup {
  ids: string[];
  status: string;
  last_error: string;
  due_at: number | null;
  finished_at?: number;
}

/** Groups equal results, so that a burst that failed for one reason is written in one statement. */
function groupsOf(
  results: readonly EventResult[],
  { now, fit }: { now: Date; fit: (text: string) => string },
): UnfinishedGroup[] {
  const groups = new Map<string, UnfinishedGroup>();
  for (const result of results) {
    if (result.kind === 'complete' || result.kind === 'again') continue;
    const times =
      result.kind === 'failed'
        ? { due_at: now.getTime() + result.retryIn }
        : { due_at: null, finished_at: now.getTime() };
    const outcome = { status: result.kind, last_error: fit(result.error).slice(0, longestError), ...times };
    const group = groups.get(JSON.stringify(outcome)) ?? { ids: [], ...outcome };
    groups.set(JSON.stringify(outcome), { ...group, ids: [...group.ids, result.id] });
  }
  return [...groups.values()];
}
