import type { Clock } from '../lib/clock';
import { days, hours, milliseconds, seconds, type Milliseconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import type { LeaseState, LeaseStore, LeaseView } from '../lib/lease';
import { leaseDuration } from '../lib/lease-heartbeat';
import type { Logger } from '../lib/logger';
import { createWakeableRest } from '../lib/wakeable-rest';
import { batchSizeFor, largestBatch } from './event-batches';
import type { EventEffects } from './event-effects';
import { createLanes } from './event-lanes';
import { createEventProcessing, type ProcessingSettings } from './event-processing';
import type { EventClaim, EventWorkQueue } from './event-queue';
import { createWorkerTurn, LeftToOthers, type TurnEnds } from './worker-turn';

/** Processes events; each instance of a site has one, and one of them works at a time. */
export interface EventWorker {
  /** Reports a queued event: processing starts within the collecting window, here or elsewhere. */
  wake(): void;
  /** Reports that events may wait which others cannot process. */
  look(): void;
  /** Works until stopped; start it once the site listens. */
  run(): Promise<void>;
  /** Releases the events under way, so that they are claimed again. */
  stop(): Promise<void>;
}

/** The settings that the worker reads before each claim. */
export interface WorkerSettings extends ProcessingSettings {
  eventRetentionDays: number;
}

export interface EventWorkerOptions {
  queue: EventWorkQueue;
  leases: LeaseStore & LeaseView;
  effects: EventEffects;
  /** Whether this instance cannot ask the store for now, but others may (behavior 12.1). */
  isBarred: () => boolean;
  /** Notifies the other instances that events wait for them; they look by themselves, too. */
  notifyOthers: () => void;
  /** Whether their notifications get here. */
  isNotified: () => boolean;
  settings: () => Promise<WorkerSettings>;
  /** As of some seconds ago, for what is done when there is nothing else to do. */
  recentSettings: () => Promise<WorkerSettings>;
  clock: Clock;
  logger: Logger;
  newId: () => string;
}

// As many as there may be concurrent requests to upstream (behavior 5.6).
const laneCount = 3;
// A response that does not arrive must not delay other events; as long as responses arrive, one claim after the other
// makes the fewest requests.
const patience = seconds(1);
// Events arrive in bursts, and duplicates within half a second (upstream 4.3): a short wait turns many requests into
// one.
const collectWhenIdle = milliseconds(50);
const collectInBurst = milliseconds(800);
const longestRest = seconds(2);
const restPerWork = 2;
// A claim of more events than this means that many things are changing upstream.
const burst = 2;
// How soon events are noticed whose instance died, or whose wake-up was missed.
const lookEvery = seconds(5);
// Those of an instance that is barred, and cannot say so.
const whileNotNotified = seconds(1);
const whileOthersWork = seconds(1);
const leeway = milliseconds(20);
// Events that arrive here while another instance works are its to fetch; it may just have looked for the last time.
const untilTurn = milliseconds(250);
const afterTrouble = seconds(1);
const whileBarred = seconds(1);
const unparkEvery = seconds(30);
const pruneEvery = hours(1);
const prunedAtOnce = 500;

class SiteStops extends Error {}

export function createEventWorker(options: EventWorkerOptions): EventWorker {
  const { queue, clock, logger, newId } = options;
  const lifetime = new AbortController();
  const idle = createWakeableRest({ clock, stopped: lifetime.signal });
  const process = createEventProcessing(options);
  const lanes = createLanes({
    count: laneCount,
    patience,
    clock,
    onEnded: (failure) => {
      if (failure && !isForOthers(failure.error)) reportTrouble(failure.error);
      // Its entities' new events may be claimed now.
      idle.wake();
    },
  });
  const turn = createWorkerTurn({ ...options, holder: newId() });
  const isPruneDue = every(pruneEvery);
  const isUnparkDue = every(unparkEvery);
  let working: Promise<void> = Promise.resolve();
  let wasTriedAgain = false;

  const isStopped = () => lifetime.signal.aborted;
  const isForOthers = (error: unknown) => isStopped() || error instanceof LeftToOthers;
  const reportTrouble = (error: unknown) =>
    logger.error('processing webhook events failed', { error: describeError(error) });

  /** @param looked when nothing could be claimed */
  async function untilDue(looked: Date): Promise<void> {
    while (!isStopped() && !idle.isWoken()) {
      await tidy();
      const due = await queue.nextDue();
      // Events that were due then and could not be claimed belong to claimed entities.
      const isClaimed = due !== null && due.at <= looked;
      if (due !== null && due.after <= 0 && !isClaimed) return;
      const state: LeaseState = due === null ? { kind: 'free' } : await turn.state();
      // Its claims would end much later.
      if (state.kind === 'abandoned') return;
      // A worker that died does not renew it.
      const turnEnds = state.kind === 'held' ? Math.min(whileOthersWork, state.endsIn + leeway) : lookEvery;
      await rest(isClaimed ? Math.min(whileOthersWork, turnEnds) : Math.min(due?.after ?? Infinity, turnEnds));
      if (isClaimed) break;
    }
    // A retry is attempted when it is due; new events are collected first.
    if (idle.isWoken()) await clock.wait(collectWhenIdle, lifetime.signal);
  }

  /** Not for long once notifications no longer arrive. */
  async function rest(duration: number): Promise<void> {
    const end = clock.monotonic() + duration;
    do {
      await idle.rest(milliseconds(Math.min(whileNotNotified, end - clock.monotonic())));
    } while (!isStopped() && !idle.isWoken() && options.isNotified() && clock.monotonic() < end);
  }

  async function workUntilStopped(): Promise<void> {
    let looked = new Date(0);
    const work = async (ends: TurnEnds) => {
      looked = await workOff(ends);
    };
    while (!isStopped()) {
      try {
        while (options.isBarred()) await clock.wait(whileBarred, lifetime.signal);
        await untilDue(looked);
        // It would hold the turn, and fetch nothing.
        if (options.isBarred()) {
          options.notifyOthers();
          continue;
        }
        // What was received here is for the instance whose turn it is, unless that is just done.
        if (!(await turn.take(work))) await clock.wait(untilTurn, lifetime.signal);
        else if (options.isBarred()) options.notifyOthers();
      } catch (error) {
        if (isStopped()) break;
        if (isForOthers(error)) {
          options.notifyOthers();
          continue;
        }
        reportTrouble(error);
        // Claimed events are due again when their lease ends.
        await clock.wait(afterTrouble, lifetime.signal).catch(() => undefined);
      }
    }
    await lanes.settled();
  }

  /**
   * Processes events until none can be claimed and none is being processed.
   * @returns when none could be claimed
   */
  async function workOff({ lost, barred }: TurnEnds): Promise<Date> {
    const stop = AbortSignal.any([lifetime.signal, barred]);
    try {
      for (;;) {
        await lanes.free();
        if (lost.aborted || barred.aborted) return new Date(0);
        idle.clear();
        const { collectFor, nothingAt } = await claimAndProcess(stop);
        if (nothingAt !== null && lanes.isIdle()) return nothingAt;
        if (nothingAt !== null) await untilDue(nothingAt);
        else if (collectFor > 0) await clock.wait(collectFor, lifetime.signal);
      }
    } finally {
      // Only then has the turn no claims.
      await lanes.settled();
    }
  }

  /** Says how long to collect before the next claim, or when there was nothing to claim. */
  async function claimAndProcess(stop: AbortSignal): Promise<{ collectFor: Milliseconds; nothingAt: Date | null }> {
    const settings = await options.settings();
    const retries = settings.webhookRetryDelays.length;
    const startedAt = clock.monotonic();
    const claimId = newId();
    const claim = await queue.claim({
      claimId,
      leaseFor: leaseDuration,
      batchSize: (attempt) => batchSizeFor(attempt, retries),
      // After an outage there can be hundreds that are tried again one by one; new ones come in between.
      untriedFirst: wasTriedAgain,
    });
    wasTriedAgain = claim.events.some(({ attempt }) => attempt > 0);
    if (claim.events.length === 0) return { collectFor: milliseconds(0), nothingAt: claim.at };
    const outcome = await lanes.open(() => process(claimId, claim, { settings, stop }));
    await tidy();
    if (outcome === 'left-behind') return { collectFor: collectWhenIdle, nothingAt: null };
    return { collectFor: restAfter(claim, milliseconds(clock.monotonic() - startedAt)), nothingAt: null };
  }

  async function tidy(): Promise<void> {
    const [isUnpark, isPrune] = [isUnparkDue(), isPruneDue()];
    if (!isUnpark && !isPrune) return;
    const { webhookRetryDelays, eventRetentionDays } = await options.recentSettings();
    if (isUnpark) await queue.unpark({ leaseFor: leaseDuration, retryDelays: webhookRetryDelays.map(seconds) });
    if (!isPrune) return;
    const finishedFor = days(eventRetentionDays);
    let pruned = prunedAtOnce;
    while (pruned === prunedAtOnce && !isStopped()) pruned = await queue.prune({ finishedFor, limit: prunedAtOnce });
  }

  /** True the first time, and then once per duration. */
  function every(duration: Milliseconds): () => boolean {
    let last = -Infinity;
    return () => {
      const now = clock.monotonic();
      if (now - last < duration) return false;
      last = now;
      return true;
    };
  }

  return {
    wake() {
      idle.wake();
      if (options.isBarred()) options.notifyOthers();
    },
    look: idle.wake,

    run() {
      working = workUntilStopped();
      return working;
    },

    async stop() {
      lifetime.abort(new SiteStops('the site stops'));
      await working;
    },
  };
}

/**
 * A claim that is full leaves more events waiting; then at least two thirds of the time are left for the receiver and
 * shoppers, and what changes again meanwhile is fetched once.
 */
function restAfter({ events, isMoreDue }: EventClaim, worked: Milliseconds): Milliseconds {
  const claimed = events.length;
  if (claimed >= largestBatch)
    return milliseconds(Math.min(Math.max(restPerWork * worked, collectWhenIdle), longestRest));
  // They wait for another request, not for more events.
  if (isMoreDue) return milliseconds(0);
  return claimed > burst ? collectInBurst : collectWhenIdle;
}
