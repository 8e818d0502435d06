import type { DeliveryTalliesView, EventList, QueuedEvent } from '../../../contracts/admin/events';
import type { Clock } from '../lib/clock';
import type { DeliveryTallies } from './delivery-tallies';
import type { EventAdmin, EventListRequest, EventRecord } from './event-queue';

/** What administrators do with events, in the form of the admin API. */
export interface EventDesk {
  list(request: EventListRequest): Promise<EventList>;
  /** Null when there is none. */
  retry(id: string): Promise<QueuedEvent | null>;
  /** False when there is none. */
  discard(id: string): Promise<boolean>;
  deliveries(): Promise<DeliveryTalliesView>;
}

export function createEventDesk(options: {
  events: EventAdmin;
  tallies: Pick<DeliveryTallies, 'read'>;
  clock: Clock;
  /** Wakes the worker. */
  onRetried: () => void;
}): EventDesk {
  const { events, tallies, clock } = options;
  return {
    async list(request) {
      const { events: records, total } = await events.list(request);
      return { events: records.map(presentEvent), total, page: request.page, pages: Math.ceil(total / request.perPage) };
    },

    async retry(id) {
      const record = await events.retry(id, clock.now());
      options.onRetried();
      return record ? presentEvent(record) : null;
    },

    discard: (id) => events.discard(id),

    async deliveries() {
      const read = await tallies.read();
      return { deliveries: read.map(({ lastAt, ...tally }) => ({ ...tally, lastAt: lastAt.toISOString() })) };
    },
  };
}

function presentEvent(record: EventRecord): QueuedEvent {
  const { id, scope, entity, entityId, status, attempt, deliveries, lastError } = record;
  return {
    id,
    scope,
    entity,
    entity_id: entityId,
    status,
    attempt,
    deliveries,
    receivedAt: record.receivedAt.toISOString(),
    nextAttemptAt: record.nextAttemptAt?.toISOString() ?? null,
    finishedAt: record.finishedAt?.toISOString() ?? null,
    lastError,
  };
}
