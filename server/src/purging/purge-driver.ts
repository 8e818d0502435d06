import type { PurgeTarget, PurgeTargetKind } from '../../../contracts/admin/purging';
import { type Milliseconds, seconds } from '../lib/durations';

/** One HTTP request to a cache or its service. */
export interface PurgeRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}

/** What one request is to purge. */
export interface PurgeOrder {
  /** Names of what responses contain, as in `Surrogate-Key`. */
  keys: readonly string[];
  /** Empty where the target has none. */
  secret: string;
  /** The same for the same changes. */
  id: string;
  now: Date;
}

/** How one kind of cache is purged. */
export interface PurgeDriver<Kind extends PurgeTargetKind> {
  /** The most names that one request takes. */
  keysPerRequest: number;
  /** Between two requests, so that they stay below the service's limit. */
  pause: Milliseconds;
  request(target: Extract<PurgeTarget, { kind: Kind }>, order: PurgeOrder): PurgeRequest;
}

/** For services without a limit that we could reach. */
export const noPause = seconds(0);

export const jsonHeaders = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
});
