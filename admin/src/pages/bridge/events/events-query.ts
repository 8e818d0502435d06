import type { EventStatusName } from '../../../../../contracts/admin/events';
import type { EventsRequest } from '../../../api/events-api';

/** Every event status, those that need attention first. */
export const eventStatuses: EventStatusName[] = ['dropped', 'failed', 'pending', 'complete'];

/** The query parameters in the page's URL, named as in Strapi's own lists. */
export interface EventsQuery {
  page?: string;
  pageSize?: string;
  status?: string;
  _q?: string;
}

/** The server's limit. */
const longestSearch = 200;
const pageSizes = [10, 20, 50, 100];

/** Reads the URL; invalid values are ignored, so that an edited URL shows a list instead of an error. */
export function readEventsQuery({ page, pageSize, status, _q }: EventsQuery): EventsRequest {
  const known = eventStatuses.find((each) => each === status);
  return {
    page: wholeNumber(page, { from: 1, to: 1_000_000 }) ?? 1,
    pageSize: pageSizes.find((size) => String(size) === pageSize) ?? 10,
    ...(known === undefined ? {} : { status: known }),
    ...subjectOf(_q),
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
