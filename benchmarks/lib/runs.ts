import { setTimeout as pause } from 'node:timers/promises';
import { type Run, syncState } from '../../contracts/admin/runs';
import type { Administrator } from '../../scripts/lib/administrator';

// Each poll costs the site some milliseconds of the measured time, so polls are rare.
const lookEvery = 2000;

/** Waits until no run is in progress, however long that takes, and returns the last one. */
export async function lastRun(administrator: Administrator): Promise<Run> {
  for (;;) {
    await pause(lookEvery);
    const { body } = await administrator.request('GET', '/commerce-bridge/sync');
    const { current, last } = syncState.parse(body);
    if (current === null && last !== null) return last;
  }
}
