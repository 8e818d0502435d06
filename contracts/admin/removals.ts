import { z } from 'zod';

/** Records that the store no longer has, and whose removal would exceed the removal limit (behavior 10.2). */
export const heldRemoval = z.object({
  entity: z.enum(['product', 'category', 'brand']),
  count: z.int(),
  /** Names of the first few. */
  examples: z.array(z.string()),
});
export type HeldRemoval = z.infer<typeof heldRemoval>;

/** Response of `POST /commerce-bridge/removals/allow`. */
export const removalsAllowed = z.object({
  removed: z.int(),
  /** Records that the store shows again; they have been updated. */
  shownAgain: z.int(),
});
export type RemovalsAllowed = z.infer<typeof removalsAllowed>;
