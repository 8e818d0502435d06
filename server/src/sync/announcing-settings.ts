import { isDeepStrictEqual } from 'node:util';
import type { CatalogChanges } from '../catalog/changes';
import { settingsName } from '../markets/market-parts';
import type { SettingsService } from '../settings/settings-service';

/** What public responses show of the settings, or have in their headers. */
const shownSettings = [
  'publicUrl',
  'productPageAddress',
  'corsOrigins',
  'corsCredentials',
  'nonceHeader',
  'cacheControl',
  'surrogateHeaders',
] as const;

/**
 * Changes settings, and announces what caches in front of the site hold that is outdated then: everything, or what they hold of public markets that
 * changed or are gone.
 * @throws what the change throws
 */
export async function announcingSettings<Result>(
  { settings, changes }: { settings: Pick<SettingsService, 'read'>; changes: Pick<CatalogChanges, 'publish'> },
  change: () => Promise<Result>,
): Promise<Result> {
  const settingsNow = async () => (await settings.read()).plain;
  const before = await settingsNow();
  const result = await change();
  const after = await settingsNow();
  const others = before.markets.filter(
    (market) => market.isPublic && !after.markets.some((kept) => isDeepStrictEqual(kept, market)),
  );
  if (shownSettings.some((name) => !isDeepStrictEqual(before[name], after[name])))
    await changes.publish({ isEverything: true });
  else if (others.length > 0) await changes.publish({ marketParts: others.map(settingsName) });
  return result;
}
