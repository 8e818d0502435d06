import { type Run, syncState } from '../../contracts/admin/runs';
import type { BootedSite } from './boot-site';
import { eventually } from './eventually';

// A full run of a large catalog on a busy machine.
const patience = 180_000;

/** Waits until no run is under way, and answers the last one. */
export async function finishedRun(site: Pick<BootedSite, 'admin'>): Promise<Run> {
  return eventually(async () => {
    const { body } = await site.admin('GET', '/commerce-bridge/sync');
    const { current, last } = syncState.parse(body);
    return current === null ? last : null;
  }, patience);
}
