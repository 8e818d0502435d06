import { readFileSync, readlinkSync } from 'node:fs';

/** A process, as others of its machine can tell whether it still runs. */
export interface KnownProcess {
  /** Within it, a process id means the same process to everyone. */
  space: string;
  pid: number;
}

/** This process; null where no other one could judge it: its machine and container have no name that is theirs alone. */
export function ownProcess(): KnownProcess | null {
  try {
    // A host's name would not do: clones of a machine share it.
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { space: `${boot} ${readlinkSync('/proc/self/ns/pid')}`, pid: process.pid };
  } catch {
    return null;
  }
}

/** Whether a process has certainly ended; false when this one cannot know. */
export function hasEnded(other: KnownProcess | null, own: KnownProcess | null): boolean {
  if (other === null || own === null || other.space !== own.space) return false;
  try {
    process.kill(other.pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
