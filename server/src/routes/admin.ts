import { permission, type PermissionName } from '../permissions';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A route of the admin API: an administrator's session, and the permission it takes. */
function guarded(method: Method, path: string, handler: string, needed: PermissionName) {
  return {
    method,
    path,
    handler,
    config: {
      policies: ['admin::isAuthenticatedAdmin', { name: 'admin::hasPermissions', config: { actions: [permission(needed)] } }],
    },
  };
}

/** The admin API below `/commerce-bridge` (decisions 9). */
export const adminRoutes = {
  type: 'admin',
  routes: [
    guarded('GET', '/settings', 'settings.read', 'settings.read'),
    guarded('PUT', '/settings', 'settings.update', 'settings.update'),
    guarded('POST', '/settings/test-connection', 'settings.testConnection', 'settings.update'),
    guarded('GET', '/sync', 'sync.state', 'catalog.read'),
    guarded('POST', '/sync', 'sync.start', 'sync.run'),
    guarded('POST', '/sync/cancel', 'sync.cancel', 'sync.run'),
    guarded('GET', '/sync/runs', 'sync.history', 'catalog.read'),
  ],
};
