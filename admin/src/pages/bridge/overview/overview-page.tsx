import { Page } from '@strapi/strapi/admin';
import { useGetOverviewQuery } from '../../../api/overview-api';
import { HeldRemovals } from '../../../components/held-removals';
import { LoadFailure } from '../../../components/load-failure';
import { PageFrame } from '../../../components/page-frame';
import { useAllowed } from '../../../hooks/use-allowed';
import { usePolledSyncState } from '../../../hooks/use-polled-sync-state';
import { usePolling } from '../../../hooks/use-polling';
import { useTranslate } from '../../../hooks/use-translate';
import { StatusNotice } from '../../../status/status-notice';
import { permissions } from '../../../permissions';
import { CatalogCard } from './catalog-card';
import { EventsCard } from './events-card';
import { HistoryCharts } from './history-charts';
import { InstancesCard } from './instances-card';
import { QuotaCard } from './quota-card';
import { SyncCard } from './sync-card';

/** How often the figures are polled, in milliseconds. */
const pollingInterval = 5_000;

/** Commerce Bridge → Overview. */
export function OverviewPage() {
  return (
    <Page.Protect permissions={[permissions.readCatalog]}>
      <LoadedOverview />
    </Page.Protect>
  );
}

function LoadedOverview() {
  const t = useTranslate();
  const { data: overview, error, refetch } = useGetOverviewQuery(undefined, { refetchOnMountOrArgChange: true });
  usePolling(refetch, pollingInterval);
  // A run under way is polled every second, the other figures less often.
  const { data: sync, fulfilledTimeStamp } = usePolledSyncState();
  const runsSync = useAllowed(permissions.runSync);
  if (overview === undefined && error === undefined) return <Page.Loading />;
  if (overview === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  const state = sync ?? overview.sync;
  return (
    <Page.Main>
      <PageFrame title={t('commerce-bridge.overview.title')} subtitle={t('commerce-bridge.overview.subtitle')}>
        <StatusNotice status={overview.status} />
        <HeldRemovals mayAllow={runsSync.allowed} />
        <SyncCard sync={state} nextRunAt={overview.nextRunAt} receivedAt={fulfilledTimeStamp ?? 0} />
        <CatalogCard counts={overview.counts} />
        <EventsCard events={overview.events} />
        <QuotaCard quota={overview.quota} />
        <InstancesCard instances={overview.instances} />
        <HistoryCharts lastRun={state.lastWriting?.id ?? null} />
      </PageFrame>
    </Page.Main>
  );
}
