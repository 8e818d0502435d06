import type { PurgeTargetUpdate, PurgeTargetView } from '../../../../../contracts/admin/purging';
import { useLazyGetBridgeSettingsQuery, useUpdateBridgeSettingsMutation } from '../../../api/settings-api';
import { type ListChange, withChange } from '../../../lib/list-change';

/**
 * Saves a change to one target. All targets are one setting, so it is read again right before: otherwise, saving would
 * undo what somebody else has saved since this page was opened, and delete the secret of a target that they added.
 */
export function useSaveTarget() {
  const [readSettings, { isFetching }] = useLazyGetBridgeSettingsQuery();
  const [update, { isLoading }] = useUpdateBridgeSettingsMutation();

  /** `overtaken`: somebody else has changed the same target, so nothing was saved. Rejects with the server's error. */
  const save = async (change: ListChange<PurgeTargetView, PurgeTargetUpdate>): Promise<'saved' | 'overtaken'> => {
    const { purgeTargets: now } = await readSettings(undefined).unwrap();
    // The server says so if a new target's name is taken.
    const next = change.from === null && change.to !== null ? [...now, change.to] : withChange(now, change);
    if (next === null) return 'overtaken';
    await update({ purgeTargets: next }).unwrap();
    return 'saved';
  };
  return { save, isSaving: isFetching || isLoading };
}
