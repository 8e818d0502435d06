import { z } from 'zod';

/** Work that one instance at a time does. */
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
  /** Of the plugin. */
  version: z.string(),
  host: z.string(),
  pid: z.int(),
  startedAt: z.iso.datetime(),
  /** How many milliseconds its clock is ahead of the database's. */
  clockAheadMs: z.int(),
  /** What it does at this moment. */
  holds: z.array(instanceWork),
});
export type SiteInstance = z.infer<typeof siteInstance>;
