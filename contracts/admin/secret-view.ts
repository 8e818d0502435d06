import { z } from 'zod';

/** A secret as the API shows it: whether there is one, and its end, never the secret (behavior 8.4). */
export const secretView = z.object({
  isSet: z.boolean(),
  /** Null for secrets too short to show a part of. */
  lastFour: z.string().nullable(),
  /** True when a stored value can no longer be opened, since the host's key changed: enter it again. */
  enterAgain: z.boolean(),
});
export type SecretView = z.infer<typeof secretView>;
