import { z } from 'zod';

/** Response of `POST /commerce-bridge/products/:idOrSlug/resync`: what became of the product. */
export const productResync = z.object({
  id: z.int(),
  /**
   * `outdated`: an even newer response has been stored in the meantime; `removed`: upstream no longer has it; `absent`:
   * neither upstream nor the cache has it; `held`: upstream no longer has it, but the removal limit holds its removal
   * back; `failed`: upstream has it, but it cannot be cached.
   */
  outcome: z.enum(['created', 'updated', 'unchanged', 'outdated', 'removed', 'absent', 'held', 'failed']),
  /** Why it failed; null otherwise. */
  reason: z.string().nullable(),
});
export type ProductResync = z.infer<typeof productResync>;

/** Response of `POST /commerce-bridge/catalog/clear`: how many records were removed. */
export const catalogCleared = z.object({ products: z.int(), categories: z.int(), brands: z.int() });
export type CatalogCleared = z.infer<typeof catalogCleared>;

/**
 * Details of the 409 of `PUT /commerce-bridge/settings` if it would change the store while records of another one are
 * cached. If the request is sent again with `clearCachedStore: true` in addition to the settings, those are cleared
 * first.
 */
export const storeSwitchConflict = z.object({
  code: z.literal('store_switch'),
  cachedStore: z.string(),
  wantedStore: z.string(),
  records: z.int(),
});
export type StoreSwitchConflict = z.infer<typeof storeSwitchConflict>;
