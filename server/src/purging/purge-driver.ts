import type { PurgeTarget, PurgeTargetKind } from '../../../contracts/admin/purging';
import { type Milliseconds, seconds } from '../lib/durations';

/** One HTTP request to a cache or its service. */
export interface PurgeRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /**
   * For a service with an address of its own: what it responds may be shown. An address that an administrator enters
   * may be that of any server inside the network.
   */
  showsResponse?: true;
}

/** What one request purges. */
export interface PurgeOrder {
  /** Cache keys for what responses contain, as in `Surrogate-Key`. */
  keys: readonly string[];
  /** Empty where the target has none. */
  secret: string;
  /** The same for the same changes. */
  id: string;
  now: Date;
}

/** How one kind of cache is purged. */
export interface PurgeDriver<Kind extends PurgeTargetKind> {
  /** The maximum number of keys per request. */
  keysPerRequest: number;
  /** Time between two requests, to stay below the service's rate limit. */
  pause: Milliseconds;
  request(target: Extract<PurgeTarget, { kind: Kind }>, order: PurgeOrder): PurgeRequest;
}

/** For services whose rate limit we cannot reach. */
export const noPause = seconds(0);

export const jsonHeaders = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
});
