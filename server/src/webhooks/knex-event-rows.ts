import { z } from 'zod';
import type { ClaimedEvent, EventEntity, EventRecord } from './event-queue';

/** The key shared by one entity's events: `product:77`. */
export function entityKeyOf({ entity, entityId }: { entity: EventEntity; entityId: number }): string {
  return `${entity}:${entityId}`;
}

/** The columns of an event that is not claimed. */
export const unclaimed = { claim_id: null, working_key: null };

/** The columns of an event that is complete. */
export const completion = (finishedAt: Date) => ({
  ...unclaimed,
  status: 'complete',
  waiting_key: null,
  due_at: null,
  finished_at: finishedAt.getTime(),
  last_error: null,
});

// Errors are stored for people to read; a stack trace or an HTML page would not help.
export const longestError = 2000;

const number = z.union([z.number(), z.string()]).transform(Number);
const moment = number.transform((value) => new Date(value));

export const eventEntity = z.enum(['product', 'category', 'store', 'market_product', 'market']);

const rowSchema = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  scope: z.string(),
  entity: eventEntity,
  entity_id: number,
  entity_key: z.string(),
  status: z.enum(['pending', 'failed', 'complete', 'dropped']),
  claims: number,
  deliveries: number,
  received_at: moment,
  due_at: moment.nullable(),
  finished_at: moment.nullable(),
  last_error: z.string().nullable(),
  claim_id: z.string().nullable(),
  working_key: z.string().nullable(),
});

export type EventRow = z.infer<typeof rowSchema>;

export function eventRowOf(row: unknown): EventRow {
  return rowSchema.parse(row);
}

/** Claims count attempts; the first is not a retry. */
const attemptOf = ({ claims }: EventRow): number => Math.max(0, claims - 1);

const factsOf = (row: EventRow) => ({
  id: row.id,
  scope: row.scope,
  entity: row.entity,
  entityId: row.entity_id,
  receivedAt: row.received_at,
});

/** @param row as it was before the claim */
export const claimedEventOf = (row: EventRow): ClaimedEvent => ({
  ...factsOf(row),
  attempt: attemptOf({ ...row, claims: row.claims + 1 }),
  isUnfinished: row.claim_id !== null,
});

export function eventRecordOf(row: EventRow): EventRecord {
  return {
    ...factsOf(row),
    attempt: attemptOf(row),
    status: row.status,
    deliveries: row.deliveries,
    nextAttemptAt: row.claim_id === null ? row.due_at : null,
    finishedAt: row.finished_at,
    lastError: row.last_error,
  };
}
