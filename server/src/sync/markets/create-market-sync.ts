import { forgetMarketChanges } from '../../catalog/writing';
import { transact } from '../../database/transact';
import { milliseconds, seconds } from '../../lib/durations';
import { createMarkets, type Markets } from '../../markets/create-markets';
import { createMarketStates } from '../../markets/market-states';
import { createMarketTroubles } from '../../markets/market-troubles';
import { connectionOf } from '../../settings/settings-service';
import { createCurrencyReading } from './currency-reading';
import { createFreshnessWorker } from '../freshness/freshness-worker';
import { createMarketChangeResolution } from './market-change-resolution';
import { createMarketFreshness, type MarketFreshness } from './market-freshness';
import { createMarketPartCleanup } from './market-part-cleanup';
import type { MarketPassMemory } from './market-pass-memory';
import { createMarketPasses } from './market-passes';
import { createStandingFailures } from './standing-failures';
import type { RunStore } from '../runs/run-store';
import type { SyncParts } from '../sync-parts';
import type { SyncService } from '../sync-service';

/** Joins the passes over the further markets, and what reads their progress. */
export function joinMarkets(
  { catalog, settings, upstream, siteMarkets, storefrontOf, ...parts }: SyncParts,
  { runs, sync, passMemory }: { runs: RunStore; sync: SyncService; passMemory: MarketPassMemory },
) {
  const drawVersion = () => catalog.readVersions.draw();
  const markets = createMarkets({
    ...parts,
    changes: catalog.changes,
    drawVersion,
    productTable: catalog.tables.tables.product,
    texts: {
      brandTable: catalog.tables.tables.brand,
      storefrontOf,
      storeLocale: async () => (await catalog.storeFacts.read())?.locale ?? null,
    },
    removalLimit: () => {
      const { removalLimitPercent: percent, removalLimitMinimum: minimum } = settings.snapshot().plain;
      return { percent, minimum };
    },
  });
  const forgetChanges = () => transact(parts.database, forgetMarketChanges);
  const marketPasses = createMarketPasses({
    ...parts,
    siteMarkets,
    markets,
    memory: passMemory,
    exclusively: sync.exclusively,
    cleanUp: createMarketPartCleanup({ ...parts, siteMarkets, markets, memory: passMemory, forgetChanges }),
    learnCurrencies: createCurrencyReading({ siteMarkets, settings, ...catalog }),
    openStore: async () => {
      const connection = connectionOf(await settings.read());
      await catalog.cachedShop.check(connection.storeHash);
      return (await runs.findMark(connection.storeHash)) && upstream.http(connection);
    },
  });
  const stored = {
    failures: createStandingFailures({ siteMarkets, markets, memory: passMemory }),
    canceled: async () => (await passMemory.wanted()).canceled,
  };
  const states = createMarketStates({ ...markets, ...stored, siteMarkets, clock: parts.clock });
  const troubles = createMarketTroubles({ ...markets, ...stored, siteMarkets });
  const freshness = createMarketFreshness({
    ...parts,
    siteMarkets,
    markets,
    memory: passMemory,
    settings,
    upstream,
    cachedShop: catalog.cachedShop,
    drawVersion,
  });
  const marketFreshness = joinFreshness(
    { ...parts, siteMarkets, settings, upstream, catalog },
    { markets, memory: passMemory, freshness, onWanted: () => marketPasses.wake() },
  );
  return { markets: { ...markets, states, troubles }, marketPasses, marketFreshness };
}

/** Joins what keeps further markets fresh. */
function joinFreshness(
  { catalog, ...parts }: Omit<SyncParts, 'storefrontOf'>,
  given: {
    markets: Markets;
    memory: MarketPassMemory;
    freshness: MarketFreshness;
    onWanted: () => void;
  },
) {
  const { freshness, markets } = given;
  const resolution = createMarketChangeResolution({
    ...parts,
    ...given,
    storeFacts: catalog.storeFacts,
    cachedShop: catalog.cachedShop,
    drawVersion: () => catalog.readVersions.draw(),
  });
  const nextDue = async () => {
    const waits = [await markets.changes.nextDue(), await freshness.nextDue()].filter((wait) => wait !== null);
    return waits.length === 0 ? null : milliseconds(Math.min(...waits));
  };
  const refreshSome = async (signal: AbortSignal) => {
    const isAnyResolved = await resolution.resolveSome(signal);
    return (await freshness.refreshSome(signal)) || isAnyResolved;
  };
  const worker = createFreshnessWorker({
    ...parts,
    name: 'market-freshness',
    freshness: { nextDue, refreshSome },
    isNeeded: () => parts.siteMarkets.further().length > 0,
    lookEvery: seconds(5),
  });
  return {
    ...worker,
    /** Has these products read again soon in all further markets, even if the process ends now. */
    async mark(productIds: readonly number[]): Promise<void> {
      await freshness.mark(productIds);
      worker.wake();
    },
    marks: freshness.marks,
    /** Has what these changes concern read again, even if the process ends after the commit; call `wake` then. */
    note: markets.changes.add,
    nextDue,
  };
}
