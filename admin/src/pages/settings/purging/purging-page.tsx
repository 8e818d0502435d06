import { useState } from 'react';
import { Page } from '@strapi/strapi/admin';
import { Button } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import type { PurgeTargetView } from '../../../../../contracts/admin/purging';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { useGetPurgingQuery } from '../../../api/purging-api';
import { Card } from '../../../components/card';
import { EmptyState } from '../../../components/empty-state';
import { LoadFailure } from '../../../components/load-failure';
import { Notice } from '../../../components/notice';
import { PageFrame } from '../../../components/page-frame';
import { LoadedSettings } from '../../../components/settings-form/loaded-settings';
import { lockHint } from '../../../components/settings-form/lock-hint';
import { usePolling } from '../../../hooks/use-polling';
import { useTranslate } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';
import { TargetDrawer } from './target-drawer';
import { TargetsTable } from './targets-table';

/** Milliseconds: a delivery takes a second or two. */
const pollingInterval = 5_000;

/** Settings → Commerce Bridge → CDN and caches. */
export function PurgingPage() {
  return (
    <Page.Protect permissions={[permissions.readSettings]}>
      <LoadedSettings>{(loaded) => <Purging {...loaded} />}</LoadedSettings>
    </Page.Protect>
  );
}

function Purging({ settings, canUpdate }: { settings: SettingsView; canUpdate: boolean }) {
  const t = useTranslate();
  const [edited, setEdited] = useState<{ target: PurgeTargetView | null } | null>(null);
  const lock = settings.locked['purgeTargets'];
  const { purgeTargets } = settings;
  const isEditable = canUpdate && lock === undefined;
  return (
    <PageFrame title={t('commerce-bridge.purging.title')} subtitle={t('commerce-bridge.purging.subtitle')}>
      {canUpdate ? null : <Notice tone="information">{t('commerce-bridge.permission.settingsReadOnly')}</Notice>}
      {lock === undefined ? null : <Notice tone="information">{lockHint(lock, t)}</Notice>}
      <Card
        title={t('commerce-bridge.setting.purgeTargets.label')}
        description={t('commerce-bridge.purging.description')}
        aside={
          isEditable ? (
            <Button variant="secondary" startIcon={<Plus />} onClick={() => setEdited({ target: null })}>
              {t('commerce-bridge.purging.add')}
            </Button>
          ) : null
        }
      >
        <Targets
          targets={purgeTargets}
          canAct={canUpdate}
          onEdit={isEditable ? (target) => setEdited({ target }) : null}
        />
      </Card>
      {edited === null ? null : <TargetDrawer target={edited.target} onClose={() => setEdited(null)} />}
    </PageFrame>
  );
}

interface TargetsProps {
  targets: PurgeTargetView[];
  canAct: boolean;
  onEdit: ((target: PurgeTargetView) => void) | null;
}

function Targets(props: TargetsProps) {
  const t = useTranslate();
  const { data, error, isLoading, refetch } = useGetPurgingQuery(undefined, { refetchOnMountOrArgChange: true });
  usePolling(refetch, pollingInterval);
  if (isLoading) return <Page.Loading />;
  if (data === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (data.targets.length === 0) return <EmptyState text={t('commerce-bridge.purging.empty')} />;
  return <TargetsTable states={data.targets} {...props} />;
}
