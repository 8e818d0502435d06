import { z } from 'zod';

/** Work that only one instance does at a time. */
export const instanceWork = z.enum([
  'run',
  'events',
  'verification',
  'schedule',
  'storefront_token',
  'webhook_registration',
  'deliveries',
  'markets',
  'modifiers',
  'metafields',
]);
export type InstanceWork = z.infer<typeof instanceWork>;

/** One running process of the site (behavior 12.7). */
export const siteInstance = z.object({
  id: z.string(),
  /** Whether it sent this response. */
  isThis: z.boolean(),
  /** The plugin's version. */
  version: z.string(),
  host: z.string(),
  pid: z.int(),
  startedAt: z.iso.datetime(),
  /** How many milliseconds its clock is ahead of the database's. */
  clockAheadMs: z.int(),
  /** The work that it is doing now. */
  holds: z.array(instanceWork),
});
export type SiteInstance = z.infer<typeof siteInstance>;
