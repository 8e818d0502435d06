import { spawnSync } from 'node:child_process';
import { cpus, setPriority } from 'node:os';

/** Who gets which CPU: the site has one to itself, the load generator and the simulated store share the next. */
export type Place = 'site' | 'load';

const processorOf: Record<Place, number> = { site: 0, load: 1 };

/** Whether this machine can separate processes: Linux with `taskset`, and two CPUs. */
export const canPin = cpus().length > 1 && spawnSync('taskset', ['--version']).status === 0;

/** Pins a process and its threads to their CPU, if possible. */
export function pin(processId: number | undefined, place: Place): void {
  if (!canPin || processId === undefined) return;
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(processorOf[place]), String(processId)]);
}

/** Gives a store, which stands for another machine, only the CPU time that a site on all processors leaves unused. */
export function lowerPriority(processId: number): void {
  setPriority(processId, 19);
}

/**
 * Gives a measuring process priority, so that it does not wait for a processor itself. Requires root; child processes
 * inherit it.
 */
export function raisePriority(): void {
  if (process.getuid?.() === 0) setPriority(-10);
}
