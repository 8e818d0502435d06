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

/** As the server takes it. */
const longestSearch = 200;
const pageSizes = [10, 20, 50, 100];

/** Reads the address; what makes no sense counts as absent, so that an edited address shows a list and no error. */
export function readEventsQuery({ page, pageSize, status, entity }: EventsQuery): EventsRequest {
  const known = eventStatuses.find((each) => each === status);
  return {
    page: wholeNumber(page, { from: 1, to: 1_000_000 }) ?? 1,
    pageSize: pageSizes.find((size) => String(size) === pageSize) ?? 10,
    ...(known === undefined ? {} : { status: known }),
    ...subjectOf(entity),
  };
}

/** A number is the id of a product or category; anything else is searched for in products. */
function subjectOf(text: string | undefined): Pick<EventsRequest, 'entity_id' | 'search'> {
  const search = text?.trim().slice(0, longestSearch) ?? '';
  if (search === '') return {};
  const id = wholeNumber(search, { from: 0, to: Number.MAX_SAFE_INTEGER });
  return id === null ? { search } : { entity_id: id };
}

function wholeNumber(text: string | undefined, { from, to }: { from: number; to: number }): number | null {
  if (text === undefined || !/^\d{1,16}$/.test(text)) return null;
  const value = Number(text);
  return value >= from && value <= to ? value : null;
}
