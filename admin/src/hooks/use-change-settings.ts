import type { SettingsUpdate, SettingsView } from '../../../contracts/admin/settings';
import { readApiError } from '../api/api-error';
import { useLazyGetBridgeSettingsQuery, useUpdateBridgeSettingsMutation } from '../api/settings-api';
import { expectedBy } from '../lib/expected-settings';

// More than two, since a read may return what was cached while the settings are being fetched anyway.
const mostAttempts = 5;

/**
 * Changes settings by what they are at that moment. A list is saved as a whole, so if somebody else saves it in between,
 * it is read again, and the change is made to what it is then.
 */
export function useChangeSettings() {
  const [readSettings, { isFetching }] = useLazyGetBridgeSettingsQuery();
  const [update, { isLoading }] = useUpdateBridgeSettingsMutation();

  /**
   * Rejects with the server's error.
   * @param change makes the update from the stored settings; null: nothing is saved
   */
  const changeSettings = async (
    change: (stored: SettingsView) => SettingsUpdate | null,
  ): Promise<'saved' | 'unchanged'> => {
    for (let attempt = 1; ; attempt += 1) {
      const stored = await readSettings(undefined).unwrap();
      const wanted = change(stored);
      if (wanted === null) return 'unchanged';
      try {
        await update({ ...wanted, expected: expectedBy(wanted, stored) }).unwrap();
        return 'saved';
      } catch (error) {
        if (attempt === mostAttempts || readApiError(error).said?.code !== 'settings_changed') throw error;
      }
    }
  };
  return { changeSettings, isSaving: isFetching || isLoading };
}
