import { z } from 'zod';

/** A secret as the API shows it: whether it is set, and its last characters, never the secret itself (behavior 8.4). */
export const secretView = z.object({
  isSet: z.boolean(),
  /** Null for secrets too short to show a part of. */
  lastFour: z.string().nullable(),
  /** Whether the stored secret must be entered again, because the host's key has changed and it cannot be decrypted. */
  enterAgain: z.boolean(),
});
export type SecretView = z.infer<typeof secretView>;
