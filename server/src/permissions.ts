/** What administrators may be allowed to do (behavior 9.2); only super admins may at first. */
export const permissionActions = [
  { uid: 'settings.read', displayName: 'See the settings', subCategory: 'settings' },
  { uid: 'settings.update', displayName: 'Change the settings', subCategory: 'settings' },
  { uid: 'catalog.read', displayName: 'See the catalog', subCategory: 'catalog' },
  { uid: 'sync.run', displayName: 'Start and cancel synchronisations', subCategory: 'catalog' },
  { uid: 'webhooks.manage', displayName: 'Register webhooks', subCategory: 'webhooks' },
  { uid: 'events.manage', displayName: 'Retry and discard webhook events', subCategory: 'webhooks' },
  { uid: 'health.manage', displayName: 'Check and clear the health record', subCategory: 'health' },
].map((action) => ({ ...action, section: 'plugins', pluginName: 'commerce-bridge' }));

export type PermissionName =
  | 'settings.read'
  | 'settings.update'
  | 'catalog.read'
  | 'sync.run'
  | 'webhooks.manage'
  | 'events.manage'
  | 'health.manage';

/** The action's full name, as policies take it. */
export function permission(name: PermissionName): string {
  return `plugin::commerce-bridge.${name}`;
}
