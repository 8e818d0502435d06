import { z } from 'zod';
import { healthIssue } from './health';

/** The admin page on which a problem can be fixed. */
export const fixPlace = z.enum([
  'setup',
  'connection',
  'webhooks',
  'storefront',
  'purging',
  'sync',
  'markets',
  'runs',
  'events',
  'health',
]);
export type FixPlace = z.infer<typeof fixPlace>;

/** The reason for a status: as data for pages, which have their own wording, and as text. */
export const statusReason = healthIssue.extend({
  /** In English, including what to do about it. */
  text: z.string(),
  fix: fixPlace,
});
export type StatusReason = z.infer<typeof statusReason>;

/**
 * `failing`: something is broken and needs a person to fix it; `behind`: changes in BigCommerce are known, or must be
 * assumed, to be missing here; `not_set_up`: no store is connected, or nothing was ever synced.
 */
export const statusKind = z.enum(['up_to_date', 'behind', 'failing', 'not_set_up']);
export type StatusKind = z.infer<typeof statusKind>;

/** Whether this site is in sync with the store: the status that every page shows. */
export const siteStatus = z.object({
  kind: statusKind,
  /** The last time at which everything was known to be up to date; null if there was none yet. */
  asOf: z.iso.datetime().nullable(),
  /** The most serious first; empty when up to date. */
  reasons: z.array(statusReason),
  /** Steps of the setup guide that were skipped, and the consequences. */
  hints: z.array(statusReason),
});
export type SiteStatus = z.infer<typeof siteStatus>;
