import type { ChangedIds } from '../catalog/changes';
import { type Milliseconds, seconds } from '../lib/durations';
import { CommerceBridgeError } from '../lib/errors';

/** Changes on their way to one target, combined. */
export interface OutboxBatch {
  /** The same for the same changes, so that a receiver recognizes a repetition. */
  id: string;
  change: ChangedIds;
  /** Ids of the rows that it was read from. */
  rows: readonly number[];
}

/** A CDN takes a second or two; a slower call must not block later changes forever. */
export const usualTimeLimit = seconds(30);

/** An external system that is notified of changes. */
export interface OutboxTarget {
  /** At most 40 characters; the same on every instance. */
  name: string;
  /** Time between the end of a call and the next one, across all instances; also after a failed call. */
  pause: Milliseconds;
  /** How long a call may take, if it is not `usualTimeLimit`. */
  timeLimit?: Milliseconds;
  /**
   * Delivers changes; called once at a time across all instances. A call that was interrupted is repeated.
   * @returns the rows that the target knows now, if those are not all of the batch
   * @throws any error if the target must be notified again
   */
  deliver(batch: OutboxBatch, signal: AbortSignal): Promise<readonly number[] | undefined>;
}

export interface NotDelivered {
  code: 'target_unreachable' | 'target_refused' | 'target_secret_unreadable';
  /** The values in the message. */
  data: Record<string, string | number>;
  retryAfter?: Milliseconds | null;
  cause?: unknown;
}

/** A target did not accept a notification. */
export class NotDeliveredError extends CommerceBridgeError {
  readonly code: NotDelivered['code'];
  /** How long the target asked to wait before the next attempt; null if it did not. */
  readonly retryAfter: Milliseconds | null;

  constructor(message: string, { code, data, retryAfter, cause }: NotDelivered) {
    super(message, { data, cause });
    this.code = code;
    this.retryAfter = retryAfter ?? null;
  }
}
