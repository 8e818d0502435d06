import { Page } from '@strapi/strapi/admin';
import { LoadFailure } from '../../../components/load-failure';
import { PageFrame } from '../../../components/page-frame';
import { usePolledSyncState } from '../../../hooks/use-polled-sync-state';
import { useTranslate } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';
import { ProgressCard, ResultCard } from './run-card';
import { RunHistoryCard } from './run-history-card';
import { StartCard } from './start-card';
import { VerifyCard } from './verify-card';

/** Commerce Bridge → Runs. */
export function RunsPage() {
  return (
    <Page.Protect permissions={[permissions.readCatalog]}>
      <LoadedRuns />
    </Page.Protect>
  );
}

function LoadedRuns() {
  const t = useTranslate();
  const { data, error, refetch, fulfilledTimeStamp } = usePolledSyncState();
  if (data === undefined && error === undefined) return <Page.Loading />;
  if (data === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  const { current, last } = data;
  return (
    <Page.Main>
      <PageFrame title={t('commerce-bridge.runs.title')} subtitle={t('commerce-bridge.sync.subtitle')}>
        {current === null ? null : <ProgressCard current={current} receivedAt={fulfilledTimeStamp ?? 0} />}
        <StartCard isRunning={current !== null} />
        {current === null ? <ResultCard last={last} /> : null}
        <RunHistoryCard current={current} lastFinished={last?.id ?? null} />
        <VerifyCard />
      </PageFrame>
    </Page.Main>
  );
}
