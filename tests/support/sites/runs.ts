import type { Core } from '@strapi/strapi';
import { type Run, syncState } from '../../../contracts/admin/runs';
import { createKnexRunStore } from '../../../server/src/sync/runs/knex-run-store';
import { eventually } from '../time/eventually';

/**
 * Waits until no run is in progress, and returns the last one. A site in this process is not polled through the admin
 * API: for each of its requests, Strapi reads and evaluates all permissions of the user.
 */
export async function finishedRun(site: {
  admin(method: string, path: string, body?: unknown): Promise<{ body: unknown }>;
  strapi?: Core.Strapi;
}): Promise<Run> {
  if (site.strapi) {
    const runs = createKnexRunStore(site.strapi.db.connection);
    await eventually(async () => (await runs.findRunning()) === null);
  }
  return eventually(async () => {
    const { body } = await site.admin('GET', '/commerce-bridge/sync');
    const { current, last } = syncState.parse(body);
    return current === null ? last : null;
  });
}
