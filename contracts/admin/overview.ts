import { z } from 'zod';
import { healthRecord } from './health';
import { siteInstance } from './instances';
import { heldRemoval } from './removals';
import { siteStatus } from './status';
import { runMode, runStatus, syncState } from './runs';

/** Response of `GET /commerce-bridge/overview`: whether the shop is in step, at a glance. */
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
    /** Those that the public API serves. */
    publishedProducts: z.int(),
    categories: z.int(),
    brands: z.int(),
  }),
  /** What the store no longer has and the removal limit keeps here; empty when nothing waits. */
  removalHeld: z.array(heldRemoval),
  /** Webhook events that are kept, by state. */
  events: z.object({ pending: z.int(), failed: z.int(), complete: z.int(), dropped: z.int() }),
  /** Those running now, the oldest first; one on SQLite. */
  instances: z.array(siteInstance),
  /** The store's request budget as this instance knows it; null before it asked the store anything. */
  quota: z
    .object({
      /** Requests that upstream allows in a window; null while it has not said. */
      limit: z.int().nullable(),
      /** Left in the current window; null when nothing was asked in it. */
      left: z.int().nullable(),
      /** Sent, without a response so far. */
      inFlight: z.int(),
      /** Held back until the budget allows them. */
      waiting: z.int(),
      /** Until when upstream accepts no requests; null when it does. */
      pausedUntil: z.iso.datetime().nullable(),
    })
    .nullable(),
});
export type Overview = z.infer<typeof overview>;

/** Response of `GET /commerce-bridge/overview/history`: what the charts show. */
export const overviewHistory = z.object({
  /** The last 30 finished runs that wrote, oldest first. */
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
      /** Null when none was completed. */
      averageMs: z.number().nullable(),
      longestMs: z.int().nullable(),
    }),
  ),
});
export type OverviewHistory = z.infer<typeof overviewHistory>;
