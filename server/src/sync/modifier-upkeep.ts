import type { Catalog } from '../catalog/create-catalog';
import type { Foundation } from '../database/create-foundation';
import { seconds } from '../lib/durations';
import type { SettingsService } from '../settings/settings-service';
import type { UpstreamAccess } from '../upstream/upstream-access';
import { createFreshnessWorker, type FreshnessWorker } from './freshness-worker';
import { createModifierFreshness } from './modifier-freshness';
import type { RunStore } from './run-store';

/** Keeps the modifiers of products up to date, if the site reads any (behavior 2.15). */
export interface ModifierUpkeep extends FreshnessWorker {
  /** The modifiers of these products are read again, soon, and even if the process ends now. */
  mark(productIds: readonly number[]): Promise<void>;
  /** The same for all products, when no run is under way. */
  markAll(): Promise<void>;
}

// Whoever marks something wakes the worker; this is for what an instance left that was killed.
const lookEvery = seconds(30);

export function createModifierUpkeep({
  catalog,
  runs,
  ...parts
}: Foundation & {
  catalog: Catalog;
  settings: SettingsService;
  upstream: UpstreamAccess;
  runs: Pick<RunStore, 'findRunning'>;
}): ModifierUpkeep {
  const isNeeded = () => parts.settings.snapshot().plain.modifiersEnabled;
  const freshness = createModifierFreshness({
    ...parts,
    kept: catalog.keptModifiers,
    cachedProducts: catalog.cachedProducts,
    changes: catalog.changes,
    cachedShop: catalog.cachedShop,
    drawVersion: () => catalog.readVersions.draw(),
    isRunUnderWay: async () => (await runs.findRunning()) !== null,
  });
  const worker = createFreshnessWorker({ ...parts, name: 'modifier-freshness', freshness, isNeeded, lookEvery });
  return {
    ...worker,
    async mark(productIds) {
      if (!isNeeded()) return;
      await freshness.mark(productIds);
      worker.wake();
    },
    async markAll() {
      if (isNeeded()) await freshness.markAll();
    },
  };
}
