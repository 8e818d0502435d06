import { getPriority, setPriority } from 'node:os';

// About a third of the usual share of an overloaded processor; less would starve the thread on a busy machine.
const lower = 5;

/** Gives the calling thread a lower priority than the main thread; only Linux has a priority for each thread. */
export function lowerThreadPriority(): void {
  // Elsewhere, this would set the priority of the whole process.
  if (process.platform === 'linux') setPriority(Math.max(getPriority(), lower));
}
