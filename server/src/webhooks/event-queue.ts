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
 * | `pending` | waits to be processed, is being processed under a claim, or waits for the second look that a removal takes |
 * | `failed` | waits for its retry |
 * | `complete` | upstream was asked after the event came, and what it said is in the catalog |
 * | `dropped` | the last retry failed too; only an administrator brings it back |
 *
 * An event is only a hint that its entity changed: what counts is that upstream is asked after it came. So all events
 * of one entity that wait are processed as one, and an event that comes while its entity is being processed waits for
 * one more pass.
 */
export type EventStatus = 'pending' | 'failed' | 'complete' | 'dropped';

/** What an event makes the worker fetch again. */
export type EventEntity = 'product' | 'category' | 'store';

/** One proven delivery, on its way into the queue. */
export interface NewEvent {
  /** As upstream words it, for example `store/product/updated`. */
  scope: string;
  entity: EventEntity;
  /** Upstream's id; 0 for the store itself. */
  entityId: number;
  /** Null when nothing tells it from other deliveries. */
  identity: DeliveryIdentity | null;
}

/**
 * What a delivery has in common with others of one event (behavior 11.4). `message`: upstream's own id of it, so whatever
 * comes under it once more is a duplicate. `content`: what it says; another edit may say the same, so it is a duplicate only
 * while an event of its entity waits anyway.
 */
export interface DeliveryIdentity {
  kind: 'message' | 'content';
  key: string;
}

/** `queued`: it waits, or one for the same entity does already; `duplicate`: it came before, see {@link DeliveryIdentity}. */
export type AddOutcome = 'queued' | 'duplicate';

/** Where the receiver puts events. */
export interface EventWriter {
  /** Resolves once all of them survive the end of the process; rejects when none of them does. */
  add(events: readonly NewEvent[]): Promise<AddOutcome[]>;
}

/** One event that a worker holds. */
export interface ClaimedEvent {
  id: string;
  scope: string;
  entity: EventEntity;
  entityId: number;
  /** Retries used so far: 0 the first time. */
  attempt: number;
  receivedAt: Date;
}

export interface ClaimRequest {
  /** New for each claim; whoever knows it holds the claim. */
  claimId: string;
  leaseFor: Milliseconds;
  /** How many entities may share a request, by the retries that they have used. */
  batchSize: (attempt: number) => number;
}

/** Events that are fetched with one request. */
export interface EventClaim {
  events: ClaimedEvent[];
  at: Date;
  /** Whether others were due that this request does not fetch. */
  isMoreDue: boolean;
}

/** What became of one claimed event. */
export type EventResult =
  | { id: string; kind: 'complete' }
  /** Stays pending, to be looked at once more after this time; that is no attempt. */
  | { id: string; kind: 'again'; after: Milliseconds }
  | { id: string; kind: 'failed'; error: string; retryIn: Milliseconds }
  | { id: string; kind: 'dropped'; error: string };

export interface FinishRequest {
  claimId: string;
  /** When the claim was made: failed events of a completed entity that came before it are complete as well. */
  claimedAt: Date;
  results: readonly EventResult[];
}

/** What workers see of the queue. All moments are told by the clock that instances share (behavior 11.1). */
export interface EventWorkQueue {
  /**
   * Claims due events, longest due first: all due ones of each entity together, and none of an entity that somebody
   * holds. All are of one kind and share a request. Counts the attempt: a process that dies in the middle must still use up
   * one, or one poisonous event restarts the server for ever. An entity whose holder died is claimed alone, so that a
   * poisonous event uses up its own attempts and not those of everybody who was held with it.
   */
  claim(request: ClaimRequest): Promise<EventClaim>;
  /** False when the lease has ended: then the events are, or will be, somebody else's. */
  renew(request: Pick<ClaimRequest, 'claimId' | 'leaseFor'>): Promise<boolean>;
  /** Writes down results of events that are still held, and lets go of them; returns how many were still held. */
  finish(request: FinishRequest): Promise<number>;
  /** Lets go of everything held, without using up an attempt: the site stops. */
  release(request: Pick<ClaimRequest, 'claimId'>): Promise<void>;
  /** When the next event is due or the next lease ends, and how long until then; null when nothing waits. */
  nextDue(): Promise<{ at: Date; after: Milliseconds } | null>;
  /**
   * Makes events due that wait for longer than they can have been told to: what they wait for was written before the clock
   * was set back.
   * @param request.retryDelays before the first retry, the second, …
   * @returns how many
   */
  unpark(request: { leaseFor: Milliseconds; retryDelays: readonly Milliseconds[] }): Promise<number>;
  /**
   * Removes at most `limit` events that were finished so long ago, and as many remembered deliveries.
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
  /** How many deliveries it stands for. */
  deliveries: number;
  receivedAt: Date;
  /** Null when nothing is to come, or while it is being processed. */
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

/** What administrators can do with the queue. */
export interface EventAdmin {
  /** Newest first. */
  list(request: EventListRequest): Promise<{ events: EventRecord[]; total: number }>;
  counts(): Promise<Record<EventStatus, number>>;
  /** Makes an event due now, with all its retries before it; null when there is none. One that is held is left alone. */
  retry(id: string): Promise<EventRecord | null>;
  /** Does the same with all dropped and failed ones that match, some at a time; returns how many. */
  retryAll(filter: { status: 'failed' | 'dropped' | null; entityId: number | null }): Promise<number>;
  /** False when there is none. */
  discard(id: string): Promise<boolean>;
}

/** How long events took from their arrival until the catalog was up to date, in one hour. */
export interface HourOfEvents {
  /** Its start. */
  hour: Date;
  completed: number;
  /** Null when none was completed. */
  averageMs: number | null;
  longestMs: number | null;
}

/** What tells how quick the queue was. */
export interface EventDelays {
  /** The last hours up to the current one, oldest first. */
  delays(request: { hours: number }): Promise<HourOfEvents[]>;
}

/** What tells whether the queue keeps up. */
export interface EventBacklog {
  /** Since when, and for how long, the longest waiting event has been due; null when none is. */
  oldestDue(): Promise<{ at: Date; since: Milliseconds } | null>;
  droppedSince(moment: Date): Promise<number>;
}
