import type { EventStatusName } from '../../../../../contracts/admin/events';
import type { EventsRequest } from '../../../api/events-api';

/** Every state of an event, those that want attention first. */
export const eventStatuses: EventStatusName[] = ['dropped', 'failed', 'pending', 'complete'];

/** What the page's address holds. */
export interface EventsQuery {
  page?: string;
  pageSize?: string;
  status?: string;
  entity?: string;
}

const pageSizes = [10, 20, 50, 100];

/** Reads the address; what makes no sense counts as absent, so that an edited address shows a list and no error. */
export function readEventsQuery({ page, pageSize, status, entity }: EventsQuery): EventsRequest {
  const known = eventStatuses.find((each) => each === status);
  return {
    page: wholeNumber(page, { from: 1, to: 1_000_000 }) ?? 1,
    pageSize: pageSizes.find((size) => String(size) === pageSize) ?? 10,
    ...(known === undefined ? {} : { status: known }),
    ...optional(wholeNumber(entity, { from: 0, to: 2_147_483_647 })),
  };
}

function optional(entityId: number | null): Pick<EventsRequest, 'entity_id'> {
  return entityId === null ? {} : { entity_id: entityId };
}

function wholeNumber(text: string | undefined, { from, to }: { from: number; to: number }): number | null {
  if (text === undefined || !/^\d{1,10}$/.test(text)) return null;
  const value = Number(text);
  return value >= from && value <= to ? value : null;
}
