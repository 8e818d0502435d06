import type { Clock } from '../../lib/clock';
import { milliseconds } from '../../lib/durations';
import type { RunStore } from '../runs/run-store';

/** The lease held, in addition to that of runs, by the instance that makes passes over markets. */
export const passesLeaseName = 'market-passes';

// Passes check every second whether they should end.
const patience = milliseconds(2500);
const interval = milliseconds(100);
const looksPerInterrupt = 10;

/**
 * Takes the lease of runs. Passes over markets, which hold it without a run, release it and continue after the run.
 * @returns its holder; null when a run, or something else that takes longer, holds it
 */
export async function takeFromPasses({
  take,
  interruptPasses,
  runs,
  clock,
}: {
  /** Returns the holder if the lease is ours now; null if it is taken. */
  take: () => Promise<string | null>;
  /** Resolves with false if this site has no passes. */
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
    // Passes that took the lease meanwhile missed the last interruption.
    if (looks % looksPerInterrupt === 0) await interruptPasses();
  }
}
