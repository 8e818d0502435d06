import { createHash, randomBytes } from 'node:crypto';

/** The header in which upstream echoes our token with every delivery (upstream 4.1). */
export const tokenHeader = 'X-Commerce-Bridge-Token';

export interface HeaderToken {
  /** The token itself, sent to upstream and stored in its hooks, never here. */
  token: string;
  /** SHA-256 of the token in hex: all that is stored here (behavior 4.3). */
  digest: string;
}

const tokenBytes = 32;

/** A new random token, safe in a header. */
export function createHeaderToken(): HeaderToken {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, digest: digestOfHeaderToken(token) };
}

export function digestOfHeaderToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
