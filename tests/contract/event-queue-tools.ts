import { randomUUID } from 'node:crypto';
import { seconds } from '../../server/src/lib/durations';
import type { ClaimedEvent, EventAdmin, EventBacklog, EventDelays, EventResult, EventWorkQueue, EventWriter, NewEvent } from '../../server/src/webhooks/event-queue';

export type WholeEventQueue = EventWriter & EventWorkQueue & EventAdmin & EventBacklog & EventDelays;

/** A kind of queue under test. */
export interface QueueUnderTest {
  queue: WholeEventQueue;
  /** Forgets every event. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

const start = Date.parse('2026-03-01T12:00:00Z');
export const at = (offset: number) => new Date(start + offset);
export const leaseFor = seconds(15);

/** An event as the receiver makes it; valid by default. */
export function anEvent(given: Partial<NewEvent> = {}): NewEvent {
  return { scope: 'store/product/updated', entity: 'product', entityId: 77, receivedAt: at(0), deliveryKey: null, ...given };
}

export const completed = (events: readonly ClaimedEvent[]): EventResult[] => events.map(({ id }) => ({ id, kind: 'complete' }));
export const dropped = (events: readonly ClaimedEvent[]): EventResult[] => events.map(({ id }) => ({ id, kind: 'dropped', error: 'no more retries' }));
export const failed = (events: readonly ClaimedEvent[], retryAt: Date): EventResult[] =>
  events.map(({ id }) => ({ id, kind: 'failed', error: 'upstream answered 503', retryAt }));

/** What tests do with a queue, at so many milliseconds after its start. */
export function useQueue(queue: () => WholeEventQueue) {
  return {
    async claim(offset = 0, limit = 50): Promise<{ claimId: string; events: ClaimedEvent[] }> {
      const claimId = randomUUID();
      return { claimId, events: await queue().claim({ claimId, now: at(offset), leaseFor, limit }) };
    },
    finish: (claimId: string, results: readonly EventResult[], offset = 1) =>
      queue().finish({ claimId, now: at(offset), claimedAt: at(0), results }),
    all: async () => (await queue().list({ status: null, entityId: null, productIds: null, page: 1, perPage: 100 })).events,
  };
}
