import { z } from 'zod';

/** The kinds of cached records, as addresses name them. */
export const recordEntity = z.enum(['product', 'category', 'brand']);
export type RecordEntity = z.infer<typeof recordEntity>;

/** Path of `/commerce-bridge/records/:entity/:id`; the id is upstream's. */
export const recordParams = z.object({ entity: recordEntity, id: z.coerce.number().int().min(1) });

/** Response of `GET /commerce-bridge/records/:entity/:id`: where a record comes from. */
export const recordOrigin = z.object({
  /** The start of the last successful run, which compared all records written before it. Null before the first one. */
  comparedAt: z.iso.datetime().nullable(),
  /** Its page in upstream's control panel; null without a store. */
  upstreamUrl: z.string().nullable(),
});
export type RecordOrigin = z.infer<typeof recordOrigin>;
