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
  /** Something was queued: processing starts within the collecting window. */
  wake(): void;
  /** Works until stopped; start it once the site listens. */
  run(): Promise<void>;
  /** Lets go of what is under way, so that it is taken up again. */
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

// As many as there may be requests to upstream under way (behavior 5.6).
const laneCount = 3;
// Others must not wait for an answer that does not come; as long as they come, one claim after the other makes the fewest requests.
const patience = seconds(1);
// Events come in bursts, and duplicates within half a second (upstream 4.3): a short wait makes one request of many.
const collectWhenIdle = milliseconds(50);
const collectInBurst = milliseconds(800);
const longestRest = seconds(2);
const restPerWork = 2;
// A claim of more events than this means that many things change upstream.
const burst = 2;
// How soon events of an instance that died, or whose wake nobody heard, are noticed.
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
      // What came of its entities meanwhile may be claimed now.
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

  /** Waits, but no longer than until somebody wakes or the site stops. */
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
    // What was due then and could not be claimed is of an entity that somebody holds.
    if (due !== null && due.at <= looked) return sleep(whileOthersWork);
    const left = due?.after ?? Infinity;
    if (left > 0) await sleep(milliseconds(Math.min(left, lookEvery)));
  }

  async function workUntilStopped(): Promise<void> {
    while (!isStopped()) {
      try {
        await lanes.free();
        const rest = await claimAndProcess();
        // A retry is made when it is due; what arrives is collected first.
        if (rest > 0) await clock.wait(rest, lifetime.signal);
        isWoken = false;
      } catch (error) {
        if (isStopped()) break;
        reportTrouble(error);
        // Whatever is held is due again when its lease ends.
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

  /** True the first time, and then once in so long. */
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
 * A claim that is full leaves more behind; then at least two thirds of the time are the receiver's and the shoppers', and
 * what changes again meanwhile is fetched once.
 */
function restAfter({ events, isMoreDue }: EventClaim, worked: Milliseconds): Milliseconds {
  const claimed = events.length;
  if (claimed >= largestBatch)
    return milliseconds(Math.min(Math.max(restPerWork * worked, collectWhenIdle), longestRest));
  // They wait for another request, not for more to come.
  if (isMoreDue) return milliseconds(0);
  return claimed > burst ? collectInBurst : collectWhenIdle;
}
