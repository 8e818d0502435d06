import { isDatabaseUnreachable } from '../database/conflicts';
import type { Clock } from '../lib/clock';
import { minutes, seconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import { followSignals } from '../lib/follow-signals';
import { type HeldLease, leaseDuration, LeaseLostError, underLease } from '../lib/lease-heartbeat';
import type { Logger } from '../lib/logger';
import { TimeLimitError, withTimeLimit } from '../lib/time-limit';
import { unlessAborted } from '../lib/unless-aborted';
import { batchOf, type EventBatch } from './event-batches';
import type { EventEffects } from './event-effects';
import type { ClaimedEvent, EventClaim, EventResult, EventWorkQueue } from './event-queue';
import { afterFailure } from './retry-schedule';

/** The settings that apply to a claim. */
export interface ProcessingSettings {
  /** In seconds. */
  webhookRetryDelays: readonly number[];
  /** In seconds. */
  webhookProcessingTimeLimit: number;
}

export interface ProcessingOptions {
  queue: Pick<EventWorkQueue, 'renew' | 'finish' | 'release'>;
  effects: EventEffects;
  clock: Clock;
  logger: Logger;
}

/** What applies to the processing of a claim. */
export interface ProcessingTerms {
  settings: ProcessingSettings;
  /** Aborted when the claim is to be left to others. */
  stop: AbortSignal;
}

interface Failure {
  error: string;
  /** Whether the site's own database was unavailable. */
  isInterrupted: boolean;
}

/** Brings the entities of a claim up to date, and stores the results. */
export type EventProcessing = (claimId: string, claim: EventClaim, terms: ProcessingTerms) => Promise<void>;

// Infrequent, since a heartbeat only renews the claim.
const heartbeat = seconds(5);
// How long interruptions are not counted as failures; an event that is interrupted for longer may be the cause.
const excusedFor = minutes(10);
const afterInterruption = seconds(1);
// The wording is promised (behavior 4.8).
const timeExceeded = 'Maximum execution time exceeded';

export function createEventProcessing({ queue, effects, clock, logger }: ProcessingOptions): EventProcessing {
  /** The result of an event whose holder died during the last retry. */
  function dropUnfinished({ id, scope, entityId, attempt: used }: ClaimedEvent): EventResult {
    const error = 'The process ended during the last retry.';
    logger.error('webhook event failed permanently', { scope, entityId, attempt: used, error });
    return { id, kind: 'dropped', error };
  }

  /** @throws LeaseLostError, or the reason for leaving the claim to others; any other failure is a result */
  async function attempt(
    batch: EventBatch,
    { settings, signal, claimedAt }: { settings: ProcessingSettings; signal: AbortSignal; claimedAt: Date },
  ): Promise<EventResult[]> {
    const limit = seconds(settings.webhookProcessingTimeLimit);
    const { webhookRetryDelays: delays } = settings;
    const failed = (event: ClaimedEvent, failure: Failure): EventResult =>
      failure.isInterrupted && isExcused(event, claimedAt)
        ? interrupt(event, failure)
        : fail(event, { ...failure, delays });
    try {
      const applying = withTimeLimit({ clock, limit }, (overtime) =>
        followSignals([signal, overtime], (either) => effects.apply(batch, either)),
      );
      // Code that ignores the signal must not delay the site's shutdown, or other instances.
      const { failures, interrupted, unconfirmed } = await unlessAborted(signal, applying);
      return batch.work.flatMap(({ entityId, events }) => {
        const error = failures.get(entityId);
        const isInterrupted = interrupted?.has(entityId) ?? false;
        if (error !== undefined) return events.map((event) => failed(event, { error, isInterrupted }));
        const after = unconfirmed.get(entityId);
        return events.map(
          ({ id }): EventResult => (after === undefined ? { id, kind: 'complete' } : { id, kind: 'again', after }),
        );
      });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const words = error instanceof TimeLimitError ? timeExceeded : describeError(error);
      const failure = { error: words, isInterrupted: isDatabaseUnreachable(error) };
      return batch.work.flatMap(({ events }) => events.map((event) => failed(event, failure)));
    }
  }

  /** That the site's own database was unavailable is not the event's fault (behavior 4.11). */
  function interrupt({ id, scope, entityId }: ClaimedEvent, { error }: Failure): EventResult {
    logger.warn('webhook event was interrupted', { scope, entityId, error, retryIn: afterInterruption });
    return { id, kind: 'again', after: afterInterruption };
  }

  function fail(event: ClaimedEvent, { error, delays }: Failure & { delays: readonly number[] }): EventResult {
    const { id, scope, entityId, attempt: used } = event;
    const next = afterFailure({ attempt: used, delays });
    const fields = { scope, entityId, attempt: used, error };
    if (next.kind === 'dropped') logger.error('webhook event failed permanently', fields);
    else logger.warn('webhook event failed', { ...fields, retryIn: next.retryIn });
    return { id, error, ...next };
  }

  /** Releases a claim whose results could not be stored, as soon as the database responds (behavior 4.11). */
  async function giveBack(
    claimId: string,
    { events, at }: EventClaim,
    { error, stop }: { error: unknown; stop: AbortSignal },
  ): Promise<void> {
    if (!events.every((event) => isExcused(event, at))) throw error;
    logger.warn('webhook events were interrupted', { events: events.length, error: describeError(error) });
    for (;;) {
      await clock.wait(afterInterruption, stop).catch(() => undefined);
      try {
        return await queue.release({ claimId });
      } catch (refusal) {
        if (stop.aborted || !isDatabaseUnreachable(refusal)) throw refusal;
      }
    }
  }

  /** Treats a claim as a lease; when it is left to others, its events are released at once. */
  const holding = (claimId: string, stop: AbortSignal): HeldLease => ({
    leases: {
      renew: ({ duration }) => queue.renew({ claimId, leaseFor: duration }),
      release: async () => (stop.aborted ? queue.release({ claimId }) : undefined),
    },
    clock,
    lease: { name: 'events', holder: claimId, duration: leaseDuration },
    interval: heartbeat,
  });

  return async (claimId, claim, { settings, stop }) => {
    const { events, at: claimedAt } = claim;
    const retries = settings.webhookRetryDelays.length;
    // Not those that waited for a retry when fewer were configured: these are tried once more.
    const isExhausted = (event: ClaimedEvent) => event.isUnfinished && event.attempt > retries;
    const exhausted = events.filter(isExhausted);
    const batch = batchOf(events.filter((event) => !isExhausted(event)));
    try {
      await underLease(holding(claimId, stop), async (lost) => {
        if (exhausted.length > 0) await queue.finish({ claimId, claimedAt, results: exhausted.map(dropUnfinished) });
        if (!batch) return;
        const results = await followSignals([lost, stop], (signal) => attempt(batch, { settings, signal, claimedAt }));
        await queue.finish({ claimId, claimedAt, results });
      });
    } catch (error) {
      const cause: unknown = error instanceof LeaseLostError ? error.cause : error;
      if (isDatabaseUnreachable(cause)) return giveBack(claimId, claim, { error, stop });
      if (!(error instanceof LeaseLostError)) throw error;
      logger.warn('webhook events were released', { events: events.length, reason: error.message });
    }
  };
}

const isExcused = ({ receivedAt }: ClaimedEvent, claimedAt: Date): boolean =>
  claimedAt.getTime() - receivedAt.getTime() < excusedFor;
