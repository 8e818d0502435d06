import type { Milliseconds } from '../lib/durations';
import type { RunFacts } from '../sync/run-facts';
import type { HealthFinding } from './health-check';

/** What the status is computed from. */
export interface StatusFacts {
  now: Date;
  /** Whether there are credentials for a store. */
  isConnected: boolean;
  runs: RunFacts;
  /** The longest pause between two runs of the schedule; null while it is off. */
  period: Milliseconds | null;
  /** Since when webhooks report every change without a gap; null while none is registered. */
  reportedSince: Date | null;
  /** When the last delivery was accepted, if none waits any more; null otherwise. */
  lastDelivery: Date | null;
  /** What the checks found that still holds. */
  findings: readonly HealthFinding[];
}
