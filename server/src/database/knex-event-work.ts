import type { ClaimRequest, ClaimedEvent, EventResult, EventWorkQueue, FinishRequest } from '../webhooks/event-queue';
import { conflictOf } from './conflicts';
import type { Database, Transaction } from './database';
import { lockFree, toNumber } from './database';
import { countDelays } from './knex-event-delays';
import { claimedEventOf, eventRowOf, type EventRow } from './knex-event-rows';
import { tables } from './tables';
import { textsThatFit } from './text-encoding';
import { transact } from './transact';

// Errors are stored to be read by people; a stack or a page of HTML helps nobody.
const longestError = 2000;

/** What workers do with events in the site's database. */
export function createKnexEventWork(database: Database): EventWorkQueue {
  return {
    async claim(request) {
      try {
        return await transact(database, (transaction) => claimDue(database, transaction, request));
      } catch (error) {
        // Another instance claimed an entity of ours in the same moment; what is left is claimed the next time.
        if (conflictOf(error) !== null) return [];
        throw error;
      }
    },

    async renew({ claimId, now, leaseFor }) {
      const renewed = await transact(database, (transaction) =>
        held(transaction, { claimId, now }).update({ due_at: now.getTime() + leaseFor }),
      );
      return renewed > 0;
    },

    finish: (request) => transact(database, (transaction) => finishHeld(database, transaction, request)),

    async release({ claimId, now }) {
      const released = { ...letGo, due_at: now.getTime(), claims: database.raw('?? - 1', ['claims']) };
      await transact(database, (transaction) => held(transaction, { claimId, now }).update(released));
    },

    async nextDueAt() {
      const row = await database(tables.events).whereNotNull('due_at').min({ due: 'due_at' }).first();
      return row?.due === null || row?.due === undefined ? null : new Date(toNumber(row.due));
    },

    async prune({ finishedBefore, limit }) {
      const before = finishedBefore.getTime();
      const ids = await database(tables.events)
        .whereIn('status', ['complete', 'dropped'])
        .where('finished_at', '<', before)
        .orderBy('finished_at')
        .limit(limit)
        .pluck('id');
      if (ids.length > 0) await database(tables.events).whereIn('id', ids).delete();
      const keys = await database(tables.eventKeys).where('received_at', '<', before).limit(limit).pluck('delivery_key');
      await database(tables.eventDelays).where('hour', '<', before).delete();
      if (keys.length > 0) await database(tables.eventKeys).whereIn('delivery_key', keys).delete();
      // Many deliveries can stand behind one event, so their keys are the more numerous.
      return Math.max(ids.length, keys.length);
    },
  };
}

const letGo = { claim_id: null, working_key: null };

/** Events of a claim whose lease has not ended. */
function held(transaction: Transaction, { claimId, now }: Pick<ClaimRequest, 'claimId' | 'now'>) {
  return transaction(tables.events).where({ claim_id: claimId }).where('due_at', '>', now.getTime());
}

async function claimDue(database: Database, transaction: Transaction, { claimId, now, leaseFor, limit }: ClaimRequest): Promise<ClaimedEvent[]> {
  const nowMs = now.getTime();
  const due = await lockFree(
    database,
    transaction(tables.events)
      .where('due_at', '<=', nowMs)
      .whereNotExists((other) => {
        other
          .select(database.raw('1'))
          .from({ other: tables.events })
          .whereRaw('?? = ??', ['other.working_key', `${tables.events}.entity_key`])
          .where('other.due_at', '>', nowMs);
      })
      .orderBy(['due_at', 'id'])
      .limit(limit)
      .select('entity_key', 'claim_id'),
  );
  const keys = keysToClaim(due);
  if (keys.length === 0) return [];
  const found = await lockFree(database, transaction(tables.events).whereIn('entity_key', keys).where('due_at', '<=', nowMs).orderBy('id').select('*'));
  const rows = found.map(eventRowOf);
  const leaders = leadersOf(rows);
  const claim = {
    claim_id: claimId,
    status: 'pending',
    waiting_key: null,
    due_at: nowMs + leaseFor,
    claims: database.raw('?? + 1', ['claims']),
  };
  await transaction(tables.events).whereIn('id', rows.map(({ id }) => id)).update(claim);
  // Fails when another transaction holds the entity by another of its events.
  await transaction(tables.events).whereIn('id', leaders.map(({ id }) => id)).update({ working_key: database.ref('entity_key') });
  return rows.map((row) => claimedEventOf({ ...row, claims: row.claims + 1 }));
}

