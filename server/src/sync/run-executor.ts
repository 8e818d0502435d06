import type { CachedStore } from '../catalog/cached-store';
import type { CatalogStore } from '../catalog/catalog-store';
import type { StoreFacts } from '../catalog/catalog-types';
import type { Observations } from '../database/knex-observations';
import type { Clock } from '../lib/clock';
import { milliseconds } from '../lib/durations';
import { connectionOf, type Settings, type SettingsService } from '../settings/settings-service';
import type { UpstreamAccess } from '../upstream/upstream-access';
import type { RequestReport } from '../upstream/upstream-catalog';
import { createDryStore, type CatalogSnapshots } from './dry-store';
import { executeRun } from './execute-run';
import { createObservationSupply } from './observation-supply';
import type { RunRecord, Spending } from './run-record';
import type { RunProgress, RunStore } from './run-store';
import { StoreChangedError } from './sync-errors';

export interface ExecutionOptions {
  signal: AbortSignal;
  /** Told after each request to upstream. */
  onSpent: (spending: Spending) => void;
}

/** Carries a run from its checkpoint to its end. */
export type RunExecutor = (run: RunRecord, options: ExecutionOptions) => Promise<RunRecord>;

/**
 * Runs with the settings of the moment a run starts or is taken over: a change of settings in its middle does not
 * reach it. The store and the channel stay those it began with.
 */
export function createRunExecutor(options: {
  settings: SettingsService;
  upstream: UpstreamAccess;
  storeFacts: { write(facts: StoreFacts): Promise<void> };
  store: CatalogStore;
  snapshots: CatalogSnapshots;
  cachedStore: Pick<CachedStore, 'claim'>;
  runs: RunProgress & Pick<RunStore, 'findLast'>;
  clock: Clock;
  observations: Observations;
}): RunExecutor {
  const { runs, observations, clock } = options;

  return async (given, { signal, onSpent }) => {
    const settings = await options.settings.read();
    const connection = connectionOf(settings);
    if (connection.storeHash !== given.storeHash) throw new StoreChangedError({ begunWith: given.storeHash, now: connection.storeHash });

    let spent: Spending = { requests: given.requests, waited: given.waited, quotaLeft: given.quotaLeft };
    const upstream = options.upstream.catalog(connection, (report) => {
      spent = afterRequest(spent, report);
      onSpent(spent);
    });
    const facts = await upstream.readStoreFacts({ signal });
    if (!given.isDry) {
      await options.cachedStore.claim(given.storeHash);
      await options.storeFacts.write(facts);
    }

    const channelId = given.channelId ?? settings.plain.channelId ?? facts.defaultChannelId;
    const run = await begin({ ...given, channelId }, channelId);
    const store = run.isDry ? createDryStore({ ...options, runId: run.id }) : options.store;
    const finished = await executeRun(
      {
        upstream,
        store,
        runs,
        clock,
        signal,
        observations: createObservationSupply({ observations, clock, transaction: (work) => store.transaction(work) }),
        spent: () => spent,
        channelId,
        removalLimit: removalLimitOf(settings),
      },
      run,
    );
    return { ...finished, ...spent };
  };

  /** What was modified since the last success says nothing about another channel: then everything is fetched. */
  async function begin(run: RunRecord, channelId: number): Promise<RunRecord> {
    if (run.phase !== 'starting' || run.modifiedSince === null) return run;
    const last = await runs.findLast({ storeHash: run.storeHash, statuses: ['succeeded'] });
    return last?.channelId === channelId ? run : { ...run, mode: 'full', modifiedSince: null };
  }
}

function afterRequest(spent: Spending, { waited, quotaLeft }: RequestReport): Spending {
  return { requests: spent.requests + 1, waited: milliseconds(spent.waited + waited), quotaLeft: quotaLeft ?? spent.quotaLeft };
}

function removalLimitOf({ plain }: Settings) {
  return { percent: plain.removalLimitPercent, minimum: plain.removalLimitMinimum };
}
