import { z } from 'zod';

/** Response of `GET /commerce-bridge/setup`: what the guide remembers, no matter what BigCommerce says now. */
export const setupProgress = z.object({
  /** Whether the stored credentials once had all that is required. */
  tested: z.boolean(),
  /** Whether webhooks were registered at the store. */
  registered: z.boolean(),
  /** Whether an administrator decided to go without them. */
  webhooksSkipped: z.boolean(),
});
export type SetupProgress = z.infer<typeof setupProgress>;
