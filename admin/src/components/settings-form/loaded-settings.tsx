import type { ReactNode } from 'react';
import { Page } from '@strapi/strapi/admin';
import type { SettingsView } from '../../../../contracts/admin/settings';
import { useGetBridgeSettingsQuery } from '../../api/settings-api';
import { useAllowed } from '../../hooks/use-allowed';
import { permissions } from '../../permissions';
import { LoadFailure } from '../load-failure';

export interface LoadedSettingsProps {
  children: (loaded: { settings: SettingsView; canUpdate: boolean }) => ReactNode;
}

/** Renders its children with the settings and whether this administrator may change them, once both are known. */
export function LoadedSettings({ children }: LoadedSettingsProps) {
  const {
    data: settings,
    error,
    isLoading,
    refetch,
  } = useGetBridgeSettingsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const update = useAllowed(permissions.updateSettings);
  if (isLoading || update.isLoading) return <Page.Loading />;
  if (settings === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return <Page.Main>{children({ settings, canUpdate: update.allowed })}</Page.Main>;
}
