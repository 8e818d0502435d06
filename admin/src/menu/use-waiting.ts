import type { NoticeResponse } from '../../../contracts/admin/health';
import { useGetNoticeQuery } from '../api/health-api';
import { useGetOverviewQuery } from '../api/overview-api';
import { useAllowed } from '../hooks/use-allowed';
import { permissions } from '../permissions';

/** How often every page asks, in milliseconds. */
const pollingInterval = 60_000;

export interface Waiting {
  /** How many things wait for a person: issues that a check found, and events that were given up. */
  waiting: number;
  notice: NoticeResponse['notice'];
}

/** What waits for this administrator, as far as they may act on it. */
export function useWaiting(): Waiting {
  const seesHealth = useAllowed(permissions.manageHealth).allowed;
  const seesCatalog = useAllowed(permissions.readCatalog).allowed;
  const mendsEvents = useAllowed(permissions.manageEvents).allowed;
  const { data: health } = useGetNoticeQuery(undefined, { skip: !seesHealth, pollingInterval });
  const { data: overview } = useGetOverviewQuery(undefined, { skip: !(seesCatalog && mendsEvents), pollingInterval });
  const notice = seesHealth ? (health?.notice ?? null) : null;
  const dropped = seesCatalog && mendsEvents ? (overview?.events.dropped ?? 0) : 0;
  // Dropped events are an issue of the check, too: the larger of both counts nothing twice.
  return { waiting: Math.max(notice?.errors.length ?? 0, dropped), notice };
}
