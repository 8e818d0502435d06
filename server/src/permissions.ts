/** Actions that administrators can be allowed (behavior 9.2); by default, only super admins are. */
export const permissionActions = [
  { uid: 'settings.read', displayName: 'View settings', subCategory: 'settings' },
  { uid: 'settings.update', displayName: 'Change settings', subCategory: 'settings' },
  { uid: 'catalog.read', displayName: 'View the catalog', subCategory: 'catalog' },
  { uid: 'sync.run', displayName: 'Start and stop syncs', subCategory: 'catalog' },
  { uid: 'webhooks.manage', displayName: 'Register webhooks', subCategory: 'webhooks' },
  { uid: 'events.manage', displayName: 'Retry and discard webhook events', subCategory: 'webhooks' },
  { uid: 'health.manage', displayName: 'Run and clear health checks', subCategory: 'health' },
  { uid: 'metrics.read', displayName: 'Read metrics', subCategory: 'health' },
].map((action) => ({ ...action, section: 'plugins', pluginName: 'commerce-bridge' }));

export type PermissionName =
  | 'settings.read'
  | 'settings.update'
  | 'catalog.read'
  | 'sync.run'
  | 'webhooks.manage'
  | 'events.manage'
  | 'health.manage'
  | 'metrics.read';

/** Strapi's own permission to see cached products in the Content Manager. */
export const readProducts = {
  action: 'plugin::content-manager.explorer.read',
  subject: 'plugin::commerce-bridge.product',
} as const;

/** The action's full name, in the form that policies expect. */
export function permission(name: PermissionName): string {
  return `plugin::commerce-bridge.${name}`;
}
