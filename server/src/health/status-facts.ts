import type { Milliseconds } from '../lib/durations';
import type { RunFacts } from '../sync/runs/run-facts';
import type { HealthFinding } from './health-check';

/** What the status is computed from. */
export interface StatusFacts {
  now: Date;
  /** Whether there are credentials for a store. */
  isConnected: boolean;
  runs: RunFacts;
  /** The longest pause between two scheduled runs; null while the schedule is off. */
  period: Milliseconds | null;
  /** Since when webhooks report every change without a gap; null while none is registered. */
  reportedSince: Date | null;
  /** Everything delivered until this time is in the catalog; null when nothing was delivered. */
  reportedUntil: Date | null;
  /** The channel in the settings, otherwise the store's default channel; null while unknown. */
  channelId: number | null;
  /** Findings of the last check that still hold. */
  findings: readonly HealthFinding[];
}
