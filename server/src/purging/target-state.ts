import type { TargetState } from '../../../contracts/admin/purging';
import { knownCauses } from '../outbox/known-causes';
import type { TargetProgress } from '../outbox/outbox-queue';

/** A target's progress as the API shows it. */
export function presentProgress(
  { name, waiting, oldest, deliveredAt, failedAt, error, reason, attempts, retryIn, dropped }: TargetProgress,
  { kind }: { kind: TargetState['kind'] },
): TargetState {
  return {
    key: name,
    kind,
    waiting,
    oldestSeconds: oldest === null ? null : Math.floor(oldest / 1000),
    deliveredAt: deliveredAt?.toISOString() ?? null,
    failedAt: failedAt?.toISOString() ?? null,
    error,
    ...knownCauses(error === null ? null : reason),
    retryInSeconds: attempts === 0 ? null : Math.ceil(retryIn / 1000),
    dropped,
  };
}
