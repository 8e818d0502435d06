import type { LockedBy } from '../../../../contracts/admin/settings';
import type { Translate } from '../../hooks/use-translate';

/** Where a setting that cannot be changed here comes from. */
export function lockHint(lock: LockedBy, t: Translate): string {
  return lock.source === 'environment'
    ? t('commerce-bridge.locked.environment', { name: lock.name })
    : t('commerce-bridge.locked.config', { name: lock.name });
}
