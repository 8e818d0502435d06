import { DatabaseDownError, isDatabaseAway, isDatabaseUnreachable } from '../../database/conflicts';
import type { DatabaseClock } from '../../database/database-clock';
import type { Clock } from '../../lib/clock';
import { days, seconds } from '../../lib/durations';
import { describeError } from '../../lib/errors';
import type { LeaseStore } from '../../lib/lease';
import { leaseDuration, LeaseLostError, underLease } from '../../lib/lease-heartbeat';
import type { Logger } from '../../lib/logger';
import { followSignals } from '../../lib/follow-signals';
import { type Meters, noMeters } from '../../metrics/meters';
import type { RunExecutor } from './run-executor';
import { createRunLog, type RunLog, type RunLogStore } from '../runs/run-log';
import { withTimeLimit } from '../../lib/time-limit';
import { failureOf, outcomeOf, type RunOutcome, type RunRecord, type Spending } from '../runs/run-record';
import type { RunRetention, RunStore } from '../runs/run-store';
import { RunEndedError } from '../runs/sync-errors';

/** The lease held by the one current run, across all instances. */
export const leaseName = 'sync';

const historyRetention = days(90);
const releaseInterval = seconds(1);
// A request waits for it.
const leavingPatience = seconds(10);

const unwritable = "The reason could not be written to the database; see the site's log.";

/** Executes one run: renews its lease, notices its cancellation, and records how it ended. */
export interface RunCarrier {
  /** Executes the run until it ends, then releases the lease, which the holder must have. */
  launch(run: RunRecord, holder: string): void;
  /** The run under way on this instance, and what it has spent so far. */
  current(): { runId: string; spent: Spending | null } | null;
  /**
   * Resolves when a run that has ended, also by force, has left this instance and released its lease, or has not within
   * a few seconds; immediately while a run is under way.
   */
  settled(): Promise<void>;
  /** Cancels this run if it is under way on this instance. */
  cancel(runId: string): void;
  /** Stores how a run ended; false when it was already stored. */
  conclude(run: RunRecord, outcome: RunOutcome): Promise<boolean>;
  /** Releases the run under way, so that it is resumed elsewhere or at the next start. */
  stop(): Promise<void>;
}

class RunCanceled extends Error {}
class SiteStops extends Error {}

interface Active {
  runId: string;
  abort: AbortController;
  spent: Spending | null;
  /** Only its outcome remains to be stored. */
  isEnding: boolean;
  done: Promise<void>;
}

export interface RunCarrierOptions {
  runs: RunStore & RunRetention;
  runLog: RunLogStore;
  leases: LeaseStore;
  clock: Clock;
  databaseClock: Pick<DatabaseClock, 'read'>;
  logger: Logger;
  execute: RunExecutor;
  meters?: Meters;
  /** Called when a run has ended on this instance, and its lease is released. */
  onReleased?: () => void;
}

