import { useState } from 'react';
import { Page } from '@strapi/strapi/admin';
import { Button } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import type { MarketSetting } from '../../../../../contracts/admin/markets';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { useGetMarketChoicesQuery } from '../../../api/markets-api';
import { Card } from '../../../components/card';
import { LoadFailure, PartFailure } from '../../../components/load-failure';
import { Notice } from '../../../components/notice';
import { PageFrame } from '../../../components/page-frame';
import { LoadedSettings } from '../../../components/settings-form/loaded-settings';
import { lockHint } from '../../../components/settings-form/lock-hint';
import { useAllowed } from '../../../hooks/use-allowed';
import { useTranslate } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';
import { LocalesCard } from './locales-card';
import { MarketDrawer } from './market-drawer';
import { MarketsTable, type MarketsTableProps } from './markets-table';
import { PreviewCard } from './preview-card';
import { usePolledMarkets } from './use-polled-markets';

/** Settings → Commerce Bridge → Markets. */
export function MarketsPage() {
  return (
    <Page.Protect permissions={[permissions.readSettings]}>
      <LoadedSettings>{(loaded) => <Markets {...loaded} />}</LoadedSettings>
    </Page.Protect>
  );
}

function Markets({ settings, canUpdate }: { settings: SettingsView; canUpdate: boolean }) {
  const t = useTranslate();
  const [edited, setEdited] = useState<{ market: MarketSetting | null } | null>(null);
  const { data: choices, error, refetch } = useGetMarketChoicesQuery(undefined);
  const { allowed: canSync } = useAllowed(permissions.runSync);
  const { allowed: canPreview } = useAllowed(permissions.readCatalog);
  const lock = settings.locked['markets'];
  const { markets } = settings;
  const isEditable = canUpdate && lock === undefined;
  return (
    <PageFrame title={t('commerce-bridge.markets.title')} subtitle={t('commerce-bridge.markets.subtitle')}>
      {canUpdate ? null : <Notice tone="information">{t('commerce-bridge.permission.settingsReadOnly')}</Notice>}
      {lock === undefined ? null : <Notice tone="information">{lockHint(lock, t)}</Notice>}
      {error === undefined ? null : <PartFailure error={error} onRetry={() => void refetch()} />}
      <Card
        title={t('commerce-bridge.setting.markets.label')}
        description={t('commerce-bridge.markets.description')}
        aside={
          isEditable ? (
            <Button
              variant="secondary"
              startIcon={<Plus />}
              disabled={choices === undefined}
              onClick={() => setEdited({ market: null })}
            >
              {t('commerce-bridge.markets.add')}
            </Button>
          ) : null
        }
      >
        <Rows
          markets={markets}
          choices={choices}
          canSync={canSync}
          canUpdate={isEditable}
          onEdit={isEditable && choices !== undefined ? (market) => setEdited({ market }) : null}
        />
      </Card>
      {markets.length > 0 ? <LocalesCard settings={settings} canUpdate={canUpdate} /> : null}
      {canPreview && markets.length > 0 ? <PreviewCard /> : null}
      {edited === null || choices === undefined ? null : (
        <MarketDrawer market={edited.market} markets={markets} choices={choices} onClose={() => setEdited(null)} />
      )}
    </PageFrame>
  );
}

function Rows(props: Omit<MarketsTableProps, 'rows'>) {
  const { data, error, isLoading, refetch } = usePolledMarkets();
  if (isLoading) return <Page.Loading />;
  if (data === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return <MarketsTable rows={data.markets} {...props} />;
}
