import type { Run, RunHistory, RunMode, SyncState } from '../../../contracts/admin/runs';
import type { Clock } from '../lib/clock';
import { milliseconds, minutes, seconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import type { LeaseStore } from '../lib/lease';
import type { Logger } from '../lib/logger';
import { noCounts, outcomeOf, presentRun, type RunRecord } from './run-record';
import type { RunHistoryReader, RunStore } from './run-store';

export interface StartRequest {
  mode: RunMode;
  /** Lets this one run remove more than the removal limit allows. */
  allowMassRemoval?: boolean;
}

export type StartResult = { kind: 'started'; run: Run } | { kind: 'busy'; run: Run | null };

/** Starts, watches, cancels and shows runs. One run at a time across all instances of the site. */
export interface SyncService {
  /** @throws MissingSettingsError when the store cannot be reached for want of credentials */
  start(request: StartRequest): Promise<StartResult>;
  /** The run that was told to stop; null when none is under way. */
  cancel(): Promise<Run | null>;
  state(): Promise<SyncState>;
  history(request: { page: number; perPage: number }): Promise<RunHistory>;
  /** Takes over runs whose holder died, until stopped; start it once the site listens. */
  watch(): Promise<void>;
  /** Lets go of the run under way, so that it is taken up again elsewhere or at the next start. */
  stop(): Promise<void>;
}

export interface SyncServiceOptions {
  runs: RunStore & RunHistoryReader;
  leases: LeaseStore;
  clock: Clock;
  logger: Logger;
  newId: () => string;
  drawObservation: () => Promise<number>;
  /** Throws MissingSettingsError when credentials are missing. */
  checkSettings: () => Promise<void>;
  /** Carries the run to its end with the settings of now. */
  execute: (run: RunRecord, signal: AbortSignal) => Promise<RunRecord>;
}

const leaseName = 'sync';
// A dead holder is noticed within this time; a live one renews many times within it.
const leaseDuration = seconds(15);
// Cancelling from another instance must take effect within two seconds.
const heartbeat = seconds(1);
const watchInterval = seconds(5);
// Upstream's clock and ours differ, and an edit may become visible after the moment it names.
const incrementalOverlap = minutes(10);
const shownFailures = 100;

class RunCancelled extends Error {}
class LeaseLost extends Error {}
class SiteStops extends Error {}

export function createSyncService(options: SyncServiceOptions): SyncService {
  const { runs, leases, clock, logger, newId } = options;
  const lifetime = new AbortController();
  let active: { runId: string; abort: AbortController; done: Promise<void> } | null = null;

  async function present(run: RunRecord): Promise<Run> {
    const failures = await runs.failures([run.id], shownFailures);
    return presentRun(run, failures.get(run.id) ?? []);
  }

  async function newRun({ mode, allowMassRemoval = false }: StartRequest): Promise<RunRecord> {
    const lastSuccess = mode === 'incremental' ? await runs.lastSuccess() : null;
    return {
      id: newId(),
      // Without an earlier success there is nothing to be incremental to.
      mode: lastSuccess ? 'incremental' : 'full',
      status: 'running',
      phase: 'starting',
      page: 0,
      startedAt: clock.now(),
      finishedAt: null,
      modifiedSince: lastSuccess ? new Date(lastSuccess.getTime() - incrementalOverlap) : null,
      firstObservation: await options.drawObservation(),
      counts: noCounts(),
      total: null,
      requests: 0,
      allowMassRemoval,
      error: null,
    };
  }

  function launch(run: RunRecord, holder: string): void {
    const abort = new AbortController();
    const done = carry(run, { holder, abort })
      .catch((error: unknown) => logger.error('run could not be recorded', { runId: run.id, error: describeError(error) }))
      .finally(() => {
        active = null;
      });
    active = { runId: run.id, abort, done };
  }

  async function carry(run: RunRecord, { holder, abort }: { holder: string; abort: AbortController }): Promise<void> {
    const heart = new AbortController();
    const beating = keepLease(run.id, { holder, abort, stop: heart.signal });
    logger.info('run started', { runId: run.id, mode: run.mode, phase: run.phase, page: run.page });
    try {
      const carried = await options.execute(run, abort.signal);
      await conclude(carried, outcomeOf(carried));
    } catch (error) {
      await concludeFailed(run, abort.signal.aborted ? abort.signal.reason : error);
    } finally {
      heart.abort();
      await beating;
      await leases.release({ name: leaseName, holder });
    }
  }

  async function concludeFailed(run: RunRecord, error: unknown): Promise<void> {
    // Somebody else carries it on, now or at the next start: its checkpoint stands.
    if (error instanceof LeaseLost || error instanceof SiteStops) {
      logger.warn('run let go', { runId: run.id, reason: error.message });
      return;
    }
    const latest = (await runs.findRunning()) ?? run;
    if (error instanceof RunCancelled) return conclude(latest, { status: 'cancelled', error: null });
    logger.error('run failed', { runId: run.id, error: describeError(error) });
    await conclude(latest, { status: 'failed', error: describeError(error) });
  }

  async function conclude(run: RunRecord, outcome: Pick<RunRecord, 'status' | 'error'>): Promise<void> {
    await runs.finish({ ...run, ...outcome, phase: 'finished', finishedAt: clock.now() });
    const { fetched, created, updated, unchanged, removed, failed } = run.counts.product;
    logger.info('run finished', { runId: run.id, status: outcome.status, fetched, created, updated, unchanged, removed, failed });
  }

  async function keepLease(runId: string, beat: { holder: string; abort: AbortController; stop: AbortSignal }): Promise<void> {
    try {
      for (;;) {
        await clock.wait(heartbeat, beat.stop);
        const held = await leases.renew({ name: leaseName, holder: beat.holder, duration: leaseDuration });
        if (!held) beat.abort.abort(new LeaseLost('the lease went to another instance'));
        if (await runs.isCancelRequested(runId)) beat.abort.abort(new RunCancelled('cancelled'));
      }
    } catch (error) {
      // Only the end of the run stops the beat without harm; a database that is gone ends the run as well.
      if (!beat.stop.aborted) beat.abort.abort(new LeaseLost(`the lease could not be renewed: ${describeError(error)}`));
    }
  }

  /** The holder when the lease is ours now; null when somebody has it. */
  async function takeLease(): Promise<string | null> {
    const holder = newId();
    return (await leases.acquire({ name: leaseName, holder, duration: leaseDuration })) ? holder : null;
  }

  async function takeOver(): Promise<RunRecord | null> {
    const orphan = await runs.findRunning();
    if (!orphan || active) return null;
    const holder = await takeLease();
    if (!holder) return null;
    // It may have been finished between the two looks.
    const run = await runs.findRunning();
    if (run) launch(run, holder);
    else await leases.release({ name: leaseName, holder });
    return run;
  }

  return {
    async start(request) {
      await options.checkSettings();
      const orphan = await takeOver();
      if (orphan) return { kind: 'busy', run: await present(orphan) };
      const holder = active ? null : await takeLease();
      if (!holder) {
        const running = await runs.findRunning();
        return { kind: 'busy', run: running ? await present(running) : null };
      }
      const run = await newRun(request);
      await runs.create(run);
      launch(run, holder);
      return { kind: 'started', run: await present(run) };
    },

    async cancel() {
      const run = await runs.findRunning();
      if (!run) return null;
      await runs.requestCancel(run.id);
      if (active?.runId === run.id) active.abort.abort(new RunCancelled('cancelled'));
      return present(run);
    },

    async state() {
      const running = await runs.findRunning();
      const { runs: recent } = await runs.list({ page: 1, perPage: 2 });
      const finished = recent.find((run) => run.id !== running?.id);
      return { current: running ? await present(running) : null, last: finished ? await present(finished) : null };
    },

    async history({ page, perPage }) {
      const { runs: found, total } = await runs.list({ page, perPage });
      const failures = await runs.failures(found.map(({ id }) => id), shownFailures);
      const shown = found.map((run) => presentRun(run, failures.get(run.id) ?? []));
      return { runs: shown, total, page, pages: Math.ceil(total / perPage) };
    },

    async watch() {
      const stopped = () => lifetime.signal.aborted;
      while (!stopped()) {
        try {
          await takeOver();
          await clock.wait(watchInterval, lifetime.signal);
        } catch (error) {
          if (stopped()) return;
          logger.error('looking for orphaned runs failed', { error: describeError(error) });
          await clock.wait(milliseconds(watchInterval), lifetime.signal).catch(() => undefined);
        }
      }
    },

    async stop() {
      lifetime.abort(new SiteStops('the site stops'));
      active?.abort.abort(new SiteStops('the site stops'));
      await active?.done;
    },
  };
}
