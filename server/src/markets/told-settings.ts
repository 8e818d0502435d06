import { isDeepStrictEqual } from 'node:util';
import type { CatalogChanges } from '../catalog/changes';
import type { SettingsService } from '../settings/settings-service';
import { settingsName } from './market-parts';

/**
 * Changes settings, and tells of public markets that are others then, or gone: what caches in front of the site have of them is wrong.
 * @throws what the change throws
 */
export async function tellingOfMarkets<Result>(
  { settings, changes }: { settings: Pick<SettingsService, 'read'>; changes: Pick<CatalogChanges, 'publish'> },
  change: () => Promise<Result>,
): Promise<Result> {
  const marketsNow = async () => (await settings.read()).plain.markets;
  const before = await marketsNow();
  const result = await change();
  const after = await marketsNow();
  const others = before.filter((market) => market.isPublic && !after.some((kept) => isDeepStrictEqual(kept, market)));
  if (others.length > 0) await changes.publish({ marketParts: others.map(settingsName) });
  return result;
}
