import type {
  Run,
  RunChangeList,
  RunChangesQuery,
  RunFailureList,
  RunFailuresQuery,
  RunHistory,
  RunLogView,
  SyncState,
} from '../../../../contracts/admin/runs';
import type { RunCarrier } from '../execution/run-carrier';
import { maxRunLogLines, type RunLogStore } from './run-log';
import { presentRun, type RunRecord } from './run-record';
import type { RunReport } from './run-report';
import type { RunHistoryReader, RunRetention, RunStore } from './run-store';

/** Shows runs as administrators see them. */
export interface RunViews {
  state(): Promise<SyncState>;
  history(request: { page: number; perPage: number }): Promise<RunHistory>;
  /** A run with all its failures or, for a dry run, all its changes; null when there is no such run. */
  report(runId: string): Promise<RunReport | null>;
  /** The last lines of a run's log; none when there is no such run. */
  log(runId: string): Promise<RunLogView>;
  /** A run's failures, by page; null when there is no such run. */
  failures(runId: string, query: RunFailuresQuery): Promise<RunFailureList | null>;
  /** A dry run's changes, by kind and page; null when there is no such run. */
  changes(runId: string, query: RunChangesQuery): Promise<RunChangeList | null>;
}

export interface RunViewsOptions {
  runs: Pick<RunStore & RunRetention, 'findRunning' | 'isLasting' | 'findMark'>;
  history: RunHistoryReader;
  runLog: Pick<RunLogStore, 'read'>;
  /** Knows what the run under way on this instance has spent so far. */
  carrier: Pick<RunCarrier, 'current'>;
}

const shownFailures = 100;

/** One run with its first failures. */
export function createRunPresenter({ history, carrier }: Pick<RunViewsOptions, 'history' | 'carrier'>) {
  return async function present(run: RunRecord): Promise<Run> {
    const failures = await history.failures(run.id, { limit: shownFailures, offset: 0 });
    const current = carrier.current();
    return presentRun({ ...run, ...(current?.runId === run.id && current.spent) }, failures);
  };
}

export function createRunViews({ runs, history, runLog, carrier }: RunViewsOptions): RunViews {
  const present = createRunPresenter({ history, carrier });
  return {
    async state() {
      const running = await runs.findRunning();
      const { runs: recent } = await history.list({ page: 1, perPage: 2 });
      const finished = recent.find((run) => run.id !== running?.id);
      const [written] = finished?.isDry === false ? [finished] : await history.recent(1);
      // A run whose records were cleared, as for another store, says nothing about the current catalog.
      const writing = written && (await runs.isLasting(written)) ? written : undefined;
      return {
        current: running ? await present(running) : null,
        last: finished ? await present(finished) : null,
        lastWriting: writing ? await present(writing) : null,
        hasSynced: writing !== undefined && (await runs.findMark(writing.storeHash)) !== null,
      };
    },

    async history({ page, perPage }) {
      const { runs: found, total } = await history.list({ page, perPage });
      // A list of runs includes no failures; they are requested by page for a single run.
      return { runs: found.map((run) => presentRun(run, [])), total, page, pages: Math.ceil(total / perPage) };
    },

    async report(runId) {
      const run = await history.find(runId);
      if (!run) return null;
      return {
        run: await present(run),
        failures: history.allFailures(runId),
        changes: history.allChanges(runId),
      };
    },

    async log(runId) {
      return { entries: await runLog.read(runId, maxRunLogLines) };
    },

    async failures(runId, { page, pageSize }) {
      if (!(await history.find(runId))) return null;
      const total = await history.countFailures(runId);
      const failures = await history.failures(runId, { limit: pageSize, offset: (page - 1) * pageSize });
      return { failures, total, page, pages: Math.ceil(total / pageSize) };
    },

    async changes(runId, { kind, page, pageSize }) {
      if (!(await history.find(runId))) return null;
      const counts = await history.changeCounts(runId);
      const changes = await history.changes(runId, { kind, page, perPage: pageSize });
      return { changes, counts, total: counts[kind], page, pages: Math.ceil(counts[kind] / pageSize) };
    },
  };
}
