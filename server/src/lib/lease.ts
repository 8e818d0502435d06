import type { Milliseconds } from './durations';

/** A claim with an end, so that a dead holder loses it. Held by one holder across all instances of a site. */
export interface LeaseStore {
  /** True when the holder has the lease now: it was free, had expired, or already belonged to the holder. */
  acquire(request: LeaseRequest): Promise<boolean>;
  /** False when another holder took it or it was released; then the work it guards must stop. */
  renew(request: LeaseRequest): Promise<boolean>;
  /** Does nothing if the holder no longer has the lease. */
  release(request: Omit<LeaseRequest, 'duration'>): Promise<void>;
}

/**
 * The state of a lease. `abandoned`: it expired without being released, so its holder died or is paused; or its expiry
 * was written before the clock was set back, which only trying to acquire it reveals.
 */
export type LeaseState =
  | { kind: 'free' | 'abandoned' }
  /** `endsIn`: unless its holder renews it. */
  | { kind: 'held'; endsIn: Milliseconds };

/** For callers that would only acquire a lease that is not in use. */
export interface LeaseView {
  stateOf(lease: Pick<LeaseRequest, 'name' | 'duration'>): Promise<LeaseState>;
}

/** For a holder that is known to be dead, or is stopped by other means. */
export interface LeaseSeizure {
  /** Takes the lease from its current holder. */
  seize(request: LeaseRequest): Promise<void>;
}

export interface LeaseRequest {
  name: string;
  /** One instance, or one worker of it. */
  holder: string;
  /** The same in every request for a lease of this name. */
  duration: Milliseconds;
}
