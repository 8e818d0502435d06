import type { PurgeTargetUpdate, PurgeTargetView } from '../../../../../contracts/admin/purging';
import { useChangeSettings } from '../../../hooks/use-change-settings';
import { type ListChange, withChange } from '../../../lib/list-change';

/**
 * Saves a change to one target. All targets are one setting, and what somebody else has saved since this page was opened
 * is kept, with the secret of a target that they added.
 */
export function useSaveTarget() {
  const { changeSettings, isSaving } = useChangeSettings();

  /** `overtaken`: somebody else has changed the same target, so nothing was saved. Rejects with the server's error. */
  const save = async (change: ListChange<PurgeTargetView, PurgeTargetUpdate>): Promise<'saved' | 'overtaken'> => {
    const outcome = await changeSettings(({ purgeTargets: now }) => {
      // The server says so if a new target's name is taken.
      const next = change.from === null && change.to !== null ? [...now, change.to] : withChange(now, change);
      return next && { purgeTargets: next };
    });
    return outcome === 'saved' ? 'saved' : 'overtaken';
  };
  return { save, isSaving };
}
