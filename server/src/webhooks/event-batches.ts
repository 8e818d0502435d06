import type { ClaimedEvent, EventEntity } from './event-queue';

/** One entity to fetch, with all its events that are held. */
export interface EntityWork {
  entity: EventEntity;
  entityId: number;
  events: ClaimedEvent[];
}

/** Entities of one kind that are fetched together. */
export interface Batch {
  entity: EventEntity;
  work: EntityWork[];
}

/**
 * How many entities share a request, by retries used: one whose answer spoils a whole request (or outlasts the time limit,
 * or ends the process) must not take forty-nine others with it when it is dropped. From the third retry on, and at the
 * last one of a shorter schedule, each is alone.
 */
function batchSizeFor(attempt: number, retries: number): number {
  if (attempt >= Math.min(3, retries)) return 1;
  return attempt < 2 ? 50 : 10;
}

/**
 * Parts held events into batches, one entity once, the least tried first.
 * @param retries of the schedule
 */
export function batchesOf(events: readonly ClaimedEvent[], retries: number): Batch[] {
  const bySize = new Map<string, { size: number; batch: Batch }>();
  for (const work of byEntity(events)) {
    const size = batchSizeFor(Math.max(...work.events.map(({ attempt }) => attempt)), retries);
    const key = `${work.entity} ${size}`;
    const group = bySize.get(key) ?? { size, batch: { entity: work.entity, work: [] } };
    group.batch.work.push(work);
    bySize.set(key, group);
  }
  const groups = [...bySize.values()].sort((a, b) => b.size - a.size);
  return groups.flatMap(({ size, batch: { entity, work } }) => parts(work, size).map((part) => ({ entity, work: part })));
}

/** A list in parts of at most so many. */
export function parts<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

function byEntity(events: readonly ClaimedEvent[]): EntityWork[] {
  const found = new Map<string, EntityWork>();
  for (const event of events) {
    const { entity, entityId } = event;
    const work = found.get(`${entity}:${entityId}`) ?? { entity, entityId, events: [] };
    work.events.push(event);
    found.set(`${entity}:${entityId}`, work);
  }
  return [...found.values()];
}
