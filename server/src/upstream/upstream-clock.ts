import type { Clock } from '../lib/clock';
import { milliseconds, minutes, type Milliseconds } from '../lib/durations';
import type { ResponseHeaders } from './rate-limit-headers';

/** Compares this machine's clock with the one that upstream tells in the header `Date` of each response. */
export interface UpstreamClock {
  note(headers: ResponseHeaders): void;
  /** How far upstream's clock is ahead of ours, to about a second; null when nothing is known of late. */
  ahead(): Milliseconds | null;
}

const knownFor = minutes(10);
// It has whole seconds, cut off.
const halfSecond = 500;

export function createUpstreamClock(clock: Pick<Clock, 'now' | 'monotonic'>): UpstreamClock {
  let last: { ahead: Milliseconds; notedAt: Milliseconds } | null = null;
  return {
    note({ date }) {
      const told = Date.parse(date ?? '');
      if (!Number.isNaN(told))
        last = { ahead: milliseconds(told + halfSecond - clock.now().getTime()), notedAt: clock.monotonic() };
    },
    ahead: () => (last !== null && clock.monotonic() - last.notedAt < knownFor ? last.ahead : null),
  };
}
