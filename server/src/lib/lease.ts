import type { Milliseconds } from './durations';

/** A claim with an end, so that a dead holder loses it. Held by one holder across all instances of a site. */
export interface LeaseStore {
  /** True when the holder has the lease now: it was free, had ended, or was the holder's already. */
  acquire(request: LeaseRequest): Promise<boolean>;
  /** False when another holder took it or it was released; then the work it guards must stop. */
  renew(request: LeaseRequest): Promise<boolean>;
  /** Does nothing when the holder no longer has it. */
  release(request: Omit<LeaseRequest, 'duration'>): Promise<void>;
}

/**
 * What became of a lease. `abandoned`: it ended without being released, so its holder died or is paused; or its end was
 * written before the clock was set back, which acquiring it finds out.
 */
export type LeaseState =
  | { kind: 'free' | 'abandoned' }
  /** `endsIn`: unless its holder renews it. */
  | { kind: 'held'; endsIn: Milliseconds };

/** For those who would only acquire a lease that nobody is using. */
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
  /** The same for everyone who requests a lease of this name. */
  duration: Milliseconds;
}
