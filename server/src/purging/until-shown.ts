import type { Instances } from '../instances/create-instances';
import type { Clock } from '../lib/clock';
import { milliseconds } from '../lib/durations';

// The others look before they serve their next request; 95 of 100 messages are there within a tenth of a second (behavior 12.9).
const afterMessages = milliseconds(300);
// Without Redis they look by themselves four times a second while there are caches to purge; a look takes a quarter of a second at most.
const afterFrequentLooks = milliseconds(700);
// Otherwise within a second (behavior 7.1), while the database is slow later.
const afterLooks = milliseconds(1500);

/**
 * Waits until every instance shows what is committed by now. A cache that is purged before fetches the old response again, and
 * keeps it, since no second purge follows.
 */
export type UntilShown = (signal: AbortSignal) => Promise<void>;

export function createUntilShown({
  clock,
  lookNow,
  notifyOthers,
}: {
  clock: Pick<Clock, 'wait'>;
  /** Whether what is committed is shown here. */
  lookNow: () => Promise<boolean>;
  notifyOthers: Instances['notifyOthers'];
}): UntilShown {
  return async (signal) => {
    // A process that works for the site without serving, such as a command, may have committed it.
    const [isShownHere, others] = await Promise.all([lookNow(), notifyOthers().catch(() => 'unsure' as const)]);
    if (!isShownHere || others === 'unsure') await clock.wait(afterLooks, signal);
    else if (others === 'looking') await clock.wait(afterFrequentLooks, signal);
    else if (others === 'notified') await clock.wait(afterMessages, signal);
  };
}
