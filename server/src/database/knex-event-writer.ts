import type { AddOutcome, EventWriter, NewEvent } from '../webhooks/event-queue';
import type { Database, Transaction } from './database';
import { offered, sumOfStoredAndOffered } from './database';
import { insertRows } from './insert-rows';
import { entityKeyOf } from './knex-event-rows';
import { tables } from './tables';
import { transact } from './transact';

/** Events into the site's database: a batch is one transaction, however many deliveries it holds. */
export function createKnexEventWriter(database: Database): EventWriter {
  return {
    add: (events) => (events.length === 0 ? Promise.resolve([]) : transact(database, (transaction) => addAll(database, transaction, events))),
  };
}

async function addAll(database: Database, transaction: Transaction, events: readonly NewEvent[]): Promise<AddOutcome[]> {
  const known = await knownKeys(transaction, events);
  const outcomes = events.map(({ deliveryKey }): AddOutcome => {
    if (deliveryKey === null) return 'queued';
    if (known.has(deliveryKey)) return 'duplicate';
    known.add(deliveryKey);
    return 'queued';
  });
  const fresh = events.filter((_event, index) => outcomes[index] === 'queued');
  if (fresh.length > 0) {
    await insertOrJoin(database, transaction, fresh);
    await rememberKeys(transaction, fresh);
  }
  return outcomes;
}

async function knownKeys(transaction: Transaction, events: readonly NewEvent[]): Promise<Set<string>> {
  const keys = events.flatMap(({ deliveryKey }) => deliveryKey ?? []);
  if (keys.length === 0) return new Set();
  const found = await transaction(tables.eventKeys).whereIn('delivery_key', keys).pluck('delivery_key');
  return new Set(found.map(String));
}

async function insertOrJoin(database: Database, transaction: Transaction, events: readonly NewEvent[]): Promise<void> {
  const byEntity = new Map<string, NewEvent[]>();
  for (const event of events) byEntity.set(entityKeyOf(event), [...(byEntity.get(entityKeyOf(event)) ?? []), event]);
  // In one order, so that two instances that write the same entities do not lock each other out.
  const rows = [...byEntity.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([key, own]) => rowOf(key, own) ?? []);
  await insertRows(transaction, tables.events, rows, {
    columns: ['waiting_key'],
    merge: {
      scope: offered(database, 'scope'),
      last_received_at: offered(database, 'last_received_at'),
      deliveries: sumOfStoredAndOffered(database, tables.events, 'deliveries'),
    },
  });
}

function rowOf(key: string, events: readonly NewEvent[]) {
  const last = events.at(-1);
  if (!last) return null;
  const times = events.map(({ receivedAt }) => receivedAt.getTime());
  const receivedAt = Math.min(...times);
  return {
    scope: last.scope,
    entity: last.entity,
    entity_id: last.entityId,
    entity_key: key,
    status: 'pending',
    claims: 0,
    deliveries: events.length,
    received_at: receivedAt,
    last_received_at: Math.max(...times),
    due_at: receivedAt,
    waiting_key: key,
  };
}

async function rememberKeys(transaction: Transaction, events: readonly NewEvent[]): Promise<void> {
  const rows = events.flatMap(({ deliveryKey, receivedAt }) =>
    deliveryKey === null ? [] : [{ delivery_key: deliveryKey, received_at: receivedAt.getTime() }],
  );
  rows.sort((a, b) => (a.delivery_key < b.delivery_key ? -1 : 1));
  await insertRows(transaction, tables.eventKeys, rows, { columns: ['delivery_key'] });
}
