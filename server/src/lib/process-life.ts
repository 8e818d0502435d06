import { readFileSync, readlinkSync } from 'node:fs';

/** Identifies a process, so that others on its machine can tell whether it is still running. */
export interface KnownProcess {
  /** The machine's boot and the PID namespace, within which a process id is unambiguous. */
  space: string;
  pid: number;
}

/** This process; null where its machine and container cannot be identified uniquely, so others could not check it. */
export function ownProcess(): KnownProcess | null {
  try {
    // Not the host name: clones of a machine share it.
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { space: `${boot} ${readlinkSync('/proc/self/ns/pid')}`, pid: process.pid };
  } catch {
    return null;
  }
}

/** Whether a process has certainly ended; false if this process cannot tell. */
export function hasEnded(other: KnownProcess | null, own: KnownProcess | null): boolean {
  if (other === null || own === null || other.space !== own.space) return false;
  try {
    process.kill(other.pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
