import { vi } from 'vitest';
import { containerOf } from '../../../server/src/container';
import { processedEvents } from './events';
import type { Shop } from './shop';

/** Waits until everything that the store has sent is processed, also in further markets. */
export async function settledMarkets({ simulator, site }: Pick<Shop, 'simulator' | 'site'>): Promise<void> {
  const { markets, marketPasses } = containerOf(site.strapi);
  const until = (look: () => Promise<boolean>) => vi.waitUntil(look, { timeout: 30_000, interval: 50 });
  await simulator.webhooks.idle();
  await processedEvents(site);
  await until(() => marketPasses.isIdle());
  await until(async () => (await markets.changes.nextDue()) === null && (await markets.stale.waiting()).size === 0);
  await until(() => marketPasses.isIdle());
}
