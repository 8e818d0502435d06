import type { Clock } from '../lib/clock';
import { milliseconds, minutes, type Milliseconds } from '../lib/durations';
import type { ResponseHeaders } from './http/rate-limit-headers';

/** Compares this machine's clock with upstream's, from the `Date` header of each response. */
export interface UpstreamClock {
  note(headers: ResponseHeaders): void;
  /** How far upstream's clock is ahead of ours, to about a second; null without a recent measurement. */
  ahead(): Milliseconds | null;
}

const knownFor = minutes(10);
// The header has whole seconds, truncated.
const halfSecond = 500;

export function createUpstreamClock(clock: Pick<Clock, 'now' | 'monotonic'>): UpstreamClock {
  let last: { ahead: Milliseconds; notedAt: Milliseconds } | null = null;
  return {
    note({ date }) {
      const reported = Date.parse(date ?? '');
      if (!Number.isNaN(reported))
        last = { ahead: milliseconds(reported + halfSecond - clock.now().getTime()), notedAt: clock.monotonic() };
    },
    ahead: () => (last !== null && clock.monotonic() - last.notedAt < knownFor ? last.ahead : null),
  };
}
