import type { Clock } from '../lib/clock';
import { milliseconds } from '../lib/durations';
import type { RunStore } from './run-store';

// They look every second whether they are to end.
const patience = milliseconds(2500);
const interval = milliseconds(100);
const looksPerInterrupt = 10;

/**
 * Takes the lease of runs; passes over markets, which have it without a run, give it up, and continue when the run has ended.
 * @returns its holder; null when a run has it, or something else that takes longer
 */
export async function takeFromPasses({
  take,
  interruptPasses,
  runs,
  clock,
}: {
  /** The holder when the lease is ours now; null when it is taken. */
  take: () => Promise<string | null>;
  /** False: there are no passes on this site. */
  interruptPasses?: (() => Promise<boolean>) | undefined;
  runs: Pick<RunStore, 'findRunning'>;
  clock: Clock;
}): Promise<string | null> {
  const deadline = clock.monotonic() + patience;
  const holder = await take();
  if (holder || !interruptPasses || (await runs.findRunning())) return holder;
  if (!(await interruptPasses())) return null;
  for (let looks = 1; ; looks += 1) {
    const taken = await take();
    if (taken || clock.monotonic() >= deadline || (await runs.findRunning())) return taken;
    await clock.wait(interval);
    // Passes that took the lease meanwhile did not notice the last time.
    if (looks % looksPerInterrupt === 0) await interruptPasses();
  }
}
