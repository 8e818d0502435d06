import { z } from 'zod';

/**
 * Set in a site's environment if its runs write in a thread; otherwise they write in the main thread, as with one
 * processor.
 */
export const writesInThread = 'PARTS_WRITER_THREAD';

/** The tasks of `site.ts`. `fill`: a run, until this many products have been fetched. */
export const siteTask = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['write', 'begin', 'count', 'processor', 'stop']) }),
  z.object({ kind: z.literal('fill'), products: z.number() }),
]);
export type SiteTask = z.infer<typeof siteTask>;

const writing = z.object({
  /** The number of products. */
  perSecond: z.number(),
  /** The same per second of the main thread's CPU time, which depends less on other load on the machine. */
  perProcessorSecond: z.number(),
  /** How long the event loop was blocked, beyond a millisecond: the p99 and the maximum. */
  holdMilliseconds: z.number(),
  longestHoldMilliseconds: z.number(),
});
export type Writing = z.infer<typeof writing>;

/** What it sends back, once for each task. */
export const siteResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), url: z.string() }),
  z.object({ kind: z.literal('written'), writing }),
  z.object({ kind: z.literal('begun'), fetched: z.number() }),
  /** CPU time of the main thread since it started. */
  z.object({ kind: z.literal('processor'), seconds: z.number() }),
  z.object({ kind: z.literal('stopped') }),
]);
export type SiteResult = z.infer<typeof siteResult>;
