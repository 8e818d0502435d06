import { Page } from '@strapi/strapi/admin';
import { useGetBridgeSettingsQuery } from '../../../api/settings-api';
import { LoadFailure } from '../../../components/load-failure';
import { useAllowed } from '../../../hooks/use-allowed';
import { permissions } from '../../../permissions';
import { ConnectionEditor } from './connection-editor';

/** Settings → Commerce Bridge → Connection. */
export function ConnectionPage() {
  return (
    <Page.Protect permissions={[permissions.readSettings]}>
      <LoadedConnection />
    </Page.Protect>
  );
}

function LoadedConnection() {
  const { data: settings, error, isLoading, refetch } = useGetBridgeSettingsQuery(undefined);
  const update = useAllowed(permissions.updateSettings);
  if (isLoading || update.isLoading) return <Page.Loading />;
  if (settings === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return (
    <Page.Main>
      <ConnectionEditor settings={settings} canUpdate={update.allowed} />
    </Page.Main>
  );
}
