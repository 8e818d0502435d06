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
 * | `pending` | waits to be processed, or is being processed under a claim |
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
  receivedAt: Date;
  /** The same for deliveries of one event; null when that cannot be told safely. */
  deliveryKey: string | null;
}

/** `queued`: it waits, or one for the same entity does already; `duplicate`: this very delivery came before. */
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
  now: Date;
  leaseFor: Milliseconds;
  /** Most entities to claim. */
  limit: number;
}

/** What became of one claimed event. */
export type EventResult =
  | { id: string; kind: 'complete' }
  | { id: string; kind: 'failed'; error: string; retryAt: Date }
  | { id: string; kind: 'dropped'; error: string };

export interface FinishRequest {
  claimId: string;
  now: Date;
  /** When the claim was made: failed events of a completed entity that came before it are complete as well. */
  claimedAt: Date;
  results: readonly EventResult[];
}

/** What workers see of the queue. */
export interface EventWorkQueue {
  /**
   * Claims due events, longest due first: all due ones of each entity together, and none of an entity that somebody
   * holds. Counts the attempt: a process that dies in the middle must still use up one, or one poisonous event
   * restarts the server for ever. An entity whose holder died is claimed alone, so that a poisonous event uses up its
   * own attempts and not those of everybody who was held with it.
   */
  claim(request: ClaimRequest): Promise<ClaimedEvent[]>;
  /** False when the lease has ended: then the events are, or will be, somebody else's. */
  renew(request: Pick<ClaimRequest, 'claimId' | 'now' | 'leaseFor'>): Promise<boolean>;
  /** Writes down results of events that are still held, and lets go of them; returns how many were still held. */
  finish(request: FinishRequest): Promise<number>;
  /** Lets go of everything held, without using up an attempt: the site stops. */
  release(request: Pick<ClaimRequest, 'claimId' | 'now'>): Promise<void>;
  /** When the next event is due or the next lease ends; null when nothing waits. */
  nextDueAt(): Promise<Date | null>;
  /**
   * Removes at most `limit` events that were finished before a moment, and as many remembered deliveries from before it.
   * @returns the larger of the two numbers: below the limit, nothing is left to remove
   */
  prune(request: { finishedBefore: Date; limit: number }): Promise<number>;
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
  retry(id: string, now: Date): Promise<EventRecord | null>;
  /** Does the same with all dropped and failed ones that match, some at a time; returns how many. */
  retryAll(filter: { status: 'failed' | 'dropped' | null; entityId: number | null }, now: Date): Promise<number>;
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
  delays(request: { now: Date; hours: number }): Promise<HourOfEvents[]>;
}

/** What tells whether the queue keeps up. */
export interface EventBacklog {
  /** Since when the longest waiting event has been due; null when none is. */
  oldestDueAt(now: Date): Promise<Date | null>;
  droppedSince(moment: Date): Promise<number>;
}
