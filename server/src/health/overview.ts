import type { Overview } from '../../../contracts/admin/overview';
import type { CatalogCounts } from '../catalog/catalog-counts';
import type { EventAdmin } from '../webhooks/event-queue';
import type { HealthService } from './health-service';

export interface OverviewOptions {
  health: Pick<HealthService, 'read'>;
  syncState: () => Promise<Overview['sync']>;
  nextRun: () => Promise<Date | null>;
  counts: () => Promise<CatalogCounts>;
  events: Pick<EventAdmin, 'counts'>;
}

/** Whether the shop is in step, from what the parts know; asks upstream nothing. */
export function createOverview({ health, syncState, nextRun, counts, events }: OverviewOptions): () => Promise<Overview> {
  return async () => ({
    health: await health.read(),
    sync: await syncState(),
    nextRunAt: (await nextRun())?.toISOString() ?? null,
    counts: await counts(),
    events: await events.counts(),
  });
}
