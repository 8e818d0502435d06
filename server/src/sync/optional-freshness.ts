import { milliseconds } from '../lib/durations';
import type { Refresher } from './freshness-worker';

/** Something that a site may read or not. */
export interface OptionalFreshness extends Refresher {
  /** Whether the site does not read it, and nothing is left of what it read. */
  isForgotten(): boolean;
}

export interface OptionalFreshnessOptions {
  freshness: Refresher;
  /** Whether the site reads it. */
  isRead: () => Promise<boolean>;
  /** Whether anything of it is kept. */
  isKept: () => Promise<boolean>;
  /** Deletes everything of it. */
  forget: () => Promise<void>;
}

/** What a site no longer reads is forgotten once: when it reads it again some day, that would be out of date. */
export function createOptionalFreshness({
  freshness,
  isRead,
  isKept,
  forget,
}: OptionalFreshnessOptions): OptionalFreshness {
  let isForgotten = false;
  return {
    isForgotten: () => isForgotten,

    async refreshSome(signal) {
      if (await isRead()) {
        isForgotten = false;
        return freshness.refreshSome(signal);
      }
      if (await isKept()) await forget();
      isForgotten = true;
      return false;
    },

    async nextDue() {
      if (await isRead()) {
        isForgotten = false;
        return freshness.nextDue();
      }
      isForgotten = !(await isKept());
      return isForgotten ? null : milliseconds(0);
    },
  };
}
