import type { Clock } from '../lib/clock';
import { days, hours, milliseconds, minutes, seconds, type Milliseconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import { followSignals } from '../lib/follow-signals';
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
  /** To be called when an event was queued: processing starts within the collecting window, here or elsewhere. */
  wake(): void;
  /** To be called when events may wait that other instances cannot process. */
  look(): void;
  /** Runs until stopped; start it once the site accepts requests. */
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
  /** Whether this instance cannot send requests to the store for now, but others may (behavior 12.1). */
  isBarred: () => boolean;
  /** Notifies the other instances that events wait for them; they also look periodically. */
  notifyOthers: () => void;
  /** Whether notifications from other instances arrive here. */
  isNotified: () => boolean;
  settings: () => Promise<WorkerSettings>;
  /** Possibly a few seconds old, which is enough for housekeeping. */
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
// How soon events are noticed after their instance died, or after a missed wake-up.
const lookEvery = seconds(5);
// The same while notifications do not arrive, so that a barred instance cannot announce its events.
const whileNotNotified = seconds(1);
const whileOthersWork = seconds(1);
const leeway = milliseconds(20);
// While another instance works, it fetches the events that arrive here, unless it has just looked for the last time.
const untilTurn = milliseconds(250);
const afterTrouble = seconds(1);
const whileBarred = seconds(1);
const unparkEvery = seconds(30);
const pruneEvery = hours(1);
const pruneAfterTrouble = minutes(1);
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
      // New events of its entities can be claimed now.
      idle.wake();
    },
  });
  const turn = createWorkerTurn({ ...options, holder: newId() });
  let pruneAt = -Infinity;
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
      // Taking over the turn ends the dead instance's claims, which would otherwise last much longer.
      if (state.kind === 'abandoned') return;
      // A worker that died does not renew its lease.
      const turnEnds = state.kind === 'held' ? Math.min(whileOthersWork, state.endsIn + leeway) : lookEvery;
      await rest(isClaimed ? Math.min(whileOthersWork, turnEnds) : Math.min(due?.after ?? Infinity, turnEnds));
      if (isClaimed) break;
    }
    // A retry is attempted when it is due; new events are collected first.
    if (idle.isWoken()) await clock.wait(collectWhenIdle, lifetime.signal);
  }

  /** Rests in short intervals, and ends early if notifications no longer arrive. */
  async function rest(duration: number): Promise<void> {
    const end = clock.monotonic() + duration;
    do {
      await idle.rest(milliseconds(Math.min(whileNotNotified, end - clock.monotonic())));
    } while (!isStopped() && !idle.isWoken() && options.isNotified() && clock.monotonic() < end);
  }

  async function workUntilStopped(): Promise<void> {
    let looked = new Date(0);
    const work = async (ends: TurnEnds) => {
      looked = await followSignals([lifetime.signal, ends.barred], (stop) => workOff({ ...ends, stop }));
    };
    while (!isStopped()) {
      try {
        while (options.isBarred()) await clock.wait(whileBarred, lifetime.signal);
        await untilDue(looked);
        // A barred instance would hold the turn without fetching anything.
        if (options.isBarred()) {
          options.notifyOthers();
          continue;
        }
        // The instance whose turn it is processes what was received here, unless it is just finishing.
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
  async function workOff({ lost, barred, stop }: TurnEnds & { stop: AbortSignal }): Promise<Date> {
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
      // The turn must not end while it has claims.
      await lanes.settled();
    }
  }

  /** Returns how long to collect before the next claim, or when there was nothing to claim. */
  async function claimAndProcess(stop: AbortSignal): Promise<{ collectFor: Milliseconds; nothingAt: Date | null }> {
    const settings = await options.settings();
    const retries = settings.webhookRetryDelays.length;
    const startedAt = clock.monotonic();
    const claimId = newId();
    const claim = await queue.claim({
      claimId,
      leaseFor: leaseDuration,
      batchSize: (attempt) => batchSizeFor(attempt, retries),
      // After an outage, hundreds may be retried one by one; new events are processed in between.
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
    const [isUnpark, isPrune] = [isUnparkDue(), clock.monotonic() >= pruneAt];
    if (!isUnpark && !isPrune) return;
    const { webhookRetryDelays, eventRetentionDays } = await options.recentSettings();
    if (isUnpark) await queue.unpark({ leaseFor: leaseDuration, retryDelays: webhookRetryDelays.map(seconds) });
    if (!isPrune) return;
    // One piece at a time: hundreds of thousands may be due at once, and new events must not wait for them.
    pruneAt = clock.monotonic() + pruneAfterTrouble;
    const pruned = await queue.prune({ finishedFor: days(eventRetentionDays), limit: prunedAtOnce });
    pruneAt = pruned === prunedAtOnce ? -Infinity : clock.monotonic() + pruneEvery;
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
 * After a full claim, more events wait. A rest of twice the working time, up to a limit, leaves room for the receiver
 * and shoppers, and what changes again meanwhile is fetched once.
 */
function restAfter({ events, isMoreDue }: EventClaim, worked: Milliseconds): Milliseconds {
  const claimed = events.length;
  if (claimed >= largestBatch)
    return milliseconds(Math.min(Math.max(restPerWork * worked, collectWhenIdle), longestRest));
  // The remaining events wait for another request, not for more events.
  if (isMoreDue) return milliseconds(0);
  return claimed > burst ? collectInBurst : collectWhenIdle;
}
