import { milliseconds, type Milliseconds } from '../lib/durations';

/** How long callers wait for values that instances share. */
export interface SharedTimes {
  /** For a response from Redis, before doing without it. */
  patience: Milliseconds;
  /** For another instance that computes a value, before computing it here. */
  wait: Milliseconds;
  /** How long an instance counts as computing a value; a busy one learns late that it has the lease. */
  lease: Milliseconds;
}

/** Most responses are read in less time than any of these. */
export const usualTimes: SharedTimes = {
  patience: milliseconds(50),
  wait: milliseconds(500),
  lease: milliseconds(5000),
};

/** A value that the site's instances share, with what its readers need to judge it. */
export interface SharedValue {
  /** Which of several possible values under its name this is. */
  version: string;
  /** Text about the body. */
  head: string;
  body: Buffer;
  /** From now on. */
  lifetime: Milliseconds;
}

export interface FoundValue {
  value: Omit<SharedValue, 'version'> | null;
  /** Who computes the wanted version. `mine`: the caller, until `keep`, `release`, or the end of the lease. */
  lease: 'mine' | 'other' | 'unneeded';
}

/**
 * Values that instances would otherwise each compute. They can be lost at any moment; every method rejects while Redis
 * is away.
 */
export interface SharedValues {
  /**
   * Returns the value under this name, whatever its version. If it is not the wanted version, also requests a lease on
   * computing that, in the same round trip.
   */
  find(name: string, options: { wanted: string; lease: Milliseconds }): Promise<FoundValue>;
  /** Stores a value and releases the lease. */
  keep(name: string, value: SharedValue): Promise<void>;
  /** Releases the lease, if this instance has it. */
  release(name: string): Promise<void>;
}
