import type { CodedReason } from '../lib/coded-reason';
import type { Milliseconds } from '../lib/durations';
import type { OutboxBatch } from './outbox-target';

/** Changes read from the outbox. */
export interface ReadBatch extends OutboxBatch {
  /** Consecutive failed attempts so far. */
  attempts: number;
}

/** The progress of one target. */
export interface TargetProgress {
  name: string;
  /** How many changes are waiting. */
  waiting: number;
  /** How long the oldest of them has waited; null if there are none. */
  oldest: Milliseconds | null;
  deliveredAt: Date | null;
  failedAt: Date | null;
  /** Why the last attempt failed; null if it succeeded. */
  error: string | null;
  /** The same as a code; null when there is only the message. */
  reason: CodedReason | null;
  /** Consecutive failed attempts. */
  attempts: number;
  /** How long until the next attempt after a failure; 0 if it is due. */
  retryIn: Milliseconds;
  /** Changes that were dropped since the last delivery. */
  dropped: number;
}

/** Changes waiting to be delivered to targets, shared by all instances of the site (behavior 7.3). */
export interface OutboxQueue {
  /** Which of these targets have changes waiting, and how long each must still wait after a failure. */
  due(names: readonly string[]): Promise<{ name: string; after: Milliseconds }[]>;
  /** The oldest changes of a target; null if none is due. */
  read(name: string, limit: number): Promise<ReadBatch | null>;
  /** Records that these rows were delivered to a target. */
  delivered(name: string, rows: readonly number[]): Promise<void>;
  /**
   * Records a failed attempt. Changes that have waited longer than `keptFor` are dropped and replaced by one that
   * covers everything, so that nothing stays outdated once the target works again (behavior 7.4).
   * @returns how many were dropped
   */
  failed(
    name: string,
    failure: Pick<TargetProgress, 'reason'> & { error: string; retryIn: Milliseconds; keptFor: Milliseconds },
  ): Promise<{ dropped: number }>;
  /** Makes the next attempt of a target due now. */
  retry(name: string): Promise<void>;
  progress(names: readonly string[]): Promise<TargetProgress[]>;
  /** Forgets targets that are not among these, and their changes, once they have been unused for this long. */
  forgetOthers(names: readonly string[], unusedFor: Milliseconds): Promise<void>;
}
