import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { days, minutes, seconds } from '../../server/src/lib/durations';
import { describeEventAdmin } from './event-queue-admin';
import { describeWrongClocks } from './event-queue-clocks';
import {
  anEvent,
  at,
  completed,
  content,
  dropped,
  failed,
  leaseFor,
  message,
  queueTime,
  useQueue,
  type QueueUnderTest,
  type WholeEventQueue,
} from './event-queue-tools';

/** What every implementation of the queue does (behavior 4.10). */
export function describeEventQueue(name: string, open: () => Promise<QueueUnderTest>): void {
  describe(`the event queue in ${name}`, () => {
    let opened: QueueUnderTest;
    let queue: WholeEventQueue;

    beforeAll(async () => {
      opened = await open();
      queue = opened.queue;
    });
    afterEach(async () => {
      queueTime.moveTo(0);
      await opened.empty();
    });
    afterAll(async () => {
      await opened.close();
    });

    const { addAt, claim, finish, renew, all } = useQueue(() => queue);

    describe('adding', () => {
      test('makes an event pending, with its scope and entity, due at once', async () => {
        expect(await queue.add([anEvent()])).toEqual(['queued']);
        expect(await all()).toEqual([
          expect.objectContaining({
            scope: 'store/product/updated',
            entity: 'product',
            entityId: 77,
            status: 'pending',
            attempt: 0,
            deliveries: 1,
            receivedAt: at(0),
            nextAttemptAt: at(0),
            finishedAt: null,
            lastError: null,
          }),
        ]);
      });

      test('nothing is nothing', async () => {
        expect(await queue.add([])).toEqual([]);
      });

      test('lets events of one entity wait as one, in a batch and one after the other', async () => {
        await queue.add([anEvent({ scope: 'store/product/created' }), anEvent(), anEvent({ entityId: 78 })]);
        await addAt(9, anEvent({ scope: 'store/product/deleted' }));

        const events = await all();
        expect(events.map(({ entityId, deliveries, scope }) => ({ entityId, deliveries, scope }))).toEqual([
          { entityId: 78, deliveries: 1, scope: 'store/product/updated' },
          { entityId: 77, deliveries: 3, scope: 'store/product/deleted' },
        ]);
        expect(events[1]?.receivedAt).toEqual(at(0));
      });

      test('keeps a product and a category with one id apart', async () => {
        await queue.add([
          anEvent({ entityId: 5 }),
          anEvent({ entity: 'category', entityId: 5 }),
          anEvent({ entity: 'store', entityId: 0 }),
        ]);
        expect(await all()).toHaveLength(3);
      });

      test('knows a message that came before, in the same batch or after its event is complete', async () => {
        const event = anEvent({ identity: message('1') });
        expect(await queue.add([event, event])).toEqual(['queued', 'duplicate']);
        const { claimId, events } = await claim();
        await finish(claimId, completed(events));
        expect(await queue.add([event, anEvent({ identity: message('2'), entityId: 78 })])).toEqual([
          'duplicate',
          'queued',
        ]);
        expect((await claim(5)).events.map(({ entityId }) => entityId)).toEqual([78]);
      });

      test('takes what says the same for a duplicate while it waits, and for one more edit from when somebody works on it', async () => {
        const event = anEvent({ identity: content('1') });
        expect(await queue.add([event, event])).toEqual(['queued', 'duplicate']);
        expect(await queue.add([event])).toEqual(['duplicate']);
        expect(await all()).toMatchObject([{ deliveries: 1 }]);
        const first = await claim();
        expect(await queue.add([event, event])).toEqual(['queued', 'duplicate']);
        await finish(first.claimId, completed(first.events));
        const second = await claim(5);
        expect(second.events).toHaveLength(1);
        await finish(second.claimId, failed(second.events, minutes(60)));
        expect(await queue.add([event])).toEqual(['queued']);
        expect((await claim(10)).events).toHaveLength(1);
      });

      test('makes an event that waits due at once, whatever it waits for', async () => {
        await addAt(minutes(30), anEvent());
        expect((await claim(0)).events).toEqual([]);
        await addAt(0, anEvent());
        expect((await claim(0)).events).toMatchObject([{ entityId: 77 }]);
      });
    });

    describe('claiming', () => {
      test('gives the longest waiting first, and no more than asked', async () => {
        for (const [index, entityId] of [3, 1, 2].entries()) await addAt(index, anEvent({ entityId }));
        expect((await claim(10, 2)).events.map(({ entityId }) => entityId)).toEqual([3, 1]);
        expect((await claim(10, 2)).events.map(({ entityId }) => entityId)).toEqual([2]);
        expect((await claim(10, 2)).events).toEqual([]);
      });

      test('says what the event is, and that it is the first attempt', async () => {
        await queue.add([anEvent({ scope: 'store/sku/updated' })]);
        const { events } = await claim();
        expect(events).toEqual([
          {
            id: expect.any(String),
            scope: 'store/sku/updated',
            entity: 'product',
            entityId: 77,
            attempt: 0,
            receivedAt: at(0),
          },
        ]);
      });

      test('shows the event as pending without a next attempt while it is held', async () => {
        await queue.add([anEvent()]);
        await claim();
        expect(await all()).toEqual([expect.objectContaining({ status: 'pending', nextAttemptAt: null })]);
      });

      test('an event that comes while its entity is held waits, and is one more pass', async () => {
        await queue.add([anEvent()]);
        const first = await claim();
        await addAt(1, anEvent());
        await addAt(2, anEvent());
        expect(await all()).toHaveLength(2);
        expect((await claim(3)).events).toEqual([]);

        await finish(first.claimId, completed(first.events));
        expect((await claim(4)).events).toHaveLength(1);
      });

      test('an entity that is held does not keep others waiting', async () => {
        await queue.add([anEvent()]);
        await claim();
        await addAt(1, anEvent(), anEvent({ entityId: 78 }));
        expect((await claim(3, 1)).events.map(({ entityId }) => entityId)).toEqual([78]);
      });

      test('takes all due events of an entity together', async () => {
        await queue.add([anEvent()]);
        const first = await claim();
        await finish(first.claimId, failed(first.events, minutes(1)), 0);
        await addAt(50_000, anEvent());

        const { events } = await claim(60_000);
        expect(events.map(({ attempt }) => attempt).sort()).toEqual([0, 1]);
      });

      test('gives only what one request fetches, and says that more is due', async () => {
        await queue.add([
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

      test('gives entities together by how many share a request after the retries that they used', async () => {
        await queue.add([1, 2].map((entityId) => anEvent({ entityId })));
        const first = await claim();
        await finish(first.claimId, failed(first.events, minutes(1)), 0);
        await addAt(minutes(1), ...[3, 4].map((entityId) => anEvent({ entityId })));
        const batchSize = (attempt: number) => (attempt === 0 ? 50 : 1);
        const claimed = async (claimId: string) =>
          (await queue.claim({ claimId, leaseFor, batchSize })).events.map(({ entityId, attempt }) => [
            entityId,
            attempt,
          ]);
        expect([await claimed('a'), await claimed('b'), await claimed('c')]).toEqual([
          [[1, 1]],
          [[2, 1]],
          [
            [3, 0],
            [4, 0],
          ],
        ]);
      });

      test('gives each entity to one of many workers that claim at once', async () => {
        await queue.add(Array.from({ length: 40 }, (_, index) => anEvent({ entityId: index + 1 })));
        const claims = await Promise.all(Array.from({ length: 8 }, () => claim(0, 10)));
        const rest = await claim(0, 50);

        const ids = [...claims, rest].flatMap(({ events }) => events.map(({ entityId }) => entityId));
        expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
      });
    });

    describe('a lease', () => {
      test('that ended makes the event due again, and has used up an attempt', async () => {
        await queue.add([anEvent()]);
        await claim();
        expect((await claim(leaseFor - 1)).events).toEqual([]);
        expect((await claim(leaseFor)).events).toMatchObject([{ attempt: 1 }]);
      });

      test('that ended lets its holder finish nothing', async () => {
        await queue.add([anEvent()]);
        const first = await claim();
        expect(await finish(first.claimId, completed(first.events), leaseFor)).toBe(0);

        const second = await claim(leaseFor);
        expect(await finish(first.claimId, completed(first.events), leaseFor + 1)).toBe(0);
        expect(await all()).toEqual([expect.objectContaining({ status: 'pending' })]);
        expect(await finish(second.claimId, completed(second.events), leaseFor + 1)).toBe(1);
        expect(await all()).toEqual([expect.objectContaining({ status: 'complete' })]);
      });

      test('can be renewed while it lasts, and not after', async () => {
        await queue.add([anEvent()]);
        const { claimId } = await claim();
        expect(await renew(claimId, leaseFor - 1)).toBe(true);
        expect((await claim(leaseFor)).events).toEqual([]);
        expect(await renew(claimId, 2 * leaseFor)).toBe(false);
        expect((await claim(2 * leaseFor)).events).toHaveLength(1);
      });

      test('that is let go of makes the event due at once and uses up no attempt', async () => {
        await queue.add([anEvent()]);
        const { claimId } = await claim();
        queueTime.moveTo(1);
        await queue.release({ claimId });
        expect((await claim(1)).events).toMatchObject([{ attempt: 0 }]);
      });

      test('that ended for several entities gives each of them alone, the others together', async () => {
        await queue.add([1, 2].map((entityId) => anEvent({ entityId })));
        await claim();
        await addAt(1, ...[3, 4].map((entityId) => anEvent({ entityId })));
        const claimed = async () => (await claim(leaseFor)).events.map(({ entityId }) => entityId);
        const claims = [await claimed(), await claimed(), await claimed(), await claimed()];
        expect(claims.sort((a, b) => (a[0] ?? 9) - (b[0] ?? 9))).toEqual([[1], [2], [3, 4], []]);
      });

      test('that ended beside a newer event gives both to one worker', async () => {
        await queue.add([anEvent()]);
        await claim();
        await addAt(1, anEvent());
        const { events } = await claim(leaseFor);
        expect(events.map(({ attempt }) => attempt).sort()).toEqual([0, 1]);
        expect((await claim(leaseFor)).events).toEqual([]);
      });
    });

    describeWrongClocks(() => queue);

    describe('finishing', () => {
      test('completes, and says when', async () => {
        await queue.add([anEvent()]);
        const { claimId, events } = await claim();
        expect(await finish(claimId, completed(events), 7)).toBe(1);
        expect(await all()).toEqual([
          expect.objectContaining({ status: 'complete', finishedAt: at(7), nextAttemptAt: null }),
        ]);
        expect(await queue.nextDue()).toBeNull();
      });

      test('a failure makes the event due at its retry, not before, with its error', async () => {
        await queue.add([anEvent()]);
        const { claimId, events } = await claim();
        await finish(claimId, failed(events, minutes(1)), 0);

        expect(await all()).toEqual([
          expect.objectContaining({
            status: 'failed',
            attempt: 0,
            nextAttemptAt: at(60_000),
            lastError: 'upstream answered 503',
          }),
        ]);
        queueTime.moveTo(10_000);
        expect(await queue.nextDue()).toEqual({ at: at(60_000), after: seconds(50) });
        expect((await claim(59_999)).events).toEqual([]);
        expect((await claim(60_000)).events).toMatchObject([{ attempt: 1 }]);
        expect(await all()).toEqual([expect.objectContaining({ status: 'pending', attempt: 1 })]);
      });

      test('dropping is the end', async () => {
        await queue.add([anEvent()]);
        const { claimId, events } = await claim();
        await finish(claimId, dropped(events), 9);

        expect(await all()).toEqual([
          expect.objectContaining({
            status: 'dropped',
            nextAttemptAt: null,
            finishedAt: at(9),
            lastError: 'no more retries',
          }),
        ]);
        expect((await claim(days(1))).events).toEqual([]);
      });

      test('one event can complete while another of the same claim fails', async () => {
        await queue.add([anEvent({ entityId: 1 }), anEvent({ entityId: 2 }), anEvent({ entityId: 3 })]);
        const { claimId, events } = await claim();
        const [one, ...others] = events;
        expect(await finish(claimId, [...completed(one ? [one] : []), ...failed(others, minutes(1))])).toBe(3);
        expect(await queue.counts()).toEqual({ pending: 0, failed: 2, complete: 1, dropped: 0 });
      });

      test('completing an entity completes what failed of it earlier, and not what came later', async () => {
        await queue.add([anEvent()]);
        const first = await claim();
        await finish(first.claimId, failed(first.events, minutes(5)));
        await addAt(10, anEvent());
        const second = await claim(20);
        await addAt(30, anEvent());
        queueTime.moveTo(40);
        await queue.finish({ claimId: second.claimId, claimedAt: at(20), results: completed(second.events) });
        expect(await queue.counts()).toEqual({ pending: 1, failed: 0, complete: 2, dropped: 0 });
      });

      test('a very long error is cut', async () => {
        await queue.add([anEvent()]);
        const { claimId, events } = await claim();
        await finish(
          claimId,
          events.map(({ id }) => ({ id, kind: 'dropped', error: 'é'.repeat(1_000_000) })),
        );
        expect((await all())[0]?.lastError?.length).toBe(2000);
      });
    });

    describeEventAdmin(() => queue);

    test('writers and workers at once lose nothing and never hold one entity twice', async () => {
      const held = new Set<number>();
      const collisions: number[] = [];
      const processed = new Map<number, number>();
      let isWriting = true;
      const expected = new Set<number>();

      const write = async (writer: number) => {
        for (let round = 0; round < 12; round += 1) {
          const ids = [1, 2, 3, 4, 5].map((step) => ((writer * 7 + round * 5 + step * step) % 20) + 1);
          for (const id of ids) expected.add(id);
          await queue.add(
            ids.map((entityId) => anEvent({ entityId, identity: message(`${writer}-${round}-${entityId}`) })),
          );
        }
      };
      const work = async () => {
        for (;;) {
          const wasWriting = isWriting;
          const { claimId, events } = await claim(0, 4);
          if (events.length === 0 && !wasWriting && (await queue.counts()).pending === 0) return;
          const ids = [...new Set(events.map(({ entityId }) => entityId))];
          for (const id of ids) {
            if (held.has(id)) collisions.push(id);
            held.add(id);
          }
          await new Promise((resolve) => setImmediate(resolve));
          for (const id of ids) {
            held.delete(id);
            processed.set(id, (processed.get(id) ?? 0) + 1);
          }
          await finish(claimId, completed(events), 1);
        }
      };
      const writing = Promise.all([write(1), write(2), write(3)]).finally(() => {
        isWriting = false;
      });
      await Promise.all([writing, work(), work(), work()]);

      expect(collisions).toEqual([]);
      expect([...processed.keys()].sort((a, b) => a - b)).toEqual([...expected].sort((a, b) => a - b));
      expect(await queue.counts()).toMatchObject({ pending: 0, failed: 0, dropped: 0 });
    });
  });
}
