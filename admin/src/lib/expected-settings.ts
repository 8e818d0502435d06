import type { SettingsUpdate, SettingsView } from '../../../contracts/admin/settings';

/** What the settings that an update changes were when it was made, for the server to compare. */
export const expectedBy = (update: SettingsUpdate, stored: SettingsView): Record<string, unknown> =>
  Object.fromEntries(Object.entries(stored).filter(([name]) => Object.hasOwn(update, name)));
