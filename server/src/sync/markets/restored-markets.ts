import type { Markets } from '../../markets/create-markets';
import { partName } from '../../markets/market-parts';
import { distinctParts } from '../../markets/pass-market';
import type { SettingsService } from '../../settings/settings-service';
import type { MarketPassMemory } from './market-pass-memory';

/**
 * Changes settings. What a market needs from then on, and no market needed before, is read again even if all of it is
 * stored: no event that came meanwhile concerned it (behavior 14.17). The same transaction notes that, so that neither
 * a kill nor how briefly the settings were different matters.
 */
export function createUpdateOfMarkets({
  settings,
  textNeeds,
  memory,
  drawVersion,
}: {
  settings: Pick<SettingsService, 'update'>;
  textNeeds: Markets['textNeeds'];
  memory: Pick<MarketPassMemory, 'wantPartsWithin'>;
  drawVersion: () => Promise<number>;
}): (update: unknown) => ReturnType<SettingsService['update']> {
  return async (update) => {
    // Not within the transaction, to which a connection or, on SQLite, all writing belongs.
    const [texts, since] = [await textNeeds(), await drawVersion()];
    return settings.update(update, async (transaction, { before, after }) => {
      const namesIn = ({ markets }: typeof after) => distinctParts(markets, texts).map((part) => partName(part));
      const needed = new Set(namesIn(before));
      const restored = namesIn(after).filter((name) => !needed.has(name));
      if (restored.length > 0) await memory.wantPartsWithin(transaction, restored, since);
    });
  };
}
