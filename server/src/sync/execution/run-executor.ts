import { waitCause } from '../../../../contracts/admin/runs';
import type { CachedShop, StoreFactsKeeper } from '../../catalog/shop';
import type { CatalogStore, ReadVersions } from '../../catalog/writing';
import type { Removals } from '../../catalog/removal';
import type { Clock } from '../../lib/clock';
import type { WorkScheduler } from '../../lib/work-scheduler';
import { milliseconds, seconds } from '../../lib/durations';
import { connectionOf, type SettingsService } from '../../settings/settings-service';
import type { UpstreamAccess } from '../../upstream/upstream-access';
import type { RequestReport, UpstreamConnection } from '../../upstream/upstream-catalog';
import { createDryStore, type CatalogSnapshots } from './dry-store';
import { executeRun } from './execute-run';
import type { RunLog } from '../runs/run-log';
import type { RunRecord, Spending } from '../runs/run-record';
import type { FailedProducts, RunProgress, RunStore } from '../runs/run-store';
import type { RunTools } from './run-tools';
import { StoreChangedError } from '../runs/sync-errors';
import type { WriterThread } from '../writer-thread/writer-thread';

export interface ExecutionOptions {
  signal: AbortSignal;
  log: Pick<RunLog, 'note'>;
  /** Called after each request to upstream. */
  onSpent: (spending: Spending) => void;
}

/** Carries a run from its checkpoint to its end. */
export type RunExecutor = (run: RunRecord, options: ExecutionOptions) => Promise<RunRecord>;

/**
 * Uses the settings at the moment a run starts or is taken over: a later change does not affect it. The store and the
 * channel remain those with which it began.
 */
export function createRunExecutor(options: {
  settings: SettingsService;
  upstream: UpstreamAccess;
  storeFacts: Pick<StoreFactsKeeper, 'write'>;
  store: CatalogStore;
  /** The same for full runs, which may touch every record. */
  bulkStore: CatalogStore;
  /** The same for dry runs: its changes are not announced, since all of them are rolled back. */
  tryStore: CatalogStore;
  snapshots: CatalogSnapshots;
  removals: Removals;
  marketMarks: RunTools['marketMarks'];
  cachedShop: Pick<CachedShop, 'claim'>;
  runs: RunProgress & Pick<RunStore, 'findBase'>;
  failed: FailedProducts;
  clock: Clock;
  readVersions: ReadVersions;
  workScheduler: WorkScheduler;
  /** Opens the thread in which a run writes; null where there is none. */
  openThread: (run: Pick<RunTools, 'clock' | 'log' | 'spent'>) => WriterThread | null;
}): RunExecutor {
  const { runs, readVersions, clock, workScheduler } = options;

  return async (given, { signal, log, onSpent }) => {
    const settings = await options.settings.read();
    const connection = connectionOf(settings);
    if (connection.storeHash !== given.storeHash)
      throw new StoreChangedError({ begunWith: given.storeHash, now: connection.storeHash });

    let spent: Spending = { requests: given.requests, waited: given.waited, quotaLeft: given.quotaLeft };
    const onReport = (report: RequestReport) => {
      spent = afterRequest(spent, report);
      noteRequest(log, report);
      onSpent(spent);
    };
    const facts = await options.upstream.catalog(connection, { onReport }).readStoreFacts({ signal });
    const upstreamNow = upstreamTime(connection);
    // A dry run writes nothing, so it needs no claim.
    const claim = given.isDry ? null : await options.cachedShop.claim(given.storeHash);
    if (claim) await options.storeFacts.write(facts, claim);

    const channelId = given.channelId ?? settings.plain.channelId ?? facts.defaultChannelId;
    const run = await begin(
      { ...given, channelId, upstreamStartedAt: given.phase === 'starting' ? upstreamNow : given.upstreamStartedAt },
      channelId,
    );
    const written = run.mode === 'full' ? options.bulkStore : options.store;
    const store = claim?.guard(written) ?? createDryStore({ ...options, store: options.tryStore, runId: run.id });
    const ofRun = { clock, log, spent: () => spent };
    const thread = run.isDry || run.mode === 'incremental' ? null : options.openThread(ofRun);
    const tools: RunTools = {
      ...ofRun,
      upstream: options.upstream.catalog(connection, { onReport }),
      store,
      runs,
      failed: options.failed,
      workScheduler,
      thread,
      signal,
      readVersions,
      channelId,
      removals: options.removals,
      marketMarks: options.marketMarks,
    };
    try {
      return { ...(await executeRun(tools, run)), ...spent };
    } finally {
      await thread?.close();
    }
  };

  /**
   * By upstream's clock, which dates modifications of products (behavior 11.1); null when its responses carry no time.
   */
  function upstreamTime(connection: UpstreamConnection): Date | null {
    const ahead = options.upstream.clockAhead(connection);
    return ahead === null ? null : new Date(clock.now().getTime() + ahead);
  }

  /** Modifications since a run of another channel are meaningless: then everything is fetched. */
  async function begin(run: RunRecord, channelId: number): Promise<RunRecord> {
    if (run.phase !== 'starting' || run.modifiedSince === null) return run;
    const last = await runs.findBase(run.storeHash);
    return last?.channelId === channelId ? run : { ...run, mode: 'full', modifiedSince: null };
  }
}

/** What a run has spent after one more request. */
export function afterRequest(spent: Spending, { waits, quotaLeft }: RequestReport): Spending {
  return {
    requests: spent.requests + 1,
    waited: milliseconds(spent.waited + waits.rate_limit + waits.retry + waits.slot),
    quotaLeft: quotaLeft ?? spent.quotaLeft,
  };
}

// A shorter wait is normal pacing.
const longWait = seconds(2);

const waitCauses = waitCause.options;

function noteRequest(log: Pick<RunLog, 'note'>, { path, status, waits }: RequestReport): void {
  for (const cause of waitCauses)
    if (waits[cause] >= longWait) log.note({ kind: 'waited', cause, milliseconds: Math.round(waits[cause]) });
  // A request that was abandoned because the run ended is not worth reporting.
  if (status === 'abandoned') return;
  if (status === 'no_response' || status >= 400)
    log.note({ kind: 'trouble', path, status: status === 'no_response' ? null : status });
}
