import { z } from 'zod';
import { healthRecord } from './health';
import { siteInstance } from './instances';
import { heldRemoval } from './removals';
import { siteStatus } from './status';
import { runMode, runStatus, syncState } from './runs';

/** Response of `GET /commerce-bridge/overview`: whether the site is in sync, at a glance. */
export const overview = z.object({
  status: siteStatus,
  /** Null before the first check and after clearing. */
  health: healthRecord.nullable(),
  sync: syncState,
  /** When the schedule starts the next run; null when it is off. */
  nextRunAt: z.iso.datetime().nullable(),
  /** Cached records. */
  counts: z.object({
    products: z.int(),
    /** Products that the public API serves. */
    publishedProducts: z.int(),
    categories: z.int(),
    brands: z.int(),
  }),
  /** Records that the store no longer has, but the removal limit keeps here; empty when there are none. */
  removalHeld: z.array(heldRemoval),
  /** Stored webhook events, by status. */
  events: z.object({ pending: z.int(), failed: z.int(), complete: z.int(), dropped: z.int() }),
  /** The running instances, oldest first; always one on SQLite. */
  instances: z.array(siteInstance),
  /** The store's request budget as known to this instance; null before its first request to the store. */
  quota: z
    .object({
      /** Requests that upstream allows per window; null until it has reported that. */
      limit: z.int().nullable(),
      /** Requests left in the current window; null if none was sent in it. */
      left: z.int().nullable(),
      /** Requests that were sent and have no response yet. */
      inFlight: z.int(),
      /** Requests that wait until the budget allows them. */
      waiting: z.int(),
      /** Until when upstream accepts no requests; null if it accepts them. */
      pausedUntil: z.iso.datetime().nullable(),
    })
    .nullable(),
});
export type Overview = z.infer<typeof overview>;

/** Response of `GET /commerce-bridge/overview/history`: the charts' data. */
export const overviewHistory = z.object({
  /** The last 30 finished runs that were not dry, oldest first. */
  runs: z.array(
    z.object({
      id: z.string(),
      mode: runMode,
      status: runStatus,
      startedAt: z.iso.datetime(),
      seconds: z.number(),
      /** Records of all kinds that were created, updated or removed. */
      changed: z.int(),
      failed: z.int(),
    }),
  ),
  /** The last 24 hours, oldest first: how long events took from their arrival until the catalog was up to date. */
  eventDelays: z.array(
    z.object({
      hour: z.iso.datetime(),
      completed: z.int(),
      /** Null when no event was completed. */
      averageMs: z.number().nullable(),
      longestMs: z.int().nullable(),
    }),
  ),
});
export type OverviewHistory = z.infer<typeof overviewHistory>;
