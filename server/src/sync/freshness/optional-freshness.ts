import { milliseconds } from '../../lib/durations';
import type { Refresher } from './freshness-worker';

/** Keeps data fresh that not every site reads. */
export interface OptionalFreshness extends Refresher {
  /** Whether the site does not read the data, and none is stored. */
  isForgotten(): boolean;
}

export interface OptionalFreshnessOptions {
  freshness: Refresher;
  /** Whether the site reads the data. */
  isRead: () => Promise<boolean>;
  /** Whether any of it is stored. */
  isKept: () => Promise<boolean>;
  /** Deletes all of it. */
  forget: () => Promise<void>;
}

/** Deletes data that a site no longer reads, which would be outdated if the site reads it again later. */
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
