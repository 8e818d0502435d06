import type { Permission } from '../policies/has-one-permission';
import { permission, type PermissionName, readProducts } from '../permissions';
import { schemasOf } from './admin-schemas';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A route of the admin API, which requires an administrator's session and this permission. */
const guarded = (method: Method, path: string, { handler, needs }: { handler: string; needs: PermissionName }) => ({
  method,
  path,
  handler,
  ...schemasOf(handler),
  config: { policies: policiesOf([{ action: permission(needs) }]) },
});

/** A route for administrators who can read the catalog, or cached products in the Content Manager (behavior 9.2). */
const forReaders = (path: string, handler: string) => ({
  method: 'GET',
  path,
  handler,
  ...schemasOf(handler),
  config: { policies: policiesOf([{ action: permission('catalog.read') }, readProducts]) },
});

/** Strapi's own policy would count permissions with a condition, since it names no record to check the condition on. */
const policiesOf = (actions: readonly Permission[]) => [
  'admin::isAuthenticatedAdmin',
  { name: 'plugin::commerce-bridge.has-one-permission', config: { actions } },
];

/** The admin API below `/commerce-bridge` (behavior 9.1). */
export const adminRoutes = {
  type: 'admin',
  routes: [
    guarded('GET', '/settings', { handler: 'settings.read', needs: 'settings.read' }),
    guarded('PUT', '/settings', { handler: 'settings.update', needs: 'settings.update' }),
    guarded('GET', '/setup', { handler: 'setup.read', needs: 'settings.read' }),
    guarded('POST', '/setup/skip-webhooks', { handler: 'setup.skipWebhooks', needs: 'webhooks.manage' }),
    guarded('GET', '/usage', { handler: 'usage.read', needs: 'settings.read' }),
    guarded('GET', '/usage/openapi', { handler: 'usage.document', needs: 'settings.read' }),
    guarded('POST', '/settings/test-connection', { handler: 'settings.testConnection', needs: 'settings.update' }),
    guarded('GET', '/sync', { handler: 'sync.state', needs: 'catalog.read' }),
    guarded('POST', '/sync', { handler: 'sync.start', needs: 'sync.run' }),
    guarded('POST', '/sync/cancel', { handler: 'sync.cancel', needs: 'sync.run' }),
    guarded('GET', '/sync/verify', { handler: 'verification.state', needs: 'catalog.read' }),
    guarded('POST', '/sync/verify', { handler: 'verification.start', needs: 'sync.run' }),
    guarded('POST', '/sync/verify/cancel', { handler: 'verification.cancel', needs: 'sync.run' }),
    guarded('GET', '/sync/runs', { handler: 'sync.history', needs: 'catalog.read' }),
    guarded('GET', '/sync/runs/:id/report', { handler: 'sync.report', needs: 'catalog.read' }),
    forReaders('/products', 'catalog.list'),
    guarded('GET', '/products/:id', { handler: 'catalog.detail', needs: 'catalog.read' }),
    guarded('GET', '/products/:id/upstream', { handler: 'catalog.upstream', needs: 'catalog.read' }),
    guarded('GET', '/products/:id/markets/:key', { handler: 'productMarkets.compare', needs: 'catalog.read' }),
    guarded('GET', '/categories', { handler: 'catalog.categories', needs: 'catalog.read' }),
    guarded('GET', '/brands', { handler: 'catalog.brands', needs: 'catalog.read' }),
    guarded('GET', '/sync/runs/:id/log', { handler: 'sync.log', needs: 'catalog.read' }),
    guarded('GET', '/sync/runs/:id/failures', { handler: 'sync.failures', needs: 'catalog.read' }),
    guarded('GET', '/sync/runs/:id/changes', { handler: 'sync.changes', needs: 'catalog.read' }),
    guarded('POST', '/products/:idOrSlug/resync', { handler: 'catalog.resync', needs: 'sync.run' }),
    guarded('GET', '/records/:entity/:id', { handler: 'records.origin', needs: 'catalog.read' }),
    forReaders('/records/:entity/:id/entries', 'records.entries'),
    guarded('POST', '/records/:entity/:id/resync', { handler: 'records.resync', needs: 'sync.run' }),
    guarded('GET', '/markets', { handler: 'marketDesk.list', needs: 'settings.read' }),
    guarded('GET', '/markets/choices', { handler: 'marketDesk.choices', needs: 'settings.read' }),
    guarded('GET', '/markets/locales/:channelId', { handler: 'marketDesk.locales', needs: 'settings.read' }),
    guarded('POST', '/markets/cost', { handler: 'marketDesk.cost', needs: 'settings.read' }),
    guarded('GET', '/markets/preview/:id', { handler: 'marketDesk.preview', needs: 'catalog.read' }),
    guarded('POST', '/markets/:key/sync', { handler: 'marketSync.start', needs: 'sync.run' }),
    guarded('POST', '/removals/allow', { handler: 'removals.allow', needs: 'sync.run' }),
    guarded('POST', '/catalog/clear', { handler: 'catalog.clear', needs: 'settings.update' }),
    guarded('POST', '/cache/purge', { handler: 'cache.purge', needs: 'settings.update' }),
    guarded('GET', '/field-import', { handler: 'fieldImport.plan', needs: 'settings.update' }),
    guarded('POST', '/field-import', { handler: 'fieldImport.importPage', needs: 'settings.update' }),
    guarded('GET', '/purging', { handler: 'purging.state', needs: 'settings.read' }),
    guarded('POST', '/purging/:key/retry', { handler: 'purging.retry', needs: 'settings.update' }),
    guarded('POST', '/purging/:key/test', { handler: 'purging.test', needs: 'settings.update' }),
    guarded('GET', '/webhooks', { handler: 'webhooks.list', needs: 'settings.read' }),
    guarded('POST', '/webhooks/register', { handler: 'webhooks.register', needs: 'webhooks.manage' }),
    guarded('POST', '/webhooks/secret', { handler: 'webhookSecret.generate', needs: 'webhooks.manage' }),
    guarded('GET', '/events', { handler: 'events.list', needs: 'events.manage' }),
    guarded('GET', '/events/deliveries', { handler: 'events.deliveries', needs: 'events.manage' }),
    guarded('POST', '/events/retry', { handler: 'events.retryAll', needs: 'events.manage' }),
    guarded('POST', '/events/:id/retry', { handler: 'events.retry', needs: 'events.manage' }),
    guarded('DELETE', '/events/:id', { handler: 'events.discard', needs: 'events.manage' }),
    guarded('GET', '/health', { handler: 'health.read', needs: 'settings.read' }),
    guarded('POST', '/health/check', { handler: 'health.check', needs: 'health.manage' }),
    guarded('DELETE', '/health', { handler: 'health.clear', needs: 'health.manage' }),
    guarded('GET', '/notice', { handler: 'health.notice', needs: 'health.manage' }),
    guarded('GET', '/overview', { handler: 'health.overview', needs: 'catalog.read' }),
    guarded('GET', '/overview/history', { handler: 'health.history', needs: 'catalog.read' }),
    guarded('GET', '/metrics', { handler: 'metrics.read', needs: 'metrics.read' }),
    guarded('GET', '/diagnostics', { handler: 'diagnostics.read', needs: 'settings.read' }),
  ],
};
