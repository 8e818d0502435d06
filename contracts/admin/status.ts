import { z } from 'zod';
import { healthIssue } from './health';

/** Which page of the admin fixes it. */
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

/** Why the status is what it is, as data for pages, which have their own wording, and as text. */
export const statusReason = healthIssue.extend({
  /** In English, with what to do about it. */
  text: z.string(),
  fix: fixPlace,
});
export type StatusReason = z.infer<typeof statusReason>;

/**
 * `failing`: something is broken, and only a person fixes it; `behind`: changes in BigCommerce are known, or must be
 * assumed, to be missing here; `not_set_up`: no store is connected, or nothing was ever synced.
 */
export const statusKind = z.enum(['up_to_date', 'behind', 'failing', 'not_set_up']);
export type StatusKind = z.infer<typeof statusKind>;

/** Whether this site is in sync with the store: the one status that every page shows. */
export const siteStatus = z.object({
  kind: statusKind,
  /** The last moment of which it is known that everything was up to date; null before there was one. */
  asOf: z.iso.datetime().nullable(),
  /** The gravest first; empty when up to date. */
  reasons: z.array(statusReason),
  /** What the setup guide lets an administrator skip, and what that means. */
  hints: z.array(statusReason),
});
export type SiteStatus = z.infer<typeof siteStatus>;
