import type { ClaimedEvent, EventEntity } from './event-queue';

/** One entity to fetch, with all its claimed events. */
export interface EntityWork {
  entity: EventEntity;
  entityId: number;
  events: ClaimedEvent[];
}

/** Entities of one kind that are fetched together. */
export interface EventBatch {
  entity: EventEntity;
  work: EntityWork[];
}

// The limit of upstream's `id:in` (upstream 2.2).
export const largestBatch = 50;

/**
 * How many entities share a request, by retries used: one whose response spoils a whole request (or exceeds the time
 * limit, or crashes the process) must not take forty-nine others with it when it is dropped. From the third retry on,
 * and at the last one of a shorter schedule, each is fetched alone.
 */
export function batchSizeFor(attempt: number, retries: number): number {
  if (attempt >= Math.min(3, retries)) return 1;
  return attempt < 2 ? largestBatch : 10;
}

/** Claimed events of one kind as one batch, with each entity once; null when there are none. */
export function batchOf(events: readonly ClaimedEvent[]): EventBatch | null {
  const [first] = events;
  if (first === undefined) return null;
  const found = new Map<number, EntityWork>();
  for (const event of events) {
    const { entity, entityId } = event;
    const work = found.get(entityId) ?? { entity, entityId, events: [] };
    work.events.push(event);
    found.set(entityId, work);
  }
  return { entity: first.entity, work: [...found.values()] };
}
