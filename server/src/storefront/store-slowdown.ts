import type { Clock } from '../lib/clock';
import { type Milliseconds, milliseconds, seconds } from '../lib/durations';
import { readRequestedWait } from '../upstream/rate-limit-headers';
import type { TransportOutcome } from '../upstream/upstream-transport';
import type { RequestLimits } from './request-limits';

/** How long to send nothing after a 429 of the GraphQL API (upstream 5.3). */
export interface StoreSlowdown {
  /** @param requested what the response asked for; null when it named no time */
  noteBusy(store: string, requested: Milliseconds | null): Milliseconds;
  noteResponse(store: string): void;
}

const shortest = seconds(1);
export const longestSlowdown = seconds(30);

/** Twice as long with each consecutive 429, up to half a minute; the responses to one burst count as one. */
export function createStoreSlowdown({ clock }: { clock: Pick<Clock, 'monotonic'> }): StoreSlowdown {
  const stores = new Map<string, { pause: Milliseconds; until: number }>();
  return {
    noteBusy(store, requested) {
      const now = clock.monotonic();
      const last = stores.get(store);
      if (last && now < last.until) return milliseconds(last.until - now);
      const next = last ? Math.min(longestSlowdown, last.pause * 2) : shortest;
      const pause = milliseconds(Math.min(longestSlowdown, Math.max(next, requested ?? 0)));
      stores.set(store, { pause, until: now + pause });
      return pause;
    },
    noteResponse(store) {
      const last = stores.get(store);
      if (last && clock.monotonic() >= last.until) stores.delete(store);
    },
  };
}

export type NoteOutcome = (store: string, outcome: TransportOutcome) => void;

/** Pauses a store's requests after its 429s: they apply to all callers, and to all instances of the site. */
export function createStorePauses({
  limits,
  clock,
}: {
  limits: Pick<RequestLimits, 'pause'>;
  clock: Pick<Clock, 'monotonic' | 'now'>;
}): NoteOutcome {
  const slowdown = createStoreSlowdown({ clock });
  return (store, outcome) => {
    if (outcome.kind !== 'response') return;
    const { status, headers } = outcome;
    if (status !== 429) return slowdown.noteResponse(store);
    limits.pause(store, slowdown.noteBusy(store, readRequestedWait({ status, headers, now: clock.now() })));
  };
}
