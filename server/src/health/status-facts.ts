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
  /** Until when everything that was delivered is in the catalog; null when nothing was delivered. */
  reportedUntil: Date | null;
  /** The channel that the settings name, or else the store's default one; null while that is not known. */
  channelId: number | null;
  /** What the checks found that still holds. */
  findings: readonly HealthFinding[];
}
