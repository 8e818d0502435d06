import type { DeliveryTalliesView, EventList, QueuedEvent } from '../../../contracts/admin/events';
import type { DeliveryTallies } from '../webhooks/delivery-tallies';
import type { EventAdmin, EventListRequest, EventRecord, RetryFilter } from '../webhooks/event-queue';

/** An administrator's operations on events, in the form of the admin API. */
export interface EventDesk {
  /** @param request.search names products, see {@link EventNames} */
  list(request: Omit<EventListRequest, 'productIds'> & { search?: string | undefined }): Promise<EventList>;
  /** Null when there is no such event. */
  retry(id: string): Promise<QueuedEvent | null>;
  /** Makes all dropped and failed events that match due now; returns how many. */
  retryAll(filter: RetryFilter): Promise<number>;
  /** How many that would be, now. */
  countRetryable(filter: RetryFilter): Promise<number>;
  /** False when there is no such event. */
  discard(id: string): Promise<boolean>;
  deliveries(): Promise<DeliveryTalliesView>;
}

/** Maps ids to the names of records, and back. */
export interface EventNames {
  namesOf(entity: 'product' | 'category', ids: readonly number[]): Promise<Map<number, string>>;
  productsMatching(text: string, limit: number): Promise<number[]>;
}

// A number of ids that every database handles easily in one condition.
const searchedProducts = 100;

export function createEventDesk(options: {
  events: EventAdmin;
  names: EventNames;
  tallies: Pick<DeliveryTallies, 'read'>;
  /** Wakes the worker. */
  onRetried: () => void;
}): EventDesk {
  const { events, names, tallies } = options;

  async function withNames(records: readonly EventRecord[]): Promise<QueuedEvent[]> {
    const idsOf = (kind: EventRecord['entity']) => [
      ...new Set(records.flatMap(({ entity, entityId }) => (entity === kind ? [entityId] : []))),
    ];
    const products = await names.namesOf('product', [...idsOf('product'), ...idsOf('market_product')]);
    const categories = await names.namesOf('category', idsOf('category'));
    const known = { product: products, market_product: products, category: categories };
    const nameOf = ({ entity, entityId }: EventRecord) =>
      entity === 'store' || entity === 'market' ? null : (known[entity].get(entityId) ?? null);
    return records.map((record) => presentEvent(record, nameOf(record)));
  }

  return {
    async list({ search, ...request }) {
      const productIds = search === undefined ? null : await names.productsMatching(search, searchedProducts);
      const { events: records, total } = await events.list({ ...request, productIds });
      return { events: await withNames(records), total, page: request.page, pages: Math.ceil(total / request.perPage) };
    },

    async retry(id) {
      const record = await events.retry(id);
      options.onRetried();
      return record ? ((await withNames([record]))[0] ?? null) : null;
    },

    async retryAll(filter) {
      const retried = await events.retryAll(filter);
      options.onRetried();
      return retried;
    },

    countRetryable: (filter) => events.countRetryable(filter),

    discard: (id) => events.discard(id),

    async deliveries() {
      const read = await tallies.read();
      return {
        deliveries: read.map(({ lastAt, detail, ...tally }) => ({
          ...tally,
          // The detail of a doubtful delivery is a fingerprint of the rules, not text to show.
          detail: tally.name.startsWith('doubtful:') ? null : detail,
          lastAt: lastAt.toISOString(),
        })),
      };
    },
  };
}

function presentEvent(record: EventRecord, name: string | null): QueuedEvent {
  const { id, scope, entity, entityId, status, attempt, deliveries, lastError } = record;
  return {
    id,
    scope,
    entity,
    entity_id: entityId,
    name,
    status,
    attempt,
    deliveries,
    receivedAt: record.receivedAt.toISOString(),
    nextAttemptAt: record.nextAttemptAt?.toISOString() ?? null,
    finishedAt: record.finishedAt?.toISOString() ?? null,
    lastError,
  };
}
