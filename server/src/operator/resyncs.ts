import type { ProductResync } from '../../../contracts/admin/catalog';
import type { DatabaseClock } from '../database/database-clock';
import type { Sync } from '../sync/create-sync';
import type { EventAdmin, EventEntity } from '../webhooks/event-queue';

export interface ResyncParts {
  sync: Pick<Sync, 'resyncProduct' | 'resyncTaxonomy'>;
  events: Pick<EventAdmin, 'settle'>;
  databaseClock: Pick<DatabaseClock, 'read'>;
}

/** Brings single records up to date, which also completes their failed events. */
export function createResyncs({ sync, events, databaseClock }: ResyncParts): ResyncParts['sync'] {
  async function settling(entity: EventEntity, resync: () => Promise<ProductResync>): Promise<ProductResync> {
    const askedAt = await databaseClock.read();
    const result = await resync();
    if (result.outcome !== 'failed' && result.outcome !== 'held')
      await events.settle({ entity, entityId: result.id }, askedAt);
    return result;
  }

  return {
    resyncProduct: (idOrSlug) => settling('product', () => sync.resyncProduct(idOrSlug)),
    // There are no events about brands.
    resyncTaxonomy: (entity, id) =>
      entity === 'brand' ? sync.resyncTaxonomy(entity, id) : settling(entity, () => sync.resyncTaxonomy(entity, id)),
  };
}
