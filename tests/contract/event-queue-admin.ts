import { describe, expect, test } from '@jest/globals';
import { anEvent, at, completed, dropped, useQueue, type WholeEventQueue } from './event-queue-tools';

/** What administrators, the health check and housekeeping do with the queue. */
export function describeEventAdmin(queue: () => WholeEventQueue): void {
  const { claim, finish, all } = useQueue(queue);

  describe('administrators', () => {
    test('see events newest first, by page, state and entity', async () => {
      await queue().add([1, 2, 3, 4, 5].map((entityId) => anEvent({ entityId })));
      const { claimId, events } = await claim(0, 2);
      await finish(claimId, completed(events));

      const ids = async (request: { status?: 'complete' | 'dropped'; entityId?: number; page?: number; perPage?: number }) => {
        const listed = await queue().list({ status: null, entityId: null, page: 1, perPage: 2, ...request });
        return { ids: listed.events.map(({ entityId }) => entityId), total: listed.total };
      };
      expect(await ids({})).toEqual({ ids: [5, 4], total: 5 });
      expect(await ids({ page: 3 })).toEqual({ ids: [1], total: 5 });
      expect(await ids({ page: 4 })).toEqual({ ids: [], total: 5 });
      expect(await ids({ status: 'complete' })).toEqual({ ids: [2, 1], total: 2 });
      expect(await ids({ status: 'dropped' })).toEqual({ ids: [], total: 0 });
      expect(await ids({ entityId: 4 })).toEqual({ ids: [4], total: 1 });
      expect(await queue().counts()).toEqual({ pending: 3, failed: 0, complete: 2, dropped: 0 });
    });

    test('retry a dropped event with all its retries before it', async () => {
      await queue().add([anEvent()]);
      const { claimId, events } = await claim();
      await finish(claimId, dropped(events));
      const [event] = await all();

      const retried = await queue().retry(event?.id ?? '', at(100));
      expect(retried).toMatchObject({ status: 'pending', attempt: 0, nextAttemptAt: at(100), finishedAt: null });
      expect((await claim(100)).events).toMatchObject([{ attempt: 0 }]);
    });

    test('retry nothing that is being processed, and nothing that is not there', async () => {
      await queue().add([anEvent()]);
      const { claimId, events } = await claim();
      const [event] = await all();
      expect(await queue().retry(event?.id ?? '', at(100))).toMatchObject({ status: 'pending', nextAttemptAt: null });
      expect(await finish(claimId, completed(events))).toBe(1);
      expect(await queue().retry('4000000', at(100))).toBeNull();
    });

    test('retry an event beside a waiting one of the same entity', async () => {
      await queue().add([anEvent()]);
      const { claimId, events } = await claim();
      await finish(claimId, completed(events));
      await queue().add([anEvent({ receivedAt: at(50) })]);
      await queue().retry(events[0]?.id ?? '', at(60));
      expect((await claim(60)).events).toHaveLength(2);
    });

    test('discard any event, also one that is being processed', async () => {
      await queue().add([anEvent(), anEvent({ entityId: 78 })]);
      const { claimId, events } = await claim(0, 1);
      expect(await queue().discard(events[0]?.id ?? '')).toBe(true);
      expect(await finish(claimId, completed(events))).toBe(0);
      expect((await all()).map(({ entityId }) => entityId)).toEqual([78]);
      expect(await queue().discard(events[0]?.id ?? '')).toBe(false);
    });
  });

  describe('the backlog', () => {
    test('is as old as the longest due event that nobody holds', async () => {
      expect(await queue().oldestDueAt(at(0))).toBeNull();
      await queue().add([anEvent({ entityId: 1 })]);
      await queue().add([anEvent({ entityId: 2, receivedAt: at(1000) })]);
      expect(await queue().oldestDueAt(at(2000))).toEqual(at(0));
      await claim(2000, 1);
      expect(await queue().oldestDueAt(at(2000))).toEqual(at(1000));
    });

    test('counts what was dropped since a moment', async () => {
      await queue().add([anEvent()]);
      const { claimId, events } = await claim();
      await finish(claimId, dropped(events), 500);
      expect(await queue().droppedSince(at(500))).toBe(1);
      expect(await queue().droppedSince(at(501))).toBe(0);
    });
  });

  test('pruning removes old finished events and their keys, and nothing that waits', async () => {
    await queue().add([1, 2, 3].map((entityId) => anEvent({ entityId, deliveryKey: `key-${entityId}` })));
    await queue().add([anEvent({ entityId: 4 })]);
    const { claimId, events } = await claim(0, 3);
    await finish(claimId, completed(events));

    expect(await queue().prune({ finishedBefore: at(1), limit: 10 })).toBe(0);
    expect(await queue().prune({ finishedBefore: at(2), limit: 2 })).toBe(2);
    expect(await queue().prune({ finishedBefore: at(2), limit: 2 })).toBe(1);
    expect((await all()).map(({ entityId }) => entityId)).toEqual([4]);
    expect(await queue().add([anEvent({ entityId: 1, deliveryKey: 'key-1' })])).toEqual(['queued']);
  });
}
