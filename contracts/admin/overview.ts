import { z } from 'zod';
import { healthRecord } from './health';
import { syncState } from './runs';

/** Answer of `GET /commerce-bridge/overview`: whether the shop is in step, at a glance. */
export const overview = z.object({
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
  /** Webhook events that are kept, by state. */
  events: z.object({ pending: z.int(), failed: z.int(), complete: z.int(), dropped: z.int() }),
});
export type Overview = z.infer<typeof overview>;
