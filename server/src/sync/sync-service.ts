import type { Run } from '../../../contracts/admin/runs';
import type { DatabaseClock } from '../database/database-clock';
import type { Clock } from '../lib/clock';
import { milliseconds, seconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import type { LeaseSeizure, LeaseStore } from '../lib/lease';
import type { Logger } from '../lib/logger';
import type { Meters } from '../metrics/meters';
import { leaseDuration, underLease } from '../lib/lease-heartbeat';
import { followSignals } from '../lib/follow-signals';
import { takeFromPasses } from './markets/market-pass-lease';
import { newRun, type StartRequest } from './runs/new-run';
import { createRunCarrier, leaseName } from './execution/run-carrier';
import type { RunExecutor } from './execution/run-executor';
import type { RunLogStore } from './runs/run-log';
import { isStuck, stuckError } from './execution/item-by-item';
import { failureOf, type RunRecord } from './runs/run-record';
import type { RunHistoryReader, RunRetention, RunStore } from './runs/run-store';
import { createRunPresenter, createRunViews, type RunViews } from './runs/run-views';

export type StartResult = { kind: 'started'; run: Run } | { kind: 'busy'; run: Run | null };

/** Starts, watches, cancels and shows runs. One run at a time across all instances of the site. */
export interface SyncService extends RunViews {
  /**
   * @throws MissingSettingsError when the store's credentials are missing
   * @throws StoreSwitchError when records of another store are cached
   */
  start(request: StartRequest): Promise<StartResult>;
  /**
   * Ends the run under way within two seconds, whichever instance executes it, and even if none does.
   * @param only ends no other run than this one
   * @returns the run that is being stopped; null when none is under way
   */
  cancel(only?: { runId?: string | undefined }): Promise<Run | null>;
  /**
   * Does work that excludes runs on all instances, and may interrupt passes over markets; `busy` when a run is under
   * way.
   */
  exclusively<Result>(
    work: (signal: AbortSignal) => Promise<Result>,
    options?: { interruptsPasses: boolean },
  ): Promise<{ kind: 'done'; result: Result } | { kind: 'busy' }>;
  /** Takes over runs whose holder died, until stopped; start it once the site accepts requests. */
  watch(): Promise<void>;
  /** Releases the run under way, so that it is resumed elsewhere or at the next start. */
  stop(): Promise<void>;
}

export interface SyncServiceOptions {
  runs: RunStore & RunRetention;
  history: RunHistoryReader;
  runLog: RunLogStore;
  leases: LeaseStore & LeaseSeizure;
  clock: Clock;
  databaseClock: Pick<DatabaseClock, 'read'>;
  logger: Logger;
  newId: () => string;
  drawReadVersion: () => Promise<number>;
  /** The store that a run would read. Throws MissingSettingsError and StoreSwitchError. */
  identifyStore: () => Promise<{ storeHash: string }>;
  execute: RunExecutor;
  meters?: Meters;
  /** Interrupts passes over markets, which hold the lease without a run; false when the site has none. */
  interruptPasses?: () => Promise<boolean>;
  /** Called when a run has ended on this instance, and its lease is released. */
  onReleased?: () => void;
}

const watchInterval = seconds(5);
// A live holder notices a cancellation with its next heartbeat.
const cancelPatience = milliseconds(1500);
const cancelLook = milliseconds(100);

export function createSyncService(options: SyncServiceOptions): SyncService {
  const { runs, leases, clock, logger, newId } = options;
  const lifetime = new AbortController();
  const carrier = createRunCarrier(options);
  const present = createRunPresenter({ ...options, carrier });

  /** Returns the holder if the lease is ours now; null if it is taken. */
  async function takeLease(): Promise<string | null> {
    const holder = newId();
    // A run that starts while the site stops would be left without its holder.
    if (lifetime.signal.aborted) return null;
    return (await leases.acquire({ name: leaseName, holder, duration: leaseDuration })) ? holder : null;
  }

  /** Does what precedes a launch. If it fails, the lease is released, which nobody would renew. */
  async function beforeLaunch<Result>(holder: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      await leases.release({ name: leaseName, holder });
      throw error;
    }
  }

  async function takeOver(): Promise<RunRecord | null> {
    const orphan = await runs.findRunning();
    if (!orphan || carrier.current()) return null;
    const holder = await takeLease();
    if (!holder) return null;
    // It may have finished between the two reads.
    const run = await beforeLaunch(holder, () => runs.takeOver(orphan.id));
    if (run && !isStuck(run)) {
      carrier.launch(run, holder);
      return run;
    }
    if (run) await carrier.conclude(run, failureOf(stuckError(run)));
    await leases.release({ name: leaseName, holder });
    return null;
  }

  async function isEnded(runId: string): Promise<boolean> {
    return (await runs.findRunning())?.id !== runId;
  }

  /**
   * The holder has not reacted, or is dead: the run is ended by force, and the holder's writes are rejected from now
   * on.
   */
  async function endByForce(run: RunRecord): Promise<void> {
    const holder = newId();
    await leases.seize({ name: leaseName, holder, duration: leaseDuration });
    try {
      const taken = await runs.takeOver(run.id);
      if (taken) await carrier.conclude(taken, { status: 'cancelled', error: null, reasons: [] });
    } finally {
      await leases.release({ name: leaseName, holder });
    }
  }

  return {
    ...createRunViews({ ...options, carrier }),

    async start(request) {
      const { storeHash } = await options.identifyStore();
      // A run appears as finished before it releases its lease: a request at that moment must not find it under way.
      await carrier.settled();
      const orphan = await takeOver();
      if (orphan) return { kind: 'busy', run: await present(orphan) };
      const holder = carrier.current() ? null : await takeFromPasses({ ...options, take: takeLease });
      if (!holder) {
        const running = await runs.findRunning();
        return { kind: 'busy', run: running ? await present(running) : null };
      }
      const run = await beforeLaunch(holder, async () => {
        const created = await newRun(options, { ...request, storeHash });
        await runs.create(created);
        return created;
      });
      carrier.launch(run, holder);
      return { kind: 'started', run: await present(run) };
    },

    async cancel({ runId } = {}) {
      const run = await runs.findRunning();
      if (!run || run.id !== (runId ?? run.id)) return null;
      await runs.requestCancel(run.id);
      carrier.cancel(run.id);
      const deadline = clock.monotonic() + cancelPatience;
      while (!(await isEnded(run.id)) && clock.monotonic() < deadline) await clock.wait(cancelLook);
      if (!(await isEnded(run.id))) await endByForce(run);
      return present((await options.history.find(run.id)) ?? run);
    },

    async exclusively(work, { interruptsPasses } = { interruptsPasses: false }) {
      await carrier.settled();
      const interruptPasses = interruptsPasses ? options.interruptPasses : undefined;
      const holder = carrier.current() ? null : await takeFromPasses({ ...options, interruptPasses, take: takeLease });
      if (!holder) return { kind: 'busy' };
      const lease = { name: leaseName, holder, duration: leaseDuration };
      return underLease({ leases, clock, lease }, async (lost) => {
        // A run whose holder died is still under way.
        if (await runs.findRunning()) return { kind: 'busy' };
        return { kind: 'done', result: await followSignals([lost, lifetime.signal], work) };
      });
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
          await clock.wait(watchInterval, lifetime.signal).catch(() => undefined);
        }
      }
    },

    async stop() {
      lifetime.abort(new Error('the site stops'));
      await carrier.stop();
    },
  };
}
