import { z } from 'zod';

/** Response of `GET /commerce-bridge/setup`: what the guide remembers, regardless of BigCommerce's current state. */
export const setupProgress = z.object({
  /** Whether the stored credentials have passed a test with all required scopes. */
  tested: z.boolean(),
  /** Whether webhooks were registered at the store. */
  registered: z.boolean(),
  /** Whether an administrator skipped webhooks. */
  webhooksSkipped: z.boolean(),
});
export type SetupProgress = z.infer<typeof setupProgress>;
