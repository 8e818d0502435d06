import type { NoticeResponse } from '../../../contracts/admin/notice';
import type { SiteStatus } from '../../../contracts/admin/status';
import { useGetNoticeQuery } from '../api/health-api';
import { useGetOverviewQuery } from '../api/overview-api';
import { useAllowed } from '../hooks/use-allowed';
import { usePolling } from '../hooks/use-polling';
import { permissions } from '../permissions';

/** How often every page polls, in milliseconds. */
const pollingInterval = 15_000;

export interface KnownStatus {
  /** Null while unknown, and for administrators who may see neither the catalog nor health. */
  status: SiteStatus | null;
  /** Webhook problems, for administrators who may act on them. */
  notice: NoticeResponse['notice'];
}

/** The status of the site, as far as this administrator may see it. */
export function useStatus(): KnownStatus {
  const seesHealth = useAllowed(permissions.manageHealth).allowed;
  const seesCatalog = useAllowed(permissions.readCatalog).allowed;
  const { data: health, refetch: refetchHealth } = useGetNoticeQuery(undefined, { skip: !seesHealth });
  const { data: overview, refetch: refetchOverview } = useGetOverviewQuery(undefined, { skip: !seesCatalog });
  usePolling(refetchHealth, seesHealth ? pollingInterval : null);
  usePolling(refetchOverview, seesCatalog ? pollingInterval : null);
  return {
    status: (seesCatalog ? overview?.status : seesHealth ? health?.status : null) ?? null,
    notice: seesHealth ? (health?.notice ?? null) : null,
  };
}
