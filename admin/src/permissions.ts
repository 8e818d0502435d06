import { pluginId } from './plugin-id';

/** A permission as Strapi's page guards, menus and `useRBAC` compare it; those of a plugin have no subject. */
export interface PluginPermission {
  action: string;
  subject: null;
}

const permission = (name: string): PluginPermission => ({ action: `plugin::${pluginId}.${name}`, subject: null });

/** The actions of the plugin that pages ask for (behavior 9.2). The server decides; the page only reflects it. */
export const permissions = {
  readSettings: permission('settings.read'),
  updateSettings: permission('settings.update'),
  readCatalog: permission('catalog.read'),
  runSync: permission('sync.run'),
  manageWebhooks: permission('webhooks.manage'),
  manageEvents: permission('events.manage'),
  manageHealth: permission('health.manage'),
} as const;

/** To open a cached product in Strapi's Content Manager. */
export const readProduct = {
  action: 'plugin::content-manager.explorer.read',
  subject: `plugin::${pluginId}.product`,
} as const;
