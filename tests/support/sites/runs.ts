import { type Run, syncState } from '../../../contracts/admin/runs';
import { eventually } from '../time/eventually';

// A full run of a large catalog on a busy machine.
const patience = 180_000;

/** Waits until no run is in progress, and returns the last one. */
export async function finishedRun(site: {
  admin(method: string, path: string, body?: unknown): Promise<{ body: unknown }>;
}): Promise<Run> {
  return eventually(async () => {
    const { body } = await site.admin('GET', '/commerce-bridge/sync');
    const { current, last } = syncState.parse(body);
    return current === null ? last : null;
  }, patience);
}
