import { Page } from '@strapi/strapi/admin';
import { useGetSyncStateQuery } from '../../../api/runs-api';
import { LoadFailure } from '../../../components/load-failure';
import { SettingsPage } from '../../../components/settings-page';
import { useTranslate } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';
import { RunCard } from './run-card';
import { RunHistoryCard } from './run-history-card';
import { StartCard } from './start-card';

/** How often the page asks while a run is under way, and while none is, in milliseconds. */
const pollingIntervals = { running: 1_000, idle: 5_000 };

/** Settings → Commerce Bridge → Synchronisation. */
export function SynchronisationPage() {
  return (
    <Page.Protect permissions={[permissions.readCatalog]}>
      <LoadedSynchronisation />
    </Page.Protect>
  );
}

function LoadedSynchronisation() {
  const t = useTranslate();
  const { data, error, refetch, fulfilledTimeStamp } = usePolledSyncState();
  if (data === undefined && error === undefined) return <Page.Loading />;
  if (data === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  const { current, last } = data;
  return (
    <Page.Main>
      <SettingsPage title={t('commerce-bridge.sync.title')} subtitle={t('commerce-bridge.sync.subtitle')}>
        <StartCard isRunning={current !== null} />
        <RunCard current={current} last={last} receivedAt={fulfilledTimeStamp ?? 0} />
        <RunHistoryCard current={current} lastFinished={last?.id ?? null} />
      </SettingsPage>
    </Page.Main>
  );
}

function usePolledSyncState() {
  const { data: known } = useGetSyncStateQuery(undefined);
  const isRunning = known !== undefined && known.current !== null;
  return useGetSyncStateQuery(undefined, {
    pollingInterval: isRunning ? pollingIntervals.running : pollingIntervals.idle,
    refetchOnMountOrArgChange: true,
  });
}
