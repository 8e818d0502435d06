import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

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
