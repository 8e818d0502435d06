import { CommerceBridgeError, describeError, plainData } from '../lib/errors';
import { UpstreamAuthenticationError, UpstreamHttpError, UpstreamRateLimitError } from '../upstream/upstream-errors';
import { HeldPassError } from './market-errors';

/** Why a part cannot be read. */
export interface PartTrouble {
  /** Of the error, for example `channel_removal_held`. */
  code: string;
  /** The error's other data. */
  values: Record<string, string | number>;
  /** For an administrator. */
  message: string;
  /** Nothing changes until an administrator confirms it, or upstream says something else. */
  isHeld: boolean;
  /** Asking again soon gives the same response: the store has no such currency, say, or its plan no such feature. */
  isLasting: boolean;
}

export function troubleOf(error: unknown): PartTrouble {
  const isHeld = error instanceof HeldPassError;
  return {
    code: error instanceof CommerceBridgeError ? error.code : 'unknown',
    values: error instanceof CommerceBridgeError ? plainData(error) : {},
    message: describeError(error),
    isHeld,
    isLasting: isHeld || isRefusal(error),
  };
}

// What took too long, or came too early, may do the next time.
const passing = new Set([408, 425]);

/** Upstream understood the request and will not have it. */
function isRefusal(error: unknown): boolean {
  if (error instanceof UpstreamAuthenticationError || error instanceof UpstreamRateLimitError) return false;
  return error instanceof UpstreamHttpError && error.status >= 400 && error.status < 500 && !passing.has(error.status);
}
