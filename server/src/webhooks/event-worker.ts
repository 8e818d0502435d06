import type { Clock } from '../lib/clock';
import { days, hours, milliseconds, seconds, type Milliseconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import { leaseDuration } from '../lib/lease-heartbeat';
import type { Logger } from '../lib/logger';
import { batchSizeFor, largestBatch } from './event-batches';
import type { EventEffects } from './event-effects';
import { createLanes } from './event-lanes';
import { createEventProcessing, type ProcessingSettings } from './event-processing';
import type { EventClaim, EventWorkQueue } from './event-queue';

/** Processes events; each instance of a site has one. */
export interface EventWorker {
  /** Reports a queued event: processing starts within the collecting window. */
  wake(): void;
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
  effects: EventEffects;
  settings: () => Promise<WorkerSettings>;
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
const whileOthersWork = seconds(1);
const afterTrouble = seconds(1);
const unparkEvery = seconds(15);
const pruneEvery = hours(1);
const prunedAtOnce = 500;

class SiteStops extends Error {}

export function createEventWorker(options: EventWorkerOptions): EventWorker {
  const { queue, clock, logger, newId } = options;
  const lifetime = new AbortController();
  const process = createEventProcessing({ ...options, stop: lifetime.signal });
  const lanes = createLanes({
    count: laneCount,
    patience,
    clock,
    onEnded: (failure) => {
      if (failure && !isStopped()) reportTrouble(failure.error);
      // Its entities' new events may be claimed now.
      wake();
    },
  });
  const isPruneDue = every(pruneEvery);
  const isUnparkDue = every(unparkEvery);
  let isWoken = false;
  let sleeping: AbortController | null = null;
  let working: Promise<void> = Promise.resolve();

  const isStopped = () => lifetime.signal.aborted;
  const reportTrouble = (error: unknown) =>
    logger.error('processing webhook events failed', { error: describeError(error) });

  function wake(): void {
    isWoken = true;
    sleeping?.abort();
  }

  /** Waits, at most until the next wake-up or until the site stops. */
  async function sleep(duration: Milliseconds): Promise<void> {
    if (isWoken || isStopped()) return;
    sleeping = new AbortController();
    // Aborting is how it is woken.
    await clock.wait(duration, sleeping.signal).catch(() => undefined);
    sleeping = null;
  }

  /** @param looked when nothing could be claimed */
  async function untilDue(looked: Date): Promise<void> {
    const due = await queue.nextDue();
    // Events that were due then and could not be claimed belong to claimed entities.
    if (due !== null && due.at <= looked) return sleep(whileOthersWork);
    const left = due?.after ?? Infinity;
    if (left > 0) await sleep(milliseconds(Math.min(left, lookEvery)));
  }

  async function workUntilStopped(): Promise<void> {
    while (!isStopped()) {
      try {
        await lanes.free();
        const rest = await claimAndProcess();
        // A retry is attempted when it is due; new events are collected first.
        if (rest > 0) await clock.wait(rest, lifetime.signal);
        isWoken = false;
      } catch (error) {
        if (isStopped()) break;
        reportTrouble(error);
        // Claimed events are due again when their lease ends.
        await clock.wait(afterTrouble, lifetime.signal).catch(() => undefined);
      }
    }
    await lanes.settled();
  }

  /** How long to collect before the next claim. */
  async function claimAndProcess(): Promise<Milliseconds> {
    const settings = await options.settings();
    const retries = settings.webhookRetryDelays.length;
    const startedAt = clock.monotonic();
    const claimId = newId();
    const claim = await queue.claim({
      claimId,
      leaseFor: leaseDuration,
      batchSize: (attempt) => batchSizeFor(attempt, retries),
    });
    if (claim.events.length === 0) {
      await tidy(settings);
      await untilDue(claim.at);
      return isWoken ? collectWhenIdle : milliseconds(0);
    }
    const outcome = await lanes.open(() => process(claimId, claim, settings));
    await tidy(settings);
    if (outcome === 'left-behind') return collectWhenIdle;
    return restAfter(claim, milliseconds(clock.monotonic() - startedAt));
  }

  async function tidy(settings: WorkerSettings): Promise<void> {
    if (isUnparkDue())
      await queue.unpark({ leaseFor: leaseDuration, retryDelays: settings.webhookRetryDelays.map(seconds) });
    if (!isPruneDue()) return;
    const finishedFor = days(settings.eventRetentionDays);
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
    wake,

    run() {
      working = workUntilStopped();
      return working;
    },

    async stop() {
      lifetime.abort(new SiteStops('the site stops'));
      sleeping?.abort();
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
