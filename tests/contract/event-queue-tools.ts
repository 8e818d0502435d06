import { randomUUID } from 'node:crypto';
import { seconds, type Milliseconds } from '../../server/src/lib/durations';
import type {
  ClaimedEvent,
  EventAdmin,
  EventBacklog,
  EventDelays,
  EventResult,
  EventWorkQueue,
  EventWriter,
  NewEvent,
} from '../../server/src/webhooks/event-queue';

export type WholeEventQueue = EventWriter & EventWorkQueue & EventAdmin & EventBacklog & EventDelays;

/** A kind of queue under test. */
export interface QueueUnderTest {
  queue: WholeEventQueue;
  /** Deletes every event. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

const start = Date.parse('2026-03-01T12:00:00Z');
export const at = (offset: number) => new Date(start + offset);
export const leaseFor = seconds(15);

/** The instances' shared clock, as read by the queue under test. */
export class QueueTime {
  private time = start;

  now(): Date {
    return new Date(this.time);
  }

  /** Moves to this many milliseconds after the start. */
  moveTo(offset: number): void {
    this.time = start + offset;
  }
}

/** The clock of the queue under test. Other files share its process, so that each test of the queue sets it first. */
export const queueTime = new QueueTime();

/** An event as created by the receiver; valid by default. */
export function anEvent(given: Partial<NewEvent> = {}): NewEvent {
  return { scope: 'store/product/updated', entity: 'product', entityId: 77, identity: null, ...given };
}

export const message = (key: string) => ({ kind: 'message' as const, key });
export const content = (key: string) => ({ kind: 'content' as const, key });

export const completed = (events: readonly ClaimedEvent[]): EventResult[] =>
  events.map(({ id }) => ({ id, kind: 'complete' }));
export const dropped = (events: readonly ClaimedEvent[]): EventResult[] =>
  events.map(({ id }) => ({ id, kind: 'dropped', error: 'no more retries' }));
export const failed = (events: readonly ClaimedEvent[], retryIn: Milliseconds): EventResult[] =>
  events.map(({ id }) => ({ id, kind: 'failed', error: 'upstream returned 503', retryIn }));

/** The operations of tests on a queue, each at this many milliseconds after its start. */
export function useQueue(queue: () => WholeEventQueue) {
  return {
    addAt(offset: number, ...events: NewEvent[]) {
      queueTime.moveTo(offset);
      return queue().add(events);
    },
    async claim(offset = 0, limit = 50): Promise<{ claimId: string; events: ClaimedEvent[]; isMoreDue: boolean }> {
      queueTime.moveTo(offset);
      const claimId = randomUUID();
      const request = { claimId, leaseFor, batchSize: () => limit, untriedFirst: false };
      return { claimId, ...(await queue().claim(request)) };
    },
    finish(claimId: string, results: readonly EventResult[], offset = 1) {
      queueTime.moveTo(offset);
      return queue().finish({ claimId, claimedAt: at(0), results });
    },
    renew(claimId: string, offset: number) {
      queueTime.moveTo(offset);
      return queue().renew({ claimId, leaseFor });
    },
    retry(id: string, offset: number) {
      queueTime.moveTo(offset);
      return queue().retry(id);
    },
    retryAll(filter: Parameters<WholeEventQueue['retryAll']>[0], offset: number) {
      queueTime.moveTo(offset);
      return queue().retryAll(filter);
    },
    all: async () =>
      (await queue().list({ status: null, entityId: null, productIds: null, page: 1, perPage: 100 })).events,
  };
}
