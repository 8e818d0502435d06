import type { StrapiApp } from '@strapi/strapi/admin';
import { Store } from '@strapi/icons';
import { createElement } from 'react';
import { Navigate } from 'react-router-dom';
import { addUpstreamPanel } from './content-manager/add-panel';
import { addSyncedValues, showSyncedValues } from './content-manager/entry-layout';
import { contentLabels } from './content-manager/content-labels';
import { showSyncedColumns } from './content-manager/list-columns';
import { leaveOutActions } from './content-manager/leave-out-actions';
import { productField } from './field/product-field';
import { MenuIcon } from './menu/menu-icon';
import { permissions } from './permissions';
import { pluginId } from './plugin-id';
import { loadTranslations } from './translations/load-translations';

/** The plugin's entry point for Strapi's admin: registers its pages, settings, Content Manager parts, and texts. */
export default {
  register(app: StrapiApp): void {
    app.addMenuLink({
      to: `plugins/${pluginId}`,
      icon: MenuIcon,
      intlLabel: { id: 'commerce-bridge.plugin.name', defaultMessage: 'Commerce Bridge' },
      permissions: [permissions.readCatalog, permissions.manageEvents, permissions.manageHealth],
      position: 5,
      Component: () => import('./pages/bridge/bridge-pages').then(({ BridgePages }) => ({ default: BridgePages })),
    });
    app.widgets.register({
      id: 'overview',
      pluginId,
      icon: Store,
      title: { id: 'commerce-bridge.plugin.name', defaultMessage: 'Commerce Bridge' },
      link: {
        label: { id: 'commerce-bridge.widget.open', defaultMessage: 'Open overview' },
        href: `/plugins/${pluginId}`,
      },
      permissions: [permissions.readCatalog],
      component: () => import('./widget/bridge-widget').then(({ BridgeWidget }) => BridgeWidget),
    });
    app.addSettingsLink(
      { id: pluginId, intlLabel: { id: 'commerce-bridge.plugin.name', defaultMessage: 'Commerce Bridge' } },
      [
        {
          id: `${pluginId}-connection`,
          to: `${pluginId}/connection`,
          intlLabel: { id: 'commerce-bridge.connection.title', defaultMessage: 'Connection' },
          permissions: [permissions.readSettings],
          Component: () =>
            import('./pages/settings/connection/connection-page').then(({ ConnectionPage }) => ({
              default: ConnectionPage,
            })),
        },
        {
          id: `${pluginId}-sync`,
          to: `${pluginId}/sync`,
          intlLabel: { id: 'commerce-bridge.sync.title', defaultMessage: 'Sync' },
          permissions: [permissions.readSettings],
          Component: () =>
            import('./pages/settings/sync/sync-page').then(({ SyncPage }) => ({
              default: SyncPage,
            })),
        },
        {
          id: `${pluginId}-webhooks`,
          to: `${pluginId}/webhooks`,
          intlLabel: { id: 'commerce-bridge.webhooks.title', defaultMessage: 'Webhooks' },
          permissions: [permissions.readSettings],
          Component: () =>
            import('./pages/settings/webhooks/webhooks-page').then(({ WebhooksPage }) => ({ default: WebhooksPage })),
        },
        {
          id: `${pluginId}-markets`,
          to: `${pluginId}/markets`,
          intlLabel: { id: 'commerce-bridge.markets.title', defaultMessage: 'Markets' },
          permissions: [permissions.readSettings],
          Component: () =>
            import('./pages/settings/markets/markets-page').then(({ MarketsPage }) => ({ default: MarketsPage })),
        },
        {
          id: `${pluginId}-storefront`,
          to: `${pluginId}/storefront`,
          intlLabel: { id: 'commerce-bridge.storefront.title', defaultMessage: 'Storefront' },
          permissions: [permissions.readSettings],
          Component: () =>
            import('./pages/settings/storefront/storefront-page').then(({ StorefrontPage }) => ({
              default: StorefrontPage,
            })),
        },
        {
          id: `${pluginId}-purging`,
          to: `${pluginId}/purging`,
          intlLabel: { id: 'commerce-bridge.purging.title', defaultMessage: 'CDN and caches' },
          permissions: [permissions.readSettings],
          Component: () =>
            import('./pages/settings/purging/purging-page').then(({ PurgingPage }) => ({ default: PurgingPage })),
        },
        {
          id: `${pluginId}-health`,
          to: `${pluginId}/health`,
          intlLabel: { id: 'commerce-bridge.health.title', defaultMessage: 'Health' },
          permissions: [permissions.readSettings, permissions.manageHealth],
          Component: () =>
            import('./pages/settings/health/health-page').then(({ HealthPage }) => ({ default: HealthPage })),
        },
      ],
    );
    // The page's address in 0.1.0, which documents and bookmarks may contain.
    app.router.addRoute({
      path: `settings/${pluginId}/synchronisation`,
      element: createElement(Navigate, { to: `/settings/${pluginId}/sync`, replace: true }),
    });
    app.customFields.register(productField);
    addSyncedValues(app);
    app.registerPlugin({ id: pluginId, name: pluginId });
  },

  bootstrap(app: StrapiApp): void {
    addUpstreamPanel(app);
    leaveOutActions(app);
    showSyncedValues(app);
    showSyncedColumns(app);
  },

  registerTrads({ locales }: { locales: string[] }) {
    return Promise.all(
      locales.map(async (locale) => {
        const texts = await loadTranslations(locale);
        return { locale, data: { ...texts, ...contentLabels(texts) } };
      }),
    );
  },
};
