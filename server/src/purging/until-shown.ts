import type { Instances } from '../instances/create-instances';
import type { Clock } from '../lib/clock';
import { milliseconds } from '../lib/durations';

// Notified instances look before they serve their next request; 95% of messages arrive within 0.1 seconds
// (behavior 12.9).
const afterMessages = milliseconds(300);
// Without Redis, they look five times a second while there are caches to purge; a look takes at most a quarter of a
// second.
const afterFrequentLooks = milliseconds(700);
// Otherwise they look within a second (behavior 7.1), or later while the database is slow.
const afterLooks = milliseconds(1500);

/**
 * Waits until every instance shows what is committed by now. A cache that is purged earlier may fetch the old response
 * again and keep it, since no second purge follows.
 */
export type UntilShown = (signal: AbortSignal) => Promise<void>;

export function createUntilShown({
  clock,
  lookNow,
  notifyOthers,
}: {
  clock: Pick<Clock, 'wait'>;
  /** Looks for committed changes. Resolves with whether this instance shows all of them. */
  lookNow: () => Promise<boolean>;
  notifyOthers: Instances['notifyOthers'];
}): UntilShown {
  return async (signal) => {
    // Even this instance may not show it yet: a process that serves nothing, such as a command, may have committed it.
    const [isShownHere, others] = await Promise.all([lookNow(), notifyOthers().catch(() => 'unsure' as const)]);
    if (!isShownHere || others === 'unsure') await clock.wait(afterLooks, signal);
    else if (others === 'looking') await clock.wait(afterFrequentLooks, signal);
    else if (others === 'notified') await clock.wait(afterMessages, signal);
  };
}
