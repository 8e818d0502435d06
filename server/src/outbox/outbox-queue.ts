import type { CodedReason } from '../lib/coded-reason';
import type { Milliseconds } from '../lib/durations';
import type { OutboxBatch } from './outbox-target';

/** Changes read from the outbox. */
export interface ReadBatch extends OutboxBatch {
  /** Of the rows that it was read from. */
  rows: readonly number[];
  /** Failed attempts before, in a row. */
  attempts: number;
}

/** How far one target is. */
export interface TargetProgress {
  name: string;
  /** Changes that wait. */
  waiting: number;
  /** For how long the oldest of them has waited; null if none does. */
  oldest: Milliseconds | null;
  deliveredAt: Date | null;
  failedAt: Date | null;
  /** Why the last attempt failed; null since the last one that succeeded. */
  error: string | null;
  /** The same by code; null where only the message says it. */
  reason: CodedReason | null;
  /** Failed attempts in a row. */
  attempts: number;
  /** How long until the next attempt, where one failed; 0 if it is due. */
  retryIn: Milliseconds;
  /** Changes that were dropped since the last delivery. */
  dropped: number;
}

/** Changes that wait for targets, for all instances of the site (behavior 7.3). */
export interface OutboxQueue {
  /** Which of these have something waiting, and how long it must yet wait after a failure. */
  due(names: readonly string[]): Promise<{ name: string; after: Milliseconds }[]>;
  /** The oldest changes of a target; null if none is due. */
  read(name: string, limit: number): Promise<ReadBatch | null>;
  /** These were delivered to a target. */
  delivered(name: string, rows: readonly number[]): Promise<void>;
  /**
   * A target could not be notified. Changes that have waited for longer than `keptFor` are dropped; one of everything takes
   * their place, so that nothing stays outdated once the target works again (behavior 7.4).
   * @returns how many were dropped
   */
  failed(
    name: string,
    failure: Pick<TargetProgress, 'reason'> & { error: string; retryIn: Milliseconds; keptFor: Milliseconds },
  ): Promise<{ dropped: number }>;
  /** Makes the next attempt of a target due now. */
  retry(name: string): Promise<void>;
  progress(names: readonly string[]): Promise<TargetProgress[]>;
  /** Forgets targets that are none of these any more, a while after their last change. */
  forgetOthers(names: readonly string[], unusedFor: Milliseconds): Promise<void>;
}
