import type { Milliseconds } from '../lib/durations';

/**
 * The queue of webhook events.
 *
 *   delivery → pending → complete
 *                 ↑ ↓
 *               failed → dropped
 *
 * | State | Means |
 * | --- | --- |
 * | `pending` | waits to be processed, is being processed under a claim, or waits for the second look that a removal
 * requires |
 * | `failed` | waits for its retry |
 * | `complete` | upstream was queried after the event arrived, and its response is in the catalog |
 * | `dropped` | the last retry failed too; it is complete once its entity was queried for another reason |
 *
 * An event is only a hint that its entity changed: what counts is that upstream is queried after it arrived. So all
 * waiting events of one entity are processed as one, and an event that arrives while its entity is being processed
 * waits for another pass.
 */
export type EventStatus = 'pending' | 'failed' | 'complete' | 'dropped';

/**
 * What an event makes the worker fetch again. `market_product` is a product in all further markets; earlier versions
 * queued it, and may still do so during a rolling upgrade. `market` reports changes to further markets, and is not
 * fetched by this worker.
 */
export type EventEntity = 'product' | 'category' | 'store' | 'market_product' | 'market';

/** A proven delivery to be queued. */
export interface NewEvent {
  /** Upstream's name, for example `store/product/updated`. */
  scope: string;
  entity: EventEntity;
  /** Upstream's id; 0 for the store itself. For `market`, the id of a channel or price list; 0 if there is neither. */
  entityId: number;
  /** Null when nothing distinguishes it from other deliveries. */
  identity: DeliveryIdentity | null;
}

/**
 * What identifies deliveries of one event (behavior 11.4). `message`: upstream's own id, so another delivery with the
 * same id is a duplicate. `content`: its content; another edit may have the same, so it is a duplicate only while an
 * event of its entity is waiting anyway.
 */
export interface DeliveryIdentity {
  kind: 'message' | 'content';
  key: string;
}

/**
 * `queued`: it waits, or was merged with a waiting event of its entity; `duplicate`: it arrived before, see {@link
 * DeliveryIdentity}.
 */
export type AddOutcome = 'queued' | 'duplicate';

/** The queue as the receiver uses it. */
export interface EventWriter {
  /** Resolves once all of them are stored durably; rejects when none is. */
  add(events: readonly NewEvent[]): Promise<AddOutcome[]>;
}

/** One event claimed by a worker. */
export interface ClaimedEvent {
  id: string;
  scope: string;
  entity: EventEntity;
  entityId: number;
  /** Retries used so far; 0 for the first attempt. */
  attempt: number;
  receivedAt: Date;
  /** Whether its previous claim ended without a result, as when the process died. */
  isUnfinished: boolean;
}

export interface ClaimRequest {
  /** Unique to each claim; knowing it means holding the claim. */
  claimId: string;
  leaseFor: Milliseconds;
  /** How many entities of a kind may share a request, by the retries that they have used. */
  batchSize: (attempt: number) => number;
  /** Whether events that were never tried come before all others, however long these have been due. */
  untriedFirst: boolean;
}

/** Events whose entities are fetched with one request. */
export interface EventClaim {
  events: ClaimedEvent[];
  at: Date;
  /** Whether more events were due than this request fetches, or may have been. */
  isMoreDue: boolean;
}

/** The result of one claimed event. */
export type EventResult =
  | { id: string; kind: 'complete' }
  /** Stays pending for a second look after this time; that does not count as an attempt. */
  | { id: string; kind: 'again'; after: Milliseconds }
  | { id: string; kind: 'failed'; error: string; retryIn: Milliseconds }
  | { id: string; kind: 'dropped'; error: string };

export interface FinishRequest {
  claimId: string;
  /**
   * When the claim was made: failed and dropped events of a completed entity that arrived earlier are complete as well.
   */
  claimedAt: Date;
  results: readonly EventResult[];
}

