import { StoreSwitchError } from '../../catalog/shop';
import type { Clock } from '../../lib/clock';
import { seconds } from '../../lib/durations';
import { TimeLimitError, withTimeLimit } from '../../lib/time-limit';
import { MissingSettingsError } from '../../settings/settings-errors';
import { connectionOf, type SettingsService } from '../../settings/settings-service';
import type { UpstreamAccess } from '../../upstream/upstream-access';
import {
  UpstreamAuthenticationError,
  UpstreamConfigurationError,
  UpstreamError,
  UpstreamHttpError,
  UpstreamNotFoundError,
  UpstreamRateLimitError,
  UpstreamScopeError,
  UpstreamUnavailableError,
} from '../../upstream/http/upstream-errors';

/** An administrator is waiting for the page. */
const patience = seconds(10);

export type InspectionProblem =
  | 'not_connected'
  | 'unauthorized'
  | 'scope_missing'
  | 'not_found'
  | 'rate_limited'
  | 'unavailable'
  | 'timeout'
  | 'unreachable'
  | 'misconfigured'
  | 'unexpected';

/** Why upstream could not be queried. */
export interface InspectionFailure {
  kind: 'failed';
  problem: InspectionProblem;
  message: string;
  /** Seconds. */
  retryAfter: number | null;
}

export interface AskedUpstreamOptions {
  settings: Pick<SettingsService, 'read'>;
  upstream: Pick<UpstreamAccess, 'budget'>;
  clock: Clock;
}

/** Queries upstream while an administrator waits. A failure upstream is a result, not an error. */
export function createAskedUpstream({ settings, upstream, clock }: AskedUpstreamOptions) {
  /** Seconds for which upstream asked all our requests to wait; null if it did not. */
  async function remainingPause(): Promise<number | null> {
    const until = upstream.budget(connectionOf(await settings.read()))?.pausedUntil ?? null;
    const left = until === null ? 0 : Math.ceil((until.getTime() - clock.now().getTime()) / 1000);
    return left > 0 ? left : null;
  }

  return async <Found>(ask: (signal: AbortSignal) => Promise<Found>): Promise<Found | InspectionFailure> => {
    try {
      return await withTimeLimit({ clock, limit: patience }, ask);
    } catch (error) {
      if (error instanceof TimeLimitError) {
        const retryAfter = await remainingPause();
        return {
          kind: 'failed',
          problem: retryAfter === null ? 'timeout' : 'rate_limited',
          message: error.message,
          retryAfter,
        };
      }
      const problem = problemOf(error);
      if (problem === null || !(error instanceof Error)) throw error;
      const retryAfter =
        error instanceof UpstreamHttpError && error.retryAfter !== null ? Math.ceil(error.retryAfter / 1000) : null;
      return { kind: 'failed', problem, message: error.message, retryAfter };
    }
  };
}

/** Null for errors that are unrelated to upstream. */
function problemOf(error: unknown): InspectionProblem | null {
  if (error instanceof MissingSettingsError || error instanceof StoreSwitchError) return 'not_connected';
  if (error instanceof UpstreamAuthenticationError) return 'unauthorized';
  if (error instanceof UpstreamScopeError) return 'scope_missing';
  if (error instanceof UpstreamNotFoundError) return 'not_found';
  if (error instanceof UpstreamRateLimitError) return 'rate_limited';
  if (error instanceof UpstreamHttpError) return error.status >= 500 ? 'unavailable' : 'unexpected';
  if (error instanceof UpstreamUnavailableError) return error.reason === 'timeout' ? 'timeout' : 'unreachable';
  if (error instanceof UpstreamConfigurationError) return 'misconfigured';
  return error instanceof UpstreamError ? 'unexpected' : null;
}
