import type { Catalog } from '../../catalog/create-catalog';
import type { Foundation } from '../../database/create-foundation';
import { seconds } from '../../lib/durations';
import type { SettingsService } from '../../settings/settings-service';
import type { UpstreamAccess } from '../../upstream/upstream-access';
import { createFreshnessWorker, type FreshnessWorker, type FreshnessWorkerOptions } from './freshness-worker';
import { createMetafieldFreshness } from './metafield-freshness';
import { createModifierFreshness } from './modifier-freshness';
import type { OptionalFreshness } from './optional-freshness';
import type { PendingFreshness } from './pending-freshness';
import type { RunStore } from '../runs/run-store';

/**
 * Keeps product data up to date that the store lists separately, if the site reads it (behavior 2.15, behavior 2.16).
 */
export interface ExtraUpkeep extends FreshnessWorker {
  /** Whether the site reads this data. */
  isRead(): boolean;
  /** Has it read again soon for these products, even if the process ends now. */
  mark(productIds: readonly number[]): Promise<void>;
  /** The same for all products, when no run is under way. */
  markAll(): Promise<void>;
  /** Whether nothing waits to be read. */
  isIdle(): Promise<boolean>;
}

type UpkeepParts = Foundation & {
  catalog: Catalog;
  settings: SettingsService;
  upstream: UpstreamAccess;
  runs: Pick<RunStore, 'findRunning'>;
};

// Marking products wakes the worker; this is for what a killed instance left behind.
const lookEvery = seconds(30);

/** Joins what keeps the modifiers and the metafields of products up to date. */
export function createExtraUpkeeps(parts: UpkeepParts) {
  return { modifierFreshness: createModifierUpkeep(parts), metafieldFreshness: createMetafieldUpkeep(parts) };
}

function createModifierUpkeep({ catalog, runs, ...parts }: UpkeepParts): ExtraUpkeep {
  const freshness = createModifierFreshness({
    ...parts,
    ...catalog,
    kept: catalog.keptModifiers,
    drawVersion: () => catalog.readVersions.draw(),
    isUrgentOnly: async () => (await runs.findRunning()) !== null,
  });
  const isRead = () => parts.settings.snapshot().plain.modifiersEnabled;
  return upkeepOf({ ...parts, name: 'modifier-freshness', freshness, isRead });
}

function createMetafieldUpkeep({ catalog, runs, ...parts }: UpkeepParts): ExtraUpkeep {
  const freshness = createMetafieldFreshness({
    ...parts,
    ...catalog,
    kept: catalog.keptMetafields,
    listed: catalog.listedMetafields,
    drawVersion: () => catalog.readVersions.draw(),
    isRunUnderWay: async () => (await runs.findRunning()) !== null,
  });
  const isRead = () => parts.settings.snapshot().plain.metafieldNamespaces.length > 0;
  return upkeepOf({ ...parts, name: 'metafield-freshness', freshness, isRead });
}

function upkeepOf({
  freshness,
  isRead,
  ...parts
}: Pick<FreshnessWorkerOptions, 'name' | 'leases' | 'clock' | 'logger' | 'newId'> & {
  freshness: Pick<PendingFreshness, 'mark' | 'markAll'> & OptionalFreshness;
  isRead: () => boolean;
}): ExtraUpkeep {
  const isNeeded = () => isRead() || !freshness.isForgotten();
  const worker = createFreshnessWorker({ ...parts, freshness, isNeeded, lookEvery });
  return {
    ...worker,
    isRead,
    async mark(productIds) {
      if (!isRead()) return;
      await freshness.mark(productIds);
      worker.wake();
    },
    async markAll() {
      if (isRead()) await freshness.markAll();
    },
    isIdle: async () => (await freshness.nextDue()) === null,
  };
}
