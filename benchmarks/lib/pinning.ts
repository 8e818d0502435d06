import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

/** Who has a processor: the site one to itself, the load generator and the simulated store the next. */
export type Place = 'site' | 'load';

const processorOf: Record<Place, number> = { site: 0, load: 1 };

/** Whether this machine can keep processes apart: Linux with `taskset`, and two processors. */
export const canPin = cpus().length > 1 && spawnSync('taskset', ['--version']).status === 0;

/** Keeps a process and its threads on the processor of their place, where that can be. */
export function pin(processId: number | undefined, place: Place): void {
  if (!canPin || processId === undefined) return;
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(processorOf[place]), String(processId)]);
}
