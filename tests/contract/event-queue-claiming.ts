import { describe, expect, test } from 'vitest';
import { minutes } from '../../server/src/lib/durations';
import {
  anEvent,
  at,
  completed,
  failed,
  leaseFor,
  queueTime,
  useQueue,
  type WholeEventQueue,
} from './event-queue-tools';

/** The events that a worker gets, and for how long (behavior 4.10). */
export function describeClaiming(queue: () => WholeEventQueue): void {
  const { addAt, claim, finish, renew, all } = useQueue(queue);

  describe('claiming', () => {
    test('returns the longest waiting first, and no more than requested', async () => {
      for (const [index, entityId] of [3, 1, 2].entries()) await addAt(index, anEvent({ entityId }));
      expect((await claim(10, 2)).events.map(({ entityId }) => entityId)).toEqual([3, 1]);
      expect((await claim(10, 2)).events.map(({ entityId }) => entityId)).toEqual([2]);
      expect((await claim(10, 2)).events).toEqual([]);
    });

    test('returns what the event is, and that it is the first attempt', async () => {
      await queue().add([anEvent({ scope: 'store/sku/updated' })]);
      const { events } = await claim();
      expect(events).toEqual([
        {
          id: expect.any(String),
          scope: 'store/sku/updated',
          entity: 'product',
          entityId: 77,
          attempt: 0,
          receivedAt: at(0),
          isUnfinished: false,
        },
      ]);
    });

    test('shows the event as pending without a next attempt while it is claimed', async () => {
      await queue().add([anEvent()]);
      await claim();
      expect(await all()).toEqual([expect.objectContaining({ status: 'pending', nextAttemptAt: null })]);
    });

    test('keeps an event that arrives while its entity is claimed waiting, for one more pass', async () => {
      await queue().add([anEvent()]);
      const first = await claim();
      await addAt(1, anEvent());
      await addAt(2, anEvent());
      expect(await all()).toHaveLength(2);
      expect((await claim(3)).events).toEqual([]);

      await finish(first.claimId, completed(first.events));
      expect((await claim(4)).events).toHaveLength(1);
    });

    test('lets the entities of an abandoned claim be claimed immediately, as one more attempt', async () => {
      await queue().add([anEvent(), anEvent({ entityId: 78 })]);
      const { claimId } = await claim();
      await queue().abandonClaims();
      expect(await renew(claimId, 1)).toBe(false);
      expect((await claim(1)).events).toMatchObject([
        { entityId: 77, attempt: 1, isUnfinished: true },
        { entityId: 78, attempt: 1, isUnfinished: true },
      ]);
    });

    test('takes new entities first if asked to, and none with an event that is tried again', async () => {
      await queue().add([1, 2, 3].map((entityId) => anEvent({ entityId })));
      const first = await claim();
      const [one, ...others] = first.events;
      await finish(first.claimId, failed(others, minutes(1)), 0);
      // As if the instance with the first one had died.
      await queue().abandonClaims();
      await addAt(minutes(1), ...[1, 2, 4, 5].map((entityId) => anEvent({ entityId })));
      const claimed = async (claimId: string) => {
        const { events, isMoreDue } = await queue().claim({
          claimId,
          leaseFor,
          batchSize: () => 50,
          untriedFirst: true,
        });
        return [events.map(({ entityId, attempt }) => [entityId, attempt]), isMoreDue];
      };
      expect(one?.entityId).toBe(1);
      expect(await claimed('a')).toEqual([
        [
          [4, 0],
          [5, 0],
        ],
        true,
      ]);
      expect(await claimed('b')).toEqual([
        [
          [1, 1],
          [2, 1],
          [3, 1],
          [1, 0],
          [2, 0],
        ],
        false,
      ]);
      expect(await claimed('c')).toEqual([[], false]);
    });

    test('does not let a claimed entity delay others', async () => {
      await queue().add([anEvent()]);
      await claim();
      await addAt(1, anEvent(), anEvent({ entityId: 78 }));
      expect((await claim(3, 1)).events.map(({ entityId }) => entityId)).toEqual([78]);
    });

    test('takes all due events of an entity together', async () => {
      await queue().add([anEvent()]);
      const first = await claim();
      await finish(first.claimId, failed(first.events, minutes(1)), 0);
      await addAt(50_000, anEvent());

      const { events } = await claim(60_000);
      expect(events.map(({ attempt }) => attempt).sort()).toEqual([0, 1]);
    });

    test('returns only what one request fetches, and says that more is due', async () => {
      await queue().add([
        anEvent({ entityId: 1 }),
        anEvent({ entityId: 2 }),
        anEvent({ entity: 'category', entityId: 1 }),
        anEvent({ entity: 'store', entityId: 0 }),
      ]);
      const claims = [await claim(), await claim(), await claim(), await claim()];
      expect(
        claims.map(({ events, isMoreDue }) => [
          events.map(({ entity, entityId }) => `${entity} ${entityId}`).join(),
          isMoreDue,
        ]),
      ).toEqual([
        ['category 1', true],
        ['product 1,product 2', true],
        ['store 0', false],
        ['', false],
      ]);
    });

    test('batches entities by how many retries they have used', async () => {
      await queue().add([1, 2].map((entityId) => anEvent({ entityId })));
      const first = await claim();
      await finish(first.claimId, failed(first.events, minutes(1)), 0);
      await addAt(minutes(1), ...[3, 4].map((entityId) => anEvent({ entityId })));
      const batchSize = (attempt: number) => (attempt === 0 ? 50 : 1);
      const claimed = async (claimId: string) =>
        (await queue().claim({ claimId, leaseFor, batchSize, untriedFirst: false })).events.map(
          ({ entityId, attempt }) => [entityId, attempt],
        );
      expect([await claimed('a'), await claimed('b'), await claimed('c')]).toEqual([
        [[1, 1]],
        [[2, 1]],
        [
          [3, 0],
          [4, 0],
        ],
      ]);
    });

    test('gives each entity to one of many simultaneous workers', async () => {
      await queue().add(Array.from({ length: 40 }, (_, index) => anEvent({ entityId: index + 1 })));
      const claims = await Promise.all(Array.from({ length: 8 }, () => claim(0, 10)));
      const rest = await claim(0, 50);

      const ids = [...claims, rest].flatMap(({ events }) => events.map(({ entityId }) => entityId));
      expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    });
  });

  describe('a lease', () => {
    test('that expired makes the event due again, with an attempt used up', async () => {
      await queue().add([anEvent()]);
      await claim();
      expect((await claim(leaseFor - 1)).events).toEqual([]);
      expect((await claim(leaseFor)).events).toMatchObject([{ attempt: 1 }]);
    });

    test('that expired lets its holder finish nothing', async () => {
      await queue().add([anEvent()]);
      const first = await claim();
      expect(await finish(first.claimId, completed(first.events), leaseFor)).toBe(0);

      const second = await claim(leaseFor);
      expect(await finish(first.claimId, completed(first.events), leaseFor + 1)).toBe(0);
      expect(await all()).toEqual([expect.objectContaining({ status: 'pending' })]);
      expect(await finish(second.claimId, completed(second.events), leaseFor + 1)).toBe(1);
      expect(await all()).toEqual([expect.objectContaining({ status: 'complete' })]);
    });

    test('can be renewed until it expires, and not after', async () => {
      await queue().add([anEvent()]);
      const { claimId } = await claim();
      expect(await renew(claimId, leaseFor - 1)).toBe(true);
      expect((await claim(leaseFor)).events).toEqual([]);
      expect(await renew(claimId, 2 * leaseFor)).toBe(false);
      expect((await claim(2 * leaseFor)).events).toHaveLength(1);
    });

    test('that is released makes the event due immediately and uses up no attempt', async () => {
      await queue().add([anEvent()]);
      const { claimId } = await claim();
      queueTime.moveTo(1);
      await queue().release({ claimId });
      expect((await claim(1)).events).toMatchObject([{ attempt: 0 }]);
    });

    test('that expired for several entities returns them together, with others', async () => {
      await queue().add([1, 2].map((entityId) => anEvent({ entityId })));
      await claim();
      await addAt(1, ...[3, 4].map((entityId) => anEvent({ entityId })));
      const { events, isMoreDue } = await claim(leaseFor);
      expect(events.map(({ entityId, attempt }) => [entityId, attempt])).toEqual([
        [1, 1],
        [2, 1],
        [3, 0],
        [4, 0],
      ]);
      expect(isMoreDue).toBe(false);
    });

    test('that expired next to a newer event gives both to one worker', async () => {
      await queue().add([anEvent()]);
      await claim();
      await addAt(1, anEvent());
      const { events } = await claim(leaseFor);
      expect(events.map(({ attempt }) => attempt).sort()).toEqual([0, 1]);
      expect((await claim(leaseFor)).events).toEqual([]);
    });
  });
}
