import { isDeepStrictEqual } from 'node:util';
import type { CatalogChanges } from '../catalog/changes';
import { settingsName } from '../markets/market-parts';
import type { SettingsService } from '../settings/settings-service';
import { shownIn } from '../settings/shown-settings';

/**
 * Changes settings, and announces what that outdates in caches in front of the site: everything, or the responses of
 * public markets that were changed or removed.
 * @throws what the change throws
 */
export async function announcingSettings<Result>(
  { settings, changes }: { settings: Pick<SettingsService, 'read'>; changes: Pick<CatalogChanges, 'publish'> },
  change: () => Promise<Result>,
): Promise<Result> {
  const before = await settings.read();
  const result = await change();
  const after = await settings.read();
  const others = before.plain.markets.filter(
    (market) => market.isPublic && !after.plain.markets.some((kept) => isDeepStrictEqual(kept, market)),
  );
  if (!isDeepStrictEqual(shownIn(before), shownIn(after))) await changes.publish({ isEverything: true });
  else if (others.length > 0) await changes.publish({ marketParts: others.map(settingsName), marketProducts: [] });
  return result;
}
