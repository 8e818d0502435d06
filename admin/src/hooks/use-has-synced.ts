import { useGetOverviewQuery } from '../api/overview-api';
import { permissions } from '../permissions';
import { useAllowed } from './use-allowed';

/** Whether the catalog was ever synced; undefined while unknown, and for administrators who may not see the catalog. */
export function useHasSynced(): boolean | undefined {
  const { allowed } = useAllowed(permissions.readCatalog);
  const { data } = useGetOverviewQuery(undefined, { skip: !allowed });
  if (data === undefined) return undefined;
  const status = data.sync.lastWriting?.status;
  return status === 'succeeded' || status === 'partial' || data.counts.products > 0;
}
