import { isDeepStrictEqual } from 'node:util';
import type { CatalogChanges } from '../catalog/changes';
import { marketList, settingsName } from '../markets/market-parts';
import type { Settings, SettingsService } from '../settings/settings-service';
import { shownIn } from '../settings/shown-settings';

/**
 * Changes settings, and announces what that outdates in caches in front of the site: everything, or the list of
 * public markets and the responses of those that were changed or removed.
 * @throws what the change throws
 */
export async function announcingSettings<Result>(
  { settings, changes }: { settings: Pick<SettingsService, 'read'>; changes: Pick<CatalogChanges, 'publish'> },
  change: () => Promise<Result>,
): Promise<Result> {
  const before = await settings.read();
  const result = await change();
  const after = await settings.read();
  const [listed, listedNow] = [publicMarketsIn(before), publicMarketsIn(after)];
  const others = listed.filter((market) => !listedNow.some((kept) => isDeepStrictEqual(kept, market)));
  if (!isDeepStrictEqual(shownIn(before), shownIn(after))) await changes.publish({ isEverything: true });
  else if (!isDeepStrictEqual(listed, listedNow))
    await changes.publish({ marketParts: [marketList, ...others.map(settingsName)], marketProducts: [] });
  return result;
}

const publicMarketsIn = ({ plain }: Settings) => plain.markets.filter(({ isPublic }) => isPublic);
