import { describe, expect, test } from 'vitest';
import { hours, minutes, seconds } from '../../server/src/lib/durations';
import type { RetryFilter } from '../../server/src/webhooks/event-queue';
import {
  anEvent,
  at,
  completed,
  dropped,
  failed,
  message,
  queueTime,
  useQueue,
  type WholeEventQueue,
} from './event-queue-tools';

/** How administrators, the health check, and housekeeping use the queue. */
export function describeEventAdmin(queue: () => WholeEventQueue): void {
  const { addAt, claim, finish, retry, retryAll, all } = useQueue(queue);

  describe('administrators', () => {
    test('see events newest first, by page, status, and entity', async () => {
      await queue().add([1, 2, 3, 4, 5].map((entityId) => anEvent({ entityId })));
      const { claimId, events } = await claim(0, 2);
      await finish(claimId, completed(events));

      const ids = async (request: {
        status?: 'complete' | 'dropped';
        entityId?: number;
        productIds?: number[];
        page?: number;
        perPage?: number;
      }) => {
        const listed = await queue().list({
          status: null,
          entityId: null,
          productIds: null,
          page: 1,
          perPage: 2,
          ...request,
        });
        return { ids: listed.events.map(({ entityId }) => entityId), total: listed.total };
      };
      expect(await ids({})).toEqual({ ids: [5, 4], total: 5 });
      expect(await ids({ page: 3 })).toEqual({ ids: [1], total: 5 });
      expect(await ids({ page: 4 })).toEqual({ ids: [], total: 5 });
      expect(await ids({ status: 'complete' })).toEqual({ ids: [2, 1], total: 2 });
      expect(await ids({ status: 'dropped' })).toEqual({ ids: [], total: 0 });
      expect(await ids({ entityId: 4 })).toEqual({ ids: [4], total: 1 });
      expect(await ids({ productIds: [1, 4, 9] })).toEqual({ ids: [4, 1], total: 2 });
      expect(await ids({ productIds: [] })).toEqual({ ids: [], total: 0 });
      expect(await queue().counts()).toEqual({ pending: 3, failed: 0, complete: 2, dropped: 0 });
    });

    test('retry a dropped event with a fresh set of retries', async () => {
      await queue().add([anEvent()]);
      const { claimId, events } = await claim();
      await finish(claimId, dropped(events));
      const [event] = await all();

      const retried = await retry(event?.id ?? '', 100);
      expect(retried).toMatchObject({ status: 'pending', attempt: 0, nextAttemptAt: at(100), finishedAt: null });
      expect((await claim(100)).events).toMatchObject([{ attempt: 0 }]);
    });

    test('retry neither what is being processed nor what does not exist', async () => {
      await queue().add([anEvent()]);
      const { claimId, events } = await claim();
      const [event] = await all();
      expect(await retry(event?.id ?? '', 100)).toMatchObject({ status: 'pending', nextAttemptAt: null });
      expect(await finish(claimId, completed(events))).toBe(1);
      expect(await retry('4000000', 100)).toBeNull();
    });

    test('retry an event next to a waiting one for the same entity', async () => {
      await queue().add([anEvent()]);
      const { claimId, events } = await claim();
      await finish(claimId, completed(events));
      await addAt(50, anEvent());
      await retry(events[0]?.id ?? '', 60);
      expect((await claim(60)).events).toHaveLength(2);
    });

    test('retry all matching dropped or failed events with a fresh set of retries, and leave the rest', async () => {
      await queue().add([1, 2, 3, 4, 5].map((entityId) => anEvent({ entityId })));
      const { claimId, events } = await claim(0, 4);
      await finish(claimId, [
        ...dropped(events.slice(0, 2)),
        ...failed(events.slice(2, 3), minutes(2)),
        ...completed(events.slice(3)),
      ]);

      const countThenRetry = async (filter: RetryFilter, offset: number) => [
        await queue().countRetryable(filter),
        await retryAll(filter, offset),
      ];
      expect(await countThenRetry({ status: null, entityId: 2 }, 100)).toEqual([1, 1]);
      expect(await countThenRetry({ status: 'failed', entityId: null }, 200)).toEqual([1, 1]);
      expect(await countThenRetry({ status: null, entityId: null }, 300)).toEqual([1, 1]);
      expect(await countThenRetry({ status: null, entityId: null }, 400)).toEqual([0, 0]);
      const due = (await all()).map(({ entityId, status, attempt, nextAttemptAt }) => ({
        entityId,
        status,
        attempt,
        due: nextAttemptAt,
      }));
      expect(due).toEqual([
        { entityId: 5, status: 'pending', attempt: 0, due: at(0) },
        { entityId: 4, status: 'complete', attempt: 0, due: null },
        { entityId: 3, status: 'pending', attempt: 0, due: at(200) },
        { entityId: 2, status: 'pending', attempt: 0, due: at(100) },
        { entityId: 1, status: 'pending', attempt: 0, due: at(300) },
      ]);
    });

    test('retry more events than one statement can update', async () => {
      for (let start = 0; start < 1200; start += 200) {
        await queue().add(Array.from({ length: 200 }, (_, index) => anEvent({ entityId: start + index })));
        const { claimId, events } = await claim(1, 200);
        await finish(claimId, dropped(events));
      }
      expect(await retryAll({ status: 'dropped', entityId: null }, 100)).toBe(1200);
      expect(await queue().counts()).toMatchObject({ pending: 1200, dropped: 0 });
    });

    test('see hour by hour how long events took', async () => {
      await addAt(0, anEvent({ entityId: 1 }));
      await addAt(500, anEvent({ entityId: 2 }));
      const first = await claim(1000);
      await finish(first.claimId, completed(first.events), 1500);
      await addAt(3_600_000, anEvent({ entityId: 3 }));
      const second = await claim(3_600_000);
      await finish(second.claimId, dropped(second.events), 3_600_100);
      await retryAll({ status: null, entityId: null }, 3_600_200);
      const third = await claim(3_600_200);
      await finish(third.claimId, completed(third.events), 3_600_300);

      queueTime.moveTo(7_200_000);
      expect(await queue().delays({ hours: 4 })).toEqual([
        { hour: at(-3_600_000), completed: 0, averageMs: null, longestMs: null },
        { hour: at(0), completed: 2, averageMs: 1250, longestMs: 1500 },
        { hour: at(3_600_000), completed: 1, averageMs: 300, longestMs: 300 },
        { hour: at(7_200_000), completed: 0, averageMs: null, longestMs: null },
      ]);
    });

    test('have the failed and dropped events of an entity settled that arrived before it was fetched otherwise', async () => {
      await addAt(0, anEvent(), anEvent({ entityId: 78 }));
      const first = await claim(0);
      await finish(first.claimId, dropped(first.events), 1);
      await addAt(100, anEvent());
      const second = await claim(100);
      await queue().finish({ claimId: second.claimId, claimedAt: at(100), results: failed(second.events, hours(1)) });
      await queue().settle(anEvent(), at(50));
      expect(await queue().counts()).toEqual({ pending: 0, failed: 1, complete: 1, dropped: 1 });
      await queue().settle(anEvent(), at(100));
      expect(await queue().counts()).toEqual({ pending: 0, failed: 0, complete: 2, dropped: 1 });
      expect(await queue().nextDue()).toBeNull();
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
    test('is as old as the event that has been due longest without a holder', async () => {
      expect(await queue().oldestDue()).toBeNull();
      await addAt(0, anEvent({ entityId: 1 }));
      await addAt(1000, anEvent({ entityId: 2 }));
      queueTime.moveTo(2000);
      expect(await queue().oldestDue()).toEqual({ at: at(0), since: seconds(2) });
      await claim(2000, 1);
      expect(await queue().oldestDue()).toEqual({ at: at(1000), since: seconds(1) });
    });

    test('limits until when everything that was delivered is in the catalog', async () => {
      expect(await queue().reportedUntil(at(0))).toBeNull();
      await addAt(10, anEvent({ entityId: 1 }));
      expect(await queue().reportedUntil(at(0))).toEqual({ moment: at(10), isWaiting: true });
      const first = await claim(20);
      await finish(first.claimId, completed(first.events), 30);
      expect(await queue().reportedUntil(at(0))).toEqual({ moment: at(10), isWaiting: false });
      await addAt(40, anEvent({ entityId: 2 }));
      const second = await claim(50);
      await addAt(60, anEvent({ entityId: 3 }));
      await finish(second.claimId, dropped(second.events), 70);
      expect(await queue().reportedUntil(at(0))).toEqual({ moment: at(40), isWaiting: true });
      expect(await queue().reportedUntil(at(71))).toEqual({ moment: at(60), isWaiting: true });
    });

    test('is not made older by an event that was applied and is applied again, even in vain', async () => {
      await addAt(10, anEvent({ entityId: 1 }));
      const first = await claim(20);
      await finish(first.claimId, completed(first.events), 30);
      await addAt(40, anEvent({ entityId: 2 }));
      const second = await claim(50);
      await finish(second.claimId, completed(second.events), 60);
      await retry(first.events[0]?.id ?? '', 70);
      expect(await queue().reportedUntil(at(0))).toEqual({ moment: at(40), isWaiting: false });
      const third = await claim(80);
      await finish(third.claimId, failed(third.events, minutes(1)), 90);
      expect(await queue().reportedUntil(at(0))).toEqual({ moment: at(40), isWaiting: false });
    });

    test('counts what was dropped since a given time', async () => {
      await queue().add([anEvent()]);
      const { claimId, events } = await claim();
      await finish(claimId, dropped(events), 500);
      expect(await queue().droppedSince(at(500))).toBe(1);
      expect(await queue().droppedSince(at(501))).toBe(0);
    });
  });

  test('pruning removes old finished events and their keys, and no waiting ones', async () => {
    await queue().add([1, 2, 3].map((entityId) => anEvent({ entityId, identity: message(`key-${entityId}`) })));
    await queue().add([anEvent({ entityId: 4 })]);
    const { claimId, events } = await claim(0, 3);
    await finish(claimId, completed(events));

    queueTime.moveTo(minutes(5));
    expect(await queue().prune({ finishedFor: minutes(5), limit: 10 })).toBe(0);
    expect(await queue().prune({ finishedFor: minutes(4), limit: 2 })).toBe(2);
    expect(await queue().prune({ finishedFor: minutes(4), limit: 2 })).toBe(1);
    expect((await all()).map(({ entityId }) => entityId)).toEqual([4]);
    expect(await queue().add([anEvent({ entityId: 1, identity: message('key-1') })])).toEqual(['queued']);
  });

  test('pruning is not complete until the last key of an event with many deliveries is gone', async () => {
    await queue().add([1, 2, 3, 4, 5].map((delivery) => anEvent({ identity: message(`key-${delivery}`) })));
    const { claimId, events } = await claim();
    await finish(claimId, completed(events));

    const pruned: number[] = [];
    queueTime.moveTo(minutes(5));
    do pruned.push(await queue().prune({ finishedFor: minutes(4), limit: 2 }));
    while (pruned.at(-1) === 2);
    expect(pruned).toEqual([2, 2, 1]);
    expect(await queue().add([anEvent({ identity: message('key-5') })])).toEqual(['queued']);
  });
}
