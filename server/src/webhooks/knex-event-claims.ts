import type { ClaimRequest, EventClaim } from './event-queue';
import type { Database, Transaction } from '../database/database';
import { lockFree, toNumber } from '../database/database';
import { claimedEventOf, eventEntity, eventRowOf, type EventRow } from './knex-event-rows';
import { tables } from '../database/tables';

/** Claims the due events that one request fetches; see `EventWorkQueue.claim`. */
export async function claimDue(
  database: Database,
  transaction: Transaction,
  request: ClaimRequest & { now: Date },
): Promise<EventClaim> {
  const { claimId, now, leaseFor, batchSize } = request;
  const nowMs = now.getTime();
  const untried = request.untriedFirst ? await lockFree(database, untriedRows(transaction, request)) : [];
  const due: DueRow[] = untried.length > 0 ? untried : await lockFree(database, dueRows(transaction, request));
  const { keys, isMoreOfThem } = keysToClaim(await withEarlierClaims(transaction, due), batchSize);
  // Events to be retried were not queried, so some may be due.
  const isMoreDue = isMoreOfThem || untried.length > 0;
  if (keys.length === 0) return { events: [], at: now, isMoreDue };
  const found = await lockFree(
    database,
    transaction(tables.events).whereIn('entity_key', keys).where('due_at', '<=', nowMs).orderBy('id').select('*'),
  );
  const rows = found.map(eventRowOf);
  const leaders = leadersOf(rows);
  const claim = {
    claim_id: claimId,
    status: 'pending',
    waiting_key: null,
    due_at: nowMs + leaseFor,
    claims: database.raw('?? + 1', ['claims']),
  };
  await transaction(tables.events)
    .whereIn(
      'id',
      rows.map(({ id }) => id),
    )
    .update(claim);
  // Fails when another transaction claims the entity through another of its events.
  await transaction(tables.events)
    .whereIn(
      'id',
      leaders.map(({ id }) => id),
    )
    .update({ working_key: database.ref('entity_key') });
  return { events: rows.map(claimedEventOf), at: now, isMoreDue };
}

type Due = Pick<ClaimRequest, 'batchSize'> & { now: Date };

/** Due events of entities without a live claim: as many as a request takes, and one more to see whether others wait. */
function dueRows(transaction: Transaction, { batchSize, now }: Due) {
  return (
    transaction(tables.events)
      .where('due_at', '<=', now.getTime())
      .whereNotExists((other) => {
        other
          .select(transaction.raw('1'))
          .from({ other: tables.events })
          .whereRaw('?? = ??', ['other.working_key', `${tables.events}.entity_key`])
          .where('other.due_at', '>', now.getTime());
      })
      .orderBy(['due_at', 'id'])
      // Concurrent claims skip these rows.
      .limit(batchSize(0) + 1)
      .select('entity', 'entity_key', 'claims')
  );
}

/** Due events that were never tried, except those that would be claimed together with an event that was. */
function untriedRows(transaction: Transaction, due: Due) {
  return dueRows(transaction, due)
    .where('claims', 0)
    .whereNotExists((other) => {
      other
        .select(transaction.raw('1'))
        .from({ other: tables.events })
        .whereRaw('?? = ??', ['other.entity_key', `${tables.events}.entity_key`])
        .where('other.claims', '>', 0)
        .where('other.due_at', '<=', due.now.getTime());
    });
}

interface DueRow {
  entity: unknown;
  entity_key: unknown;
  claims: unknown;
}

/**
 * With the most claims of any of its entity's events: a product that spoils every request for it would otherwise share
 * one with others again as soon as it has a new event, while those that failed are not due.
 */
async function withEarlierClaims(transaction: Transaction, due: readonly DueRow[]): Promise<DueRow[]> {
  if (due.length === 0) return [];
  const keys = due.map(({ entity_key: key }) => String(key));
  const found: { entity_key: unknown; claims: unknown }[] = await transaction(tables.events)
    .whereIn('entity_key', [...new Set(keys)])
    .whereNotNull('due_at')
    .groupBy('entity_key')
    .select('entity_key')
    .max({ claims: 'claims' });
  const claims = new Map(found.map((row) => [String(row.entity_key), row.claims]));
  const earlier = due.map((row) => ({ ...row, claims: claims.get(String(row.entity_key)) ?? row.claims }));
  const failed = earlier.filter((row, place) => toNumber(row.claims) > toNumber(due[place]?.claims));
  // Most of them failed before: the store was down, and none of them is to blame.
  return failed.length > due.length / 2 ? [...due] : earlier;
}

/** An entity with due events. */
interface DueEntity {
  key: string;
  /** The kind of entities fetched together, and how many share a request. */
  kind: string;
  size: number;
}

/** Entities that share a request with the first one. */
function keysToClaim(
  due: readonly DueRow[],
  batchSize: ClaimRequest['batchSize'],
): { keys: string[]; isMoreOfThem: boolean } {
  const entities = entitiesOf(due, batchSize);
  const [first] = entities;
  if (first === undefined) return { keys: [], isMoreOfThem: false };
  const keys = entities
    .filter(({ kind }) => kind === first.kind)
    .slice(0, first.size)
    .map(({ key }) => key);
  return { keys, isMoreOfThem: keys.length < entities.length };
}

function entitiesOf(due: readonly DueRow[], batchSize: ClaimRequest['batchSize']): DueEntity[] {
  const rowsOf = new Map<string, DueRow[]>();
  for (const row of due) rowsOf.set(String(row.entity_key), [...(rowsOf.get(String(row.entity_key)) ?? []), row]);
  return [...rowsOf].map(([key, rows]) => {
    const entity = eventEntity.parse(rows[0]?.entity);
    // The number of earlier claims is the number of retries used so far, including this one.
    const size = batchSize(Math.max(...rows.map(({ claims }) => Number(claims))));
    return { key, kind: `${entity} ${size}`, size };
  });
}

/** One event per entity: the one that holds the entity's key from a claim that has ended, otherwise the oldest. */
function leadersOf(rows: readonly EventRow[]): EventRow[] {
  const leaders = new Map<string, EventRow>();
  for (const row of rows) {
    if (!leaders.has(row.entity_key) || row.working_key !== null) leaders.set(row.entity_key, row);
  }
  return [...leaders.values()];
}
