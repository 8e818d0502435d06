import type { Clock } from '../lib/clock';
import { days, hours, milliseconds, seconds, type Milliseconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import type { Logger } from '../lib/logger';
import { TimeLimitError, withTimeLimit } from '../lib/time-limit';
import { batchesOf, type Batch } from './event-batches';
import type { EventEffects } from './event-effects';
import type { ClaimedEvent, EventResult, EventWorkQueue } from './event-queue';
import { afterFailure } from './retry-schedule';

/** Processes events, one claim at a time; each instance of a site has one. */
export interface EventWorker {
  /** Something was queued: processing starts within the collecting window. */
  wake(): void;
  /** Works until stopped; start it once the site listens. */
  run(): Promise<void>;
  /** Lets go of what is under way, so that it is taken up again. */
  stop(): Promise<void>;
}

/** The settings that the worker reads before each claim. */
export interface WorkerSettings {
  /** In seconds. */
  webhookRetryDelays: readonly number[];
  /** In seconds. */
  webhookProcessingTimeLimit: number;
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

// What upstream takes in one `id:in` (facts 2.2).
const entitiesPerClaim = 50;
// A dead holder is noticed within this time; a live one renews it three times.
const leaseFor = seconds(15);
const heartbeat = seconds(5);
// Events come in bursts, and duplicates within half a second (facts 4.3): a short wait makes one request of many.
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
// The interface specification's words.
const timeExceeded = 'Maximum execution time exceeded';
const pruneEvery = hours(1);
const prunedAtOnce = 500;

class SiteStops extends Error {}
class LeaseLost extends Error {}

export function createEventWorker(options: EventWorkerOptions): EventWorker {
  const { queue, effects, clock, logger, newId } = options;
  const lifetime = new AbortController();
  let isWoken = false;
  let sleeping: AbortController | null = null;
  let working: Promise<void> = Promise.resolve();
  let prunedAt = 0;

  const isStopped = () => lifetime.signal.aborted;

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
    const dueAt = (await queue.nextDueAt())?.getTime() ?? Infinity;
    // What was due then and could not be claimed is of an entity that another instance holds.
    if (dueAt <= looked.getTime()) return sleep(whileOthersWork);
    const left = dueAt - clock.now().getTime();
    if (left > 0) await sleep(milliseconds(Math.min(left, lookEvery)));
  }

  async function workUntilStopped(): Promise<void> {
    while (!isStopped()) {
      try {
        const looked = clock.now();
        const claimed = await claimAndProcess();
        await pruneFromTimeToTime();
        if (claimed === 0) await untilDue(looked);
        // A retry is made when it is due; what arrives is collected first.
        const worked = clock.now().getTime() - looked.getTime();
        if (isWoken || claimed > 0) await clock.wait(restAfter({ claimed, worked }), lifetime.signal);
        isWoken = false;
      } catch (error) {
        if (isStopped()) return;
        logger.error('processing webhook events failed', { error: describeError(error) });
        // Whatever is held is due again when its lease ends.
        await clock.wait(afterTrouble, lifetime.signal).catch(() => undefined);
      }
    }
  }

  /** How many events it claimed. */
  async function claimAndProcess(): Promise<number> {
    const settings = await options.settings();
    const claimId = newId();
    const claimedAt = clock.now();
    const events = await queue.claim({ claimId, now: claimedAt, leaseFor, limit: entitiesPerClaim });
    if (events.length === 0) return 0;

    const retries = settings.webhookRetryDelays.length;
    const { alive, exhausted } = partByRetries(events, retries);
    const batches = batchesOf(alive, retries);
    const lease = keepLease(claimId);
    try {
      if (exhausted.length > 0) await queue.finish({ claimId, now: clock.now(), claimedAt, results: exhausted.map(dropUnfinished) });
      for (const batch of batches) {
        const results = await attempt(batch, { settings, signal: lease.signal });
        await queue.finish({ claimId, now: clock.now(), claimedAt, results });
      }
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      logger.warn('webhook events were let go', { events: events.length, reason: error.message });
    } finally {
      await lease.end();
      if (isStopped()) await queue.release({ claimId, now: clock.now() });
    }
    return events.length;
  }

  /** Whoever held it last did not live to say what became of it, and that was its last retry. */
  function dropUnfinished({ id, scope, entityId, attempt: used }: ClaimedEvent): EventResult {
    const error = 'The process ended during the last retry.';
    logger.error('webhook event dropped', { scope, entityId, attempt: used, error });
    return { id, kind: 'dropped', error };
  }

  /** @throws LeaseLost or SiteStops; every other failure is a result */
  async function attempt(batch: Batch, { settings, signal }: { settings: WorkerSettings; signal: AbortSignal }): Promise<EventResult[]> {
    const limit = seconds(settings.webhookProcessingTimeLimit);
    const { webhookRetryDelays: delays } = settings;
    try {
      const failures = await withTimeLimit({ clock, limit }, (overtime) => effects.apply(batch, AbortSignal.any([signal, overtime])));
      return batch.work.flatMap(({ entityId, events }) => {
        const error = failures.get(entityId);
        return events.map((event): EventResult => (error === undefined ? { id: event.id, kind: 'complete' } : fail(event, { error, delays })));
      });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const words = error instanceof TimeLimitError ? timeExceeded : describeError(error);
      return batch.work.flatMap(({ events }) => events.map((event) => fail(event, { error: words, delays })));
    }
  }

  function fail(event: ClaimedEvent, { error, delays }: { error: string; delays: readonly number[] }): EventResult {
    const { id, scope, entityId, attempt: used } = event;
    const next = afterFailure({ attempt: used, delays, failedAt: clock.now() });
    const fields = { scope, entityId, attempt: used, error };
    if (next.kind === 'dropped') logger.error('webhook event dropped', fields);
    else logger.warn('webhook event failed', { ...fields, retryAt: next.retryAt.toISOString() });
    return { id, error, ...next };
  }

  /** Renews the lease until ended; its signal is aborted when the lease is lost or the site stops. */
  function keepLease(claimId: string): { signal: AbortSignal; end(): Promise<void> } {
    const held = new AbortController();
    const ended = new AbortController();
    const onStop = () => held.abort(lifetime.signal.reason);
    if (isStopped()) onStop();
    lifetime.signal.addEventListener('abort', onStop, { once: true });

    const beat = async () => {
      try {
        for (;;) {
          await clock.wait(heartbeat, ended.signal);
          if (await queue.renew({ claimId, now: clock.now(), leaseFor })) continue;
          held.abort(new LeaseLost('the lease has ended'));
          return;
        }
      } catch (error) {
        if (!ended.signal.aborted) held.abort(new LeaseLost(`the lease could not be renewed: ${describeError(error)}`));
      }
    };
    const beating = beat();
    return {
      signal: held.signal,
      end: () => {
        ended.abort();
        lifetime.signal.removeEventListener('abort', onStop);
        return beating;
      },
    };
  }

  async function pruneFromTimeToTime(): Promise<void> {
    const now = clock.now().getTime();
    if (now - prunedAt < pruneEvery) return;
    prunedAt = now;
    const { eventRetentionDays } = await options.settings();
    const finishedBefore = new Date(now - days(eventRetentionDays));
    let pruned = prunedAtOnce;
    while (pruned === prunedAtOnce && !isStopped()) pruned = await queue.prune({ finishedBefore, limit: prunedAtOnce });
  }

  return {
    wake() {
      isWoken = true;
      sleeping?.abort();
    },

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
 * How long to collect before the next claim. A claim that is full leaves more behind; then at least two thirds of the time
 * are the receiver's and the shoppers', and what changes again meanwhile is fetched once.
 */
function restAfter({ claimed, worked }: { claimed: number; worked: number }): Milliseconds {
  if (claimed >= entitiesPerClaim) return milliseconds(Math.min(Math.max(restPerWork * worked, collectWhenIdle), longestRest));
  return claimed > burst ? collectInBurst : collectWhenIdle;
}

function partByRetries(events: readonly ClaimedEvent[], retries: number): { alive: ClaimedEvent[]; exhausted: ClaimedEvent[] } {
  return { alive: events.filter(({ attempt }) => attempt <= retries), exhausted: events.filter(({ attempt }) => attempt > retries) };
}
