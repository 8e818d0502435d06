import { milliseconds, type Milliseconds } from '../lib/durations';

/** How long somebody waits for what instances share. */
export interface SharedTimes {
  /** For a response of Redis, before doing without it. */
  patience: Milliseconds;
  /** For another instance that makes a value, before making it oneself. */
  wait: Milliseconds;
  /** How long one counts as making a value; an instance that is busy with many callers learns only late that it has the lease. */
  lease: Milliseconds;
}

/** Most responses are read in less than any of them. */
export const usualTimes: SharedTimes = {
  patience: milliseconds(50),
  wait: milliseconds(500),
  lease: milliseconds(5000),
};

/** A value that the site's instances share, with what its readers need to judge it. */
export interface SharedValue {
  /** Which one it is of several under a name. */
  version: string;
  /** Text about the body. */
  head: string;
  body: Buffer;
  /** From now on. */
  lifetime: Milliseconds;
}

export interface FoundValue {
  value: Omit<SharedValue, 'version'> | null;
  /** Who makes a value of another version: `mine`: the caller, until `keep`, `release`, or the end of the lease. */
  lease: 'mine' | 'other' | 'unneeded';
}

/** Values that instances would otherwise each compute. They can be lost at any moment; every method rejects while Redis is away. */
export interface SharedValues {
  /**
   * The value under this name, of whichever version; in the same round trip, unless it is of the wanted version, a lease
   * on making one.
   */
  find(name: string, options: { wanted: string; lease: Milliseconds }): Promise<FoundValue>;
  /** Stores a value and gives the lease back. */
  keep(name: string, value: SharedValue): Promise<void>;
  /** Gives the lease back, if this instance has it. */
  release(name: string): Promise<void>;
}
