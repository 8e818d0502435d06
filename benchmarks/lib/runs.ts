import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Run, syncState } from '../../contracts/admin/runs';
import type { Administrator } from '../../scripts/lib/administrator';

// Each poll costs the site some milliseconds of the measured time, so polls are rare.
const lookEvery = 2000;
// The kernel's, on every architecture that Node.js is built for.
const ticksPerSecond = 100;

/** Waits until no run is in progress, however long that takes, and returns the last one. */
export async function lastRun(administrator: Administrator): Promise<Run> {
  for (;;) {
    await pause(lookEvery);
    const { body } = await administrator.request('GET', '/commerce-bridge/sync');
    const { current, last } = syncState.parse(body);
    if (current === null && last !== null) return last;
  }
}

/** Has a site without products copy the store's, and returns the run and its products per second. */
export async function firstRun(
  administrator: Administrator,
  products: number,
): Promise<{ run: Run; perSecond: number }> {
  await administrator.request('POST', '/commerce-bridge/sync', { mode: 'full' });
  const run = await lastRun(administrator);
  if (run.status !== 'succeeded' || run.counts.created !== products)
    throw new Error(`the run did not succeed: ${JSON.stringify(run)}`);
  const seconds = (Date.parse(String(run.finishedAt)) - Date.parse(run.startedAt)) / 1000;
  return { run, perSecond: products / seconds };
}

/** The kernel's own high-water mark, so no sampling misses the peak. Linux only. */
export function peakResidentMegabytes(pid: number | undefined): number {
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** Processor time of a process and its threads so far, user and kernel. Linux only. */
export function processorSeconds(pid: number | undefined): number {
  // The name, the second field, may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return ticks / ticksPerSecond;
}
