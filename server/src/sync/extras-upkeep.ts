import type { Catalog } from '../catalog/create-catalog';
import type { Foundation } from '../database/create-foundation';
import { seconds } from '../lib/durations';
import type { SettingsService } from '../settings/settings-service';
import { createUpstreamModifiers, productsPerModifierPage, type ReceivedModifiers } from '../upstream/modifiers-client';
import type { UpstreamAccess } from '../upstream/upstream-access';
import { createFreshnessWorker, type FreshnessWorker, type Refresher } from './freshness-worker';
import { createMetafieldFreshness } from './metafield-freshness';
import { createPendingFreshness, type PendingFreshness, type ProductReading } from './pending-freshness';
import type { RunStore } from './run-store';

/** Keeps up to date what the store lists of products apart from them, if the site reads it (behavior 2.15, behavior 2.16). */
export interface ExtraUpkeep extends FreshnessWorker {
  /** It is read again of these products, soon, and even if the process ends now. */
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

// Whoever marks something wakes the worker; this is for what an instance left that was killed.
const lookEvery = seconds(30);

export function createModifierUpkeep({ catalog, runs, ...parts }: UpkeepParts): ExtraUpkeep {
  const isNeeded = () => parts.settings.snapshot().plain.modifiersEnabled;
  const freshness = createPendingFreshness(readingOf(catalog), {
    ...parts,
    ...catalog,
    drawVersion: () => catalog.readVersions.draw(),
    isUrgentOnly: async () => (await runs.findRunning()) !== null,
  });
  const worker = createFreshnessWorker({ ...parts, name: 'modifier-freshness', freshness, isNeeded, lookEvery });
  return upkeepOf(worker, { freshness, isNeeded });
}

function readingOf({
  keptModifiers: pending,
}: Pick<Catalog, 'keptModifiers'>): ProductReading<ReceivedModifiers['products'][number]> {
  return {
    what: 'modifiers',
    pending,
    productsPerRequest: productsPerModifierPage,
    read: (parts, asked) => createUpstreamModifiers(parts).among(asked),
    write: pending.write,
  };
}

export function createMetafieldUpkeep({ catalog, runs, ...parts }: UpkeepParts): ExtraUpkeep {
  const freshness = createMetafieldFreshness({
    ...parts,
    ...catalog,
    kept: catalog.keptMetafields,
    listed: catalog.listedMetafields,
    drawVersion: () => catalog.readVersions.draw(),
    isRunUnderWay: async () => (await runs.findRunning()) !== null,
  });
  const isRead = () => parts.settings.snapshot().plain.metafieldNamespaces.length > 0;
  const isNeeded = () => isRead() || !freshness.isForgotten();
  const worker = createFreshnessWorker({ ...parts, name: 'metafield-freshness', freshness, isNeeded, lookEvery });
  return upkeepOf(worker, { freshness, isNeeded: isRead });
}

function upkeepOf(
  worker: FreshnessWorker,
  {
    freshness,
    isNeeded,
  }: { freshness: Pick<PendingFreshness, 'mark' | 'markAll'> & Refresher; isNeeded: () => boolean },
): ExtraUpkeep {
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
    isIdle: async () => (await freshness.nextDue()) === null,
  };
}
