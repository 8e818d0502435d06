import { Page } from '@strapi/strapi/admin';
import { PageFrame } from '../../../components/page-frame';
import { LoadFailure } from '../../../components/load-failure';
import { useAllowed } from '../../../hooks/use-allowed';
import { useTranslate } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';
import { DiagnosticsCard } from './diagnostics-card';
import { HealthCard } from './health-card';
import { useHealth } from './use-health';

/** Settings → Commerce Bridge → Health. */
export function HealthPage() {
  return (
    <Page.Protect permissions={[permissions.readSettings, permissions.manageHealth]}>
      <LoadedHealth />
    </Page.Protect>
  );
}

function LoadedHealth() {
  const t = useTranslate();
  const health = useHealth();
  const { allowed } = useAllowed(permissions.readSettings);
  if (health.kind === 'loading') return <Page.Loading />;
  if (health.kind === 'failed') return <LoadFailure error={health.error} onRetry={health.retry} />;
  return (
    <Page.Main>
      <PageFrame title={t('commerce-bridge.health.title')} subtitle={t('commerce-bridge.health.subtitle')}>
        <HealthCard health={health} />
        {allowed ? <DiagnosticsCard /> : null}
      </PageFrame>
    </Page.Main>
  );
}
