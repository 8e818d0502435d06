import { minutes } from '../../lib/durations';
import { knownCauses } from '../../outbox/known-causes';
import type { TargetProgress } from '../../outbox/outbox-queue';
import type { HealthCheck, HealthFinding } from '../health-check';

// Most CDN outages are shorter (behavior 7.4).
const longestWait = minutes(15);

/** Checks that every external system could be notified of the changes it subscribes to. */
export function createOutboxCheck({ progress }: { progress: () => Promise<TargetProgress[]> }): HealthCheck {
  return {
    subject: 'outbox',
    run: async () => (await progress()).flatMap(findingsOf),
  };
}

function findingsOf({ name, oldest, attempts, error, reason, dropped }: TargetProgress): HealthFinding[] {
  if (dropped > 0) {
    const values = { target: name, count: dropped, error: error ?? '' };
    const text = `${dropped} ${dropped === 1 ? 'change' : 'changes'} could not be delivered to ${name} for 24 hours and will not be anymore (${values.error}). Once it can be reached again, it is notified that everything changed.`;
    return [{ code: 'outbox_dropped', values, ...knownCauses(reason), text }];
  }
  if (attempts === 0 || oldest === null || oldest <= longestWait) return [];
  const values = { target: name, count: Math.floor(oldest / minutes(1)), error: error ?? '' };
  const text = `Changes have been waiting for ${values.count} minutes to be delivered to ${name} (${values.error}). What it caches may be outdated.`;
  return [{ code: 'outbox_waiting', values, ...knownCauses(reason), text }];
}