/** The queue as workers use it. All times are by the clock that instances share (behavior 11.1). */
export interface EventWorkQueue {
  /**
   * Claims due events, longest due first: all due events of each entity together, and none of an entity that is already
   * claimed. All are of one kind and share a request. Counts the attempt in advance: a process that dies must still use
   * one up, or a poison event would restart the server forever.
   */
  claim(request: ClaimRequest): Promise<EventClaim>;
  /** False when the lease has ended: then another worker has claimed the events, or will. */
  renew(request: Pick<ClaimRequest, 'claimId' | 'leaseFor'>): Promise<boolean>;
  /** Stores the results of events that are still claimed, and releases them; returns how many were. */
  finish(request: FinishRequest): Promise<number>;
  /** Releases everything in the claim without using up an attempt: the site is stopping, or the database was away. */
  release(request: Pick<ClaimRequest, 'claimId'>): Promise<void>;
  /** Ends all claims, as if their leases had expired, for a caller that knows that their holders are dead. */
  abandonClaims(): Promise<void>;
  /** When the next event is due or the next lease ends, and how long until then; null when nothing waits. */
  nextDue(): Promise<{ at: Date; after: Milliseconds } | null>;
  /**
   * Makes events due now that would wait longer than any delay allows: their due time was written before the clock was
   * set back.
   * @param request.retryDelays before the first retry, the second, …
   * @returns how many
   */
  unpark(request: { leaseFor: Milliseconds; retryDelays: readonly Milliseconds[] }): Promise<number>;
  /**
   * Removes at most `limit` events that finished that long ago, and as many remembered deliveries.
   * @returns the larger of the two numbers: below the limit, nothing is left to remove
   */
  prune(request: { finishedFor: Milliseconds; limit: number }): Promise<number>;
}

/** An event as administrators see it. */
export interface EventRecord {
  id: string;
  scope: string;
  entity: EventEntity;
  entityId: number;
  status: EventStatus;
  attempt: number;
  /** How many deliveries it represents. */
  deliveries: number;
  receivedAt: Date;
  /** Null when no attempt is scheduled, or while it is being processed. */
  nextAttemptAt: Date | null;
  finishedAt: Date | null;
  lastError: string | null;
}

export interface EventListRequest {
  status: EventStatus | null;
  entityId: number | null;
  /** Only events of these products; null for any. */
  productIds: readonly number[] | null;
  /** From 1. */
  page: number;
  perPage: number;
}

/** Which failed and dropped events; a null is any. */
export interface RetryFilter {
  status: 'failed' | 'dropped' | null;
  entityId: number | null;
}

/** The queue as administrators use it. */
export interface EventAdmin {
  /** Newest first. */
  list(request: EventListRequest): Promise<{ events: EventRecord[]; total: number }>;
  counts(): Promise<Record<EventStatus, number>>;
  /** Makes an event due now, with its retries reset; null when there is none. A claimed event is left alone. */
  retry(id: string): Promise<EventRecord | null>;
  /** Does the same for all matching dropped and failed events, in batches; returns how many. */
  retryAll(filter: RetryFilter): Promise<number>;
  /** How many that would be, now. */
  countRetryable(filter: RetryFilter): Promise<number>;
  /**
   * Completes the failed and dropped events of an entity that arrived before it was brought up to date in another way.
   */
  settle(entity: Pick<NewEvent, 'entity' | 'entityId'>, askedAt: Date): Promise<void>;
  /** False when there is no such event. */
  discard(id: string): Promise<boolean>;
}

/** How long events of one hour took from their arrival until the catalog was up to date. */
export interface HourOfEvents {
  /** The start of the hour. */
  hour: Date;
  completed: number;
  /** Null when none was completed. */
  averageMs: number | null;
  longestMs: number | null;
}

/** Statistics on the speed of the queue. */
export interface EventDelays {
  /** The last hours up to the current one, oldest first. */
  delays(request: { hours: number }): Promise<HourOfEvents[]>;
}

/** Statistics on whether the queue keeps up. */
export interface EventBacklog {
  /** Since when, and for how long, the longest waiting event has been due; null when none is. */
  oldestDue(): Promise<{ at: Date; since: Milliseconds } | null>;
  droppedSince(moment: Date): Promise<number>;
  /**
   * Everything delivered until this time is in the catalog. It is limited by the oldest event that waits, or that was
   * dropped since the given time. Null when nothing was delivered.
   */
  reportedUntil(comparedAt: Date): Promise<{ moment: Date; isWaiting: boolean } | null>;
}
