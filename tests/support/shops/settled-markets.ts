import { containerOf } from '../../../server/src/container';
import { fromJson } from '../../../server/src/database/database';
import { createKnexLeaseStore } from '../../../server/src/database/knex-lease-store';
import { tables } from '../../../server/src/database/tables';
import { minutes } from '../../../server/src/lib/durations';
import { marketChange } from '../../../server/src/markets/market-change';
import { processedEvents } from './events';
import { eventually } from '../time/eventually';
import type { Shop } from './shop';

/** Waits until all events that the store has sent are processed, also in further markets. */
export async function settledMarkets({ simulator, site }: Pick<Shop, 'simulator' | 'site'>): Promise<void> {
  const { markets, marketPasses } = containerOf(site.strapi);
  const until = (look: () => Promise<boolean>) => eventually(look);
  await simulator.webhooks.idle();
  await processedEvents(site);
  await until(() => marketPasses.isIdle());
  // Texts are read again later, in case the storefront responded from its cache; only tests that move the clock wait
  // for that.
  const isRepeat = (change: unknown) => {
    const parsed = marketChange.parse(fromJson(change));
    return parsed.kind === 'channel' && parsed.step !== undefined;
  };
  await until(async () => {
    const changes: unknown[] = await site.strapi.db.connection(tables.marketChanges).pluck('change');
    return changes.every(isRepeat) && (await markets.stale.waiting()).size === 0;
  });
  await until(() => marketPasses.isIdle());
}

/**
 * Edits the store, and waits until the catalog is updated; meanwhile another instance holds the lease for reading
 * further markets, and reads nothing.
 */
export async function whileMarketsWait(
  { simulator, site }: Pick<Shop, 'simulator' | 'site'>,
  edit: () => void,
): Promise<void> {
  const { database, databaseClock: clock } = containerOf(site.strapi);
  const leases = createKnexLeaseStore({ database, clock });
  const lease = { name: 'market-freshness', holder: 'another instance' };
  await eventually(() => leases.acquire({ ...lease, duration: minutes(1) }));
  edit();
  await simulator.webhooks.idle();
  await processedEvents(site);
  await leases.release(lease);
}
