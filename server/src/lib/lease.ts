import type { Milliseconds } from './durations';

/** A claim with an end, so that a dead holder loses it. Held by one holder across all instances of a site. */
export interface LeaseStore {
  /** True when the holder has the lease now: it was free, had ended, or was the holder's already. */
  acquire(request: LeaseRequest): Promise<boolean>;
  /** False when somebody else took it or it was released; then whatever it guards must stop. */
  renew(request: LeaseRequest): Promise<boolean>;
  /** Does nothing when the holder no longer has it. */
  release(request: Omit<LeaseRequest, 'duration'>): Promise<void>;
}

/** For when the holder is known to be dead, or is stopped by other means. */
export interface LeaseSeizure {
  /** Takes the lease from whoever has it. */
  seize(request: LeaseRequest): Promise<void>;
}

export interface LeaseRequest {
  name: string;
  /** One instance, or one worker of it. */
  holder: string;
  /** The same for all who ask for a lease of this name. */
  duration: Milliseconds;
}
