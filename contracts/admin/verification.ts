import { z } from 'zod';

/**
 * What can be wrong: the record itself differs from what was stored, and is fetched from the store again; its
 * precomputed response, its relations, its slug, or its entries in list or search indexes; or leftovers of removed
 * records.
 */
export const verifiedKind = z.enum(['record', 'precomputed', 'links', 'slug', 'index', 'search', 'leftovers']);
export type VerifiedKind = z.infer<typeof verifiedKind>;

export const verificationTrigger = z.enum(['manual', 'full_run', 'content_replaced', 'upgrade']);
export type VerificationTrigger = z.infer<typeof verificationTrigger>;

const verifiedEntity = z.enum(['category', 'brand', 'product']);

/** One verification, which compares everything derived from cached records with the records, and repairs it. */
export const verification = z.object({
  id: z.string(),
  status: z.enum(['running', 'succeeded', 'failed', 'cancelled']),
  trigger: verificationTrigger,
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  /** Records checked so far. */
  checked: z.object({ product: z.int(), category: z.int(), brand: z.int() }),
  /** Rows of further markets: checked ones, and damaged ones, which are read again. Absent without such markets. */
  markets: z.object({ checked: z.int(), repaired: z.int() }).optional(),
  /**
   * Rows with modifiers and metafields: checked ones, and damaged ones, which are read from the store again; `products`
   * lists some of the products. Absent if the site reads neither.
   */
  extras: z.object({ checked: z.int(), repaired: z.int(), products: z.array(z.int()) }).optional(),
  /** How often each kind was found wrong and repaired. */
  repaired: z.record(verifiedKind, z.int()),
  /** Damaged records that could not be fetched yet: the next run fetches them. */
  waiting: z.int(),
  /** Some of the repaired records. */
  examples: z.array(z.object({ entity: verifiedEntity, id: z.int(), kinds: z.array(verifiedKind) })),
  error: z.string().nullable(),
});
export type Verification = z.infer<typeof verification>;

/** Response of `GET /commerce-bridge/sync/verify`, and of starting (202, 409) and canceling one. */
export const verificationState = z.object({ current: verification.nullable(), last: verification.nullable() });
export type VerificationState = z.infer<typeof verificationState>;
