import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { StateStore } from '../database/knex-state-store';

const stateName = 'webhooks.standardProof';
const stateSchema = z.object({ clientSecret: z.string(), provenAt: z.number() });

/**
 * Whether a delivery has ever verified with this client secret. No match on the real service has been published
 * (upstream 4.4), so until there is one, a wrong signature may be our misunderstanding; afterward it is a forgery.
 */
export interface StandardProof {
  isProven(clientSecret: string): Promise<boolean>;
  /** Remembers that a delivery verified, and forgets other client secrets. */
  prove(clientSecret: string, now: Date): Promise<void>;
}

export function createStandardProof(state: StateStore): StandardProof {
  return {
    isProven: async (clientSecret) =>
      (await state.read(stateName, stateSchema))?.clientSecret === fingerprintOf(clientSecret),
    prove: (clientSecret, now) =>
      state.write(stateName, { clientSecret: fingerprintOf(clientSecret), provenAt: now.getTime() }),
  };
}

// Distinguishes two secrets and nothing more; truncated, so that it is not a digest of the secret that anyone else
// would compute.
function fingerprintOf(clientSecret: string): string {
  return createHash('sha256').update(`commerce-bridge standard proof ${clientSecret}`).digest('base64url').slice(0, 22);
}
