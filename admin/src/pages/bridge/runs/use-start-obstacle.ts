import { useGetBridgeSettingsQuery } from '../../../api/settings-api';
import { useAllowed } from '../../../hooks/use-allowed';
import { permissions } from '../../../permissions';

/** Why this administrator cannot start a run now, as far as the page can tell; the server may still reject it. */
export type StartObstacle =
  | { kind: 'none' }
  | { kind: 'unknown' }
  | { kind: 'noPermission' }
  | { kind: 'noCredentials' };

/** Checks the administrator's permissions and, if they may see them, the credentials. */
export function useStartObstacle(): StartObstacle {
  const run = useAllowed(permissions.runSync);
  const readSettings = useAllowed(permissions.readSettings);
  const { data: settings } = useGetBridgeSettingsQuery(undefined, { skip: !readSettings.allowed });
  if (run.isLoading || readSettings.isLoading) return { kind: 'unknown' };
  if (!run.allowed) return { kind: 'noPermission' };
  if (settings !== undefined && (settings.storeHash === null || !settings.accessToken.isSet))
    return { kind: 'noCredentials' };
  return { kind: 'none' };
}
