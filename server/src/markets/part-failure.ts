import { CommerceBridgeError, describeError, plainData } from '../lib/errors';
import {
  UpstreamAuthenticationError,
  UpstreamHttpError,
  UpstreamRateLimitError,
} from '../upstream/http/upstream-errors';
import { HeldPassError } from './market-errors';

/** Why a part cannot be read. */
export interface PartTrouble {
  /** Of the error, for example `channel_removal_held`. */
  code: string;
  /** The error's other data. */
  values: Record<string, string | number>;
  /** For an administrator. */
  message: string;
  /** Nothing changes until an administrator confirms it, or upstream's response changes. */
  isHeld: boolean;
  /** Retrying soon gives the same response: for example, the store lacks the currency, or its plan the feature. */
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

// Request Timeout and Too Early: the next request may succeed.
const passing = new Set([408, 425]);

/** Whether upstream understood the request and refused it. */
function isRefusal(error: unknown): boolean {
  if (error instanceof UpstreamAuthenticationError || error instanceof UpstreamRateLimitError) return false;
  return error instanceof UpstreamHttpError && error.status >= 400 && error.status < 500 && !passing.has(error.status);
}