export function createRunCarrier(options: RunCarrierOptions): RunCarrier {
  const { runs, leases, clock, databaseClock, logger, meters = noMeters } = options;
  let active: Active | null = null;

  const logOf = (runId: string) => createRunLog(runId, { store: options.runLog, clock, logger });

  async function carry(run: RunRecord, holder: string, work: Active): Promise<void> {
    const log = logOf(run.id);
    const onBeat = async () => {
      await log.flush();
      if (await runs.isCancelRequested(run.id)) work.abort.abort(new RunCanceled('canceled'));
    };
    const lease = { name: leaseName, holder, duration: leaseDuration };
    await underLease({ leases, clock, lease, onBeat }, (lost) =>
      followSignals([work.abort.signal, lost], (signal) => execute(run, { log, work, signal })),
    );
  }

  async function execute(
    run: RunRecord,
    { log, work, signal }: { log: RunLog; work: Active; signal: AbortSignal },
  ): Promise<void> {
    log.note(
      run.phase === 'starting'
        ? { kind: 'started', mode: run.mode }
        : { kind: 'resumed', phase: run.phase, page: run.page },
    );
    logger.info('run started', { runId: run.id, mode: run.mode, isDry: run.isDry, phase: run.phase, page: run.page });
    try {
      // An orphan may have been canceled while no instance worked on it.
      if (await runs.isCancelRequested(run.id)) throw new RunCanceled('canceled');
      const carried = await options.execute(run, {
        signal,
        log,
        onSpent: (spent) => {
          work.spent = spent;
        },
      });
      // Before the outcome, so that a reader who sees the run as finished finds its last lines.
      await log.flush();
      work.isEnding = true;
      await conclude(carried, outcomeOf(carried));
    } catch (error) {
      await log.flush();
      const reason: unknown = signal.aborted ? signal.reason : error;
      // While the database is away, the lease is usually lost as well.
      const isLeft = isDatabaseAway(error) && (reason === error || reason instanceof LeaseLostError);
      work.isEnding = !isLeft;
      if (isLeft) await leave(run, { error, signal: work.abort.signal });
      else await concludeFailed(run, { error: reason, spent: work.spent });
    }
  }

  /** Leaves a run without a database to whoever takes it over, at its checkpoint. */
  async function leave(run: RunRecord, { error, signal }: { error: unknown; signal: AbortSignal }): Promise<void> {
    logger.warn('run released', { runId: run.id, reason: describeError(error) });
    // It counts like the death of a process: a page that brings the database down must not be retried forever.
    if (error instanceof DatabaseDownError) return;
    // No record is at fault. The database may refuse to store that, too; until then, it would count as a death.
    for (;;) {
      try {
        return await runs.release(run, { clearsItem: true });
      } catch (refusal) {
        if (signal.aborted || !isDatabaseUnreachable(refusal)) throw refusal;
        await clock.wait(releaseInterval, signal).catch(() => undefined);
      }
    }
  }

  async function concludeFailed(
    run: RunRecord,
    { error, spent }: { error: unknown; spent: Spending | null },
  ): Promise<void> {
    // Another instance or the next start continues it from its checkpoint, or it was already ended elsewhere.
    if (error instanceof LeaseLostError || error instanceof SiteStops || error instanceof RunEndedError) {
      // A site that stops in an orderly way did not crash at an item.
      if (!(error instanceof RunEndedError)) await runs.release(run, { clearsItem: error instanceof SiteStops });
      logger.warn('run released', { runId: run.id, reason: error.message });
      return;
    }
    const running = await runs.findRunning();
    // With our epoch: a holder that took the run over has a later one, and ends the run itself.
    const latest = { ...(running?.id === run.id ? running : run), ...spent, epoch: run.epoch };
    if (error instanceof RunCanceled) {
      await conclude(latest, { status: 'cancelled', error: null, reasons: [] });
      return;
    }
    logger.error('run failed', { runId: run.id, error: describeError(error) });
    await conclude(latest, failureOf(error));
  }

  /** Stores that a run ended even if its reason cannot be: a run left `running` would be taken over forever. */
  async function finish(run: RunRecord): Promise<boolean> {
    try {
      return await runs.finish(run);
    } catch (error) {
      logger.error('why a run ended could not be stored', { runId: run.id, error: describeError(error) });
      return runs.finish({ ...run, error: run.error === null ? null : unwritable, reasons: [] });
    }
  }

  async function conclude(run: RunRecord, outcome: RunOutcome): Promise<boolean> {
    const ending = logOf(run.id);
    ending.note({ kind: 'ended', status: outcome.status, error: outcome.error });
    await ending.flush();
    const finishedAt = await databaseClock.read();
    const isOurs = await finish({ ...run, ...outcome, phase: 'finished', finishedAt });
    if (isOurs) countRun(meters, { ...run, status: outcome.status });
    if (isOurs) logger.info('run finished', { runId: run.id, status: outcome.status, ...run.counts.product });
    // This run has ended either way; the next one prunes what is left.
    await runs
      .prune(new Date(finishedAt.getTime() - historyRetention))
      .catch((error: unknown) => logger.warn('old runs could not be deleted', { error: describeError(error) }));
    return isOurs;
  }

  return {
    conclude,
    launch(run, holder) {
      const work: Active = {
        runId: run.id,
        abort: new AbortController(),
        spent: null,
        isEnding: false,
        done: Promise.resolve(),
      };
      active = work;
      work.done = carry(run, holder, work)
        .catch((error: unknown) =>
          logger.error('run could not be recorded', { runId: run.id, error: describeError(error) }),
        )
        .finally(() => {
          active = null;
          options.onReleased?.();
        });
    },
    current: () => active && { runId: active.runId, spent: active.spent },
    async settled() {
      const last = active;
      if (last === null) return;
      // Ended by force, also by another instance, it appears as finished before this one has noticed.
      if (!last.isEnding && (await runs.findRunning())?.id !== last.runId) last.abort.abort(new RunEndedError());
      if (last.isEnding || last.abort.signal.aborted)
        await withTimeLimit({ clock, limit: leavingPatience }, () => last.done).catch(() => undefined);
    },
    cancel(runId) {
      if (active?.runId === runId) active.abort.abort(new RunCanceled('canceled'));
    },
    async stop() {
      active?.abort.abort(new SiteStops('the site stops'));
      await active?.done;
    },
  };
}

/** A dry run's records were not written. */
function countRun(meters: Meters, { mode, status, isDry, counts }: RunRecord): void {
  meters.count('runs', { mode: isDry ? 'dry' : mode, status });
  if (isDry) return;
  for (const [entity, outcomes] of Object.entries(counts))
    for (const [outcome, count] of Object.entries(outcomes))
      if (outcome !== 'fetched') meters.count('run_records', { entity, outcome }, count);
}
