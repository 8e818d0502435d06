import type { SharedLimits } from '../instances/create-instances';
import type { Clock } from '../lib/clock';
import type { Logger } from '../lib/logger';
import { createPaceShare } from './pacing/pace-share';
import { createPacer, type Pacer, requestsAtOnce } from './pacing/pacing';
import type { UpstreamConnection } from './upstream-catalog';
import { createUpstreamClock, type UpstreamClock } from './upstream-clock';

export type StoreAddress = Pick<UpstreamConnection, 'apiUrl' | 'storeHash'>;

/** The budget and the clock of each store that was called, shared by all of its users. */
export function createKnownStores({
  clock,
  logger,
  reserve,
  limits,
}: {
  clock: Clock;
  logger: Logger;
  /** Requests of a window that are left to others. */
  reserve: (() => number) | undefined;
  /** Shares a budget with the site's other instances; this process has all of it when null. */
  limits: SharedLimits | null;
}) {
  const pacers = new Map<string, Pacer>();
  const clocks = new Map<string, UpstreamClock>();
  const keyOf = ({ apiUrl, storeHash }: StoreAddress) => `${apiUrl}/${storeHash}`;

  function createPacerOf(store: string): Pacer {
    return createPacer({
      clock,
      ...(reserve && { reserve }),
      ...(limits && {
        share: (pace) => createPaceShare(pace, { limits, store, limit: requestsAtOnce, clock, logger }),
      }),
    });
  }

  return {
    pacerOf(address: StoreAddress): Pacer {
      const key = keyOf(address);
      const pacer = pacers.get(key) ?? createPacerOf(key);
      pacers.set(key, pacer);
      return pacer;
    },
    clockOf(address: StoreAddress): UpstreamClock {
      const known = clocks.get(keyOf(address)) ?? createUpstreamClock(clock);
      clocks.set(keyOf(address), known);
      return known;
    },
    budget: (address: StoreAddress) => pacers.get(keyOf(address))?.budget() ?? null,
    isBarred: () => [...pacers.values()].some((pacer) => pacer.isBarred()),
    clockAhead: (address: StoreAddress) => clocks.get(keyOf(address))?.ahead() ?? null,
    stop() {
      for (const pacer of pacers.values()) pacer.stop();
    },
  };
}