/** All of them, or the first alone when its holder died: whichever of many ended the process must show itself. */
function keysToClaim(due: readonly { entity_key: unknown; claim_id: unknown }[]): string[] {
  const keyOf = (row: { entity_key: unknown }) => String(row.entity_key);
  const keys = [...new Set(due.map(keyOf))];
  const orphaned = new Set(due.filter((row) => row.claim_id !== null).map(keyOf));
  const [first] = keys;
  if (first !== undefined && orphaned.has(first)) return [first];
  return keys.filter((key) => !orphaned.has(key));
}

/** One event per entity: the one that holds the entity's key since a claim that has ended, else the oldest. */
function leadersOf(rows: readonly EventRow[]): EventRow[] {
  const leaders = new Map<string, EventRow>();
  for (const row of rows) {
    if (!leaders.has(row.entity_key) || row.working_key !== null) leaders.set(row.entity_key, row);
  }
  return [...leaders.values()];
}

async function finishHeld(database: Database, transaction: Transaction, request: FinishRequest): Promise<number> {
  const { claimId, now, claimedAt, results } = request;
  const rows = await held(transaction, { claimId, now }).forUpdate().select('id', 'entity_key', 'received_at');
  const keys = new Map(rows.map((row) => [String(row.id), String(row.entity_key)]));
  const receivedAt = new Map(rows.map((row) => [String(row.id), toNumber(row.received_at)]));
  const applicable = results.filter(({ id }) => keys.has(id));

  const complete = applicable.filter(({ kind }) => kind === 'complete').map(({ id }) => id);
  if (complete.length > 0) {
    const completed = { ...letGo, status: 'complete', waiting_key: null, due_at: null, finished_at: now.getTime(), last_error: null };
    await transaction(tables.events).whereIn('id', complete).update(completed);
    // Upstream was asked after these came, too.
    await transaction(tables.events)
      .whereIn('entity_key', complete.flatMap((id) => keys.get(id) ?? []))
      .where({ status: 'failed', claim_id: null })
      .where('last_received_at', '<=', claimedAt.getTime())
      .update(completed);
  }
  for (const { ids, ...outcome } of groupsOf(applicable, { now, fit: await textsThatFit(transaction) })) {
    await transaction(tables.events).whereIn('id', ids).update({ ...letGo, ...outcome });
  }
  // Last, since every instance adds to the same row: it is held no longer than the commit takes.
  await countDelays(database, transaction, { now, delays: complete.map((id) => Math.max(0, now.getTime() - (receivedAt.get(id) ?? now.getTime()))) });
  return applicable.length;
}

interface UnfinishedGroup {
  ids: string[];
  status: string;
  last_error: string;
  due_at: number | null;
  finished_at: number | null;
}

/** Results that are written alike, so that a burst which failed for one reason is one statement. */
function groupsOf(results: readonly EventResult[], { now, fit }: { now: Date; fit: (text: string) => string }): UnfinishedGroup[] {
  const groups = new Map<string, UnfinishedGroup>();
  for (const result of results) {
    if (result.kind === 'complete') continue;
    const times = result.kind === 'failed' ? { due_at: result.retryAt.getTime(), finished_at: null } : { due_at: null, finished_at: now.getTime() };
    const outcome = { status: result.kind, last_error: fit(result.error).slice(0, longestError), ...times };
    const group = groups.get(JSON.stringify(outcome)) ?? { ids: [], ...outcome };
    groups.set(JSON.stringify(outcome), { ...group, ids: [...group.ids, result.id] });
  }
  return [...groups.values()];
}
