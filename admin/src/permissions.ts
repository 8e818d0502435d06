import { pluginId } from './plugin-id';

/** A permission as Strapi's page guards, menus, and `useRBAC` compare it; a plugin's permissions have no subject. */
export interface PluginPermission {
  action: string;
  subject: null;
}

const permission = (name: string): PluginPermission => ({ action: `plugin::${pluginId}.${name}`, subject: null });

/** The plugin's permissions that pages check (behavior 9.2). The server enforces them; pages only reflect them. */
export const permissions = {
  readSettings: permission('settings.read'),
  updateSettings: permission('settings.update'),
  readCatalog: permission('catalog.read'),
  runSync: permission('sync.run'),
  manageWebhooks: permission('webhooks.manage'),
  manageEvents: permission('events.manage'),
  manageHealth: permission('health.manage'),
} as const;

/** Permission to open a cached product in Strapi's Content Manager. */
export const readProduct = {
  action: 'plugin::content-manager.explorer.read',
  subject: `plugin::${pluginId}.product`,
} as const;
