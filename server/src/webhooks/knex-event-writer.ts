import type { AddOutcome, EventWriter, NewEvent } from './event-queue';
import type { Database, Transaction } from '../database/database';
import { leastOfStoredAndOffered, offered, storedIfAmong, sumOfStoredAndOffered } from '../database/database';
import type { DatabaseClock } from '../database/database-clock';
import { insertRows } from '../database/insert-rows';
import { deletedScopes, reportsDeletion } from './event-scopes';
import { entityKeyOf } from './knex-event-rows';
import { tables } from '../database/tables';
import { transact } from '../database/transact';

/** Writes events to the site's database: a batch is one transaction, however many deliveries it holds. */
export function createKnexEventWriter({ database, clock }: { database: Database; clock: DatabaseClock }): EventWriter {
  return {
    async add(events) {
      if (events.length === 0) return [];
      return transact(database, async (transaction) => {
        const outcomes = await outcomesOf(transaction, events);
        const fresh = events.filter((_event, index) => outcomes[index] === 'queued');
        if (fresh.length === 0) return outcomes;
        const receivedAt = (await clock.read(transaction)).getTime();
        await insertOrJoin(database, transaction, { events: fresh, receivedAt });
        await rememberKeys(transaction, { events: fresh, receivedAt });
        return outcomes;
      });
    },
  };
}

async function outcomesOf(transaction: Transaction, events: readonly NewEvent[]): Promise<AddOutcome[]> {
  const known = await knownKeys(transaction, events);
  const repeated = events.filter(({ identity }) => identity?.kind === 'content' && known.has(identity.key));
  const waiting = await waitingEntities(transaction, repeated);
  return events.map((event): AddOutcome => {
    const { identity } = event;
    if (identity === null) return 'queued';
    if (known.has(identity.key) && (identity.kind === 'message' || waiting.has(entityKeyOf(event)))) return 'duplicate';
    // From here on it is waiting, and later duplicates within this batch join it.
    known.add(identity.key);
    waiting.add(entityKeyOf(event));
    return 'queued';
  });
}

async function knownKeys(transaction: Transaction, events: readonly NewEvent[]): Promise<Set<string>> {
  const keys = events.flatMap(({ identity }) => identity?.key ?? []);
  if (keys.length === 0) return new Set();
  const found = await transaction(tables.eventKeys).whereIn('delivery_key', keys).pluck('delivery_key');
  return new Set(found.map(String));
}

/** Entities with a waiting, unclaimed event, for which upstream has yet to be queried. */
async function waitingEntities(transaction: Transaction, events: readonly NewEvent[]): Promise<Set<string>> {
  if (events.length === 0) return new Set();
  const found = await transaction(tables.events).whereIn('waiting_key', events.map(entityKeyOf)).pluck('waiting_key');
  return new Set(found.map(String));
}

interface Received {
  events: readonly NewEvent[];
  receivedAt: number;
}

async function insertOrJoin(
  database: Database,
  transaction: Transaction,
  { events, receivedAt }: Received,
): Promise<void> {
  const byEntity = new Map<string, NewEvent[]>();
  for (const event of events) byEntity.set(entityKeyOf(event), [...(byEntity.get(entityKeyOf(event)) ?? []), event]);
  // Always in the same order, so that two instances that write the same entities do not deadlock.
  const rows = [...byEntity.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, own]) => rowOf(key, { events: own, receivedAt }) ?? []);
  await insertRows(transaction, tables.events, {
    rows,
    conflict: {
      columns: ['waiting_key'],
      merge: {
        scope: storedIfAmong(database, { table: tables.events, column: 'scope', values: deletedScopes }),
        last_received_at: offered(database, 'last_received_at'),
        deliveries: sumOfStoredAndOffered(database, tables.events, 'deliveries'),
        // The event it joins may have been deferred, or dated by a clock that was wrong.
        due_at: leastOfStoredAndOffered(database, tables.events, 'due_at'),
      },
    },
  });
}

function rowOf(key: string, { events, receivedAt }: Received) {
  const last = events.at(-1);
  if (!last) return null;
  return {
    // Deliveries arrive in any order, so a deletion counts even if it is not the last one.
    scope: (events.find(reportsDeletion) ?? last).scope,
    entity: last.entity,
    entity_id: last.entityId,
    entity_key: key,
    status: 'pending',
    claims: 0,
    deliveries: events.length,
    received_at: receivedAt,
    last_received_at: receivedAt,
    due_at: receivedAt,
    waiting_key: key,
  };
}

async function rememberKeys(transaction: Transaction, { events, receivedAt }: Received): Promise<void> {
  const rows = events.flatMap(({ identity }) =>
    identity === null ? [] : [{ delivery_key: identity.key, received_at: receivedAt }],
  );
  rows.sort((a, b) => (a.delivery_key < b.delivery_key ? -1 : 1));
  await insertRows(transaction, tables.eventKeys, { rows, conflict: { columns: ['delivery_key'] } });
}
