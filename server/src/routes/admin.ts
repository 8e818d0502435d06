import { permission, type PermissionName } from '../permissions';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A route of the admin API: an administrator's session, and the permission it takes. */
function guarded(method: Method, path: string, handler: string, needed: PermissionName) {
  return {
    method,
    path,
    handler,
    config: {
      policies: [
        'admin::isAuthenticatedAdmin',
        { name: 'admin::hasPermissions', config: { actions: [permission(needed)] } },
      ],
    },
  };
}

/** The admin API below `/commerce-bridge` (behavior 9.1). */
export const adminRoutes = {
  type: 'admin',
  routes: [
    guarded('GET', '/settings', 'settings.read', 'settings.read'),
    guarded('PUT', '/settings', 'settings.update', 'settings.update'),
    guarded('POST', '/settings/test-connection', 'settings.testConnection', 'settings.update'),
    guarded('GET', '/sync', 'sync.state', 'catalog.read'),
    guarded('POST', '/sync', 'sync.start', 'sync.run'),
    guarded('POST', '/sync/cancel', 'sync.cancel', 'sync.run'),
    guarded('GET', '/sync/verify', 'verification.state', 'catalog.read'),
    guarded('POST', '/sync/verify', 'verification.start', 'sync.run'),
    guarded('POST', '/sync/verify/cancel', 'verification.cancel', 'sync.run'),
    guarded('GET', '/sync/runs', 'sync.history', 'catalog.read'),
    guarded('GET', '/sync/runs/:id/report', 'sync.report', 'catalog.read'),
    guarded('GET', '/products', 'catalog.list', 'catalog.read'),
    guarded('GET', '/products/:id', 'catalog.detail', 'catalog.read'),
    guarded('GET', '/products/:id/upstream', 'catalog.upstream', 'catalog.read'),
    guarded('GET', '/categories', 'catalog.categories', 'catalog.read'),
    guarded('GET', '/brands', 'catalog.brands', 'catalog.read'),
    guarded('GET', '/sync/runs/:id/log', 'sync.log', 'catalog.read'),
    guarded('GET', '/sync/runs/:id/failures', 'sync.failures', 'catalog.read'),
    guarded('GET', '/sync/runs/:id/changes', 'sync.changes', 'catalog.read'),
    guarded('POST', '/products/:idOrSlug/resync', 'catalog.resync', 'sync.run'),
    guarded('GET', '/records/:entity/:id', 'records.origin', 'catalog.read'),
    guarded('POST', '/records/:entity/:id/resync', 'records.resync', 'sync.run'),
    guarded('POST', '/removals/allow', 'removals.allow', 'sync.run'),
    guarded('POST', '/catalog/clear', 'catalog.clear', 'settings.update'),
    guarded('POST', '/cache/purge', 'cache.purge', 'settings.update'),
    guarded('GET', '/webhooks', 'webhooks.list', 'settings.read'),
    guarded('POST', '/webhooks/register', 'webhooks.register', 'webhooks.manage'),
    guarded('POST', '/webhooks/secret', 'webhookSecret.generate', 'webhooks.manage'),
    guarded('GET', '/events', 'events.list', 'events.manage'),
    guarded('GET', '/events/deliveries', 'events.deliveries', 'events.manage'),
    guarded('POST', '/events/retry', 'events.retryAll', 'events.manage'),
    guarded('POST', '/events/:id/retry', 'events.retry', 'events.manage'),
    guarded('DELETE', '/events/:id', 'events.discard', 'events.manage'),
    guarded('GET', '/health', 'health.read', 'settings.read'),
    guarded('POST', '/health/check', 'health.check', 'health.manage'),
    guarded('DELETE', '/health', 'health.clear', 'health.manage'),
    guarded('GET', '/notice', 'health.notice', 'health.manage'),
    guarded('GET', '/overview', 'health.overview', 'catalog.read'),
    guarded('GET', '/overview/history', 'health.history', 'catalog.read'),
    guarded('GET', '/diagnostics', 'diagnostics.read', 'settings.read'),
  ],
};
