import { getPriority, setPriority } from 'node:os';

// A third of the usual share of a processor that has more to do than it can: less would leave it nothing on a busy machine.
const lower = 5;

/** Lets the process's main thread go before the calling one where processors are scarce; on Linux, each thread has a priority. */
export function letMainThreadGoFirst(): void {
  // Elsewhere, the priority is that of the whole process.
  if (process.platform === 'linux') setPriority(Math.max(getPriority(), lower));
}
