import { describe, expect, test } from 'vitest';
import { minutes } from '../../server/src/lib/durations';
import { anEvent, at, completed, content, failed, message, useQueue, type WholeEventQueue } from './event-queue-tools';

/** What happens to an added event (behavior 4.10). */
export function describeAdding(queue: () => WholeEventQueue): void {
  const { addAt, claim, finish, all } = useQueue(queue);

  describe('adding events', () => {
    test('makes an event pending, with its scope and entity, due immediately', async () => {
      expect(await queue().add([anEvent()])).toEqual(['queued']);
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

    test('of an empty list does nothing', async () => {
      expect(await queue().add([])).toEqual([]);
    });

    test('merges waiting events for one entity, in a batch and one after the other', async () => {
      await queue().add([anEvent({ scope: 'store/product/created' }), anEvent(), anEvent({ entityId: 78 })]);
      await addAt(9, anEvent({ scope: 'store/product/deleted' }));

      const events = await all();
      expect(events.map(({ entityId, deliveries, scope }) => ({ entityId, deliveries, scope }))).toEqual([
        { entityId: 78, deliveries: 1, scope: 'store/product/updated' },
        { entityId: 77, deliveries: 3, scope: 'store/product/deleted' },
      ]);
      expect(events[1]?.receivedAt).toEqual(at(0));
    });

    test.each(['product', 'category'] as const)(
      'remembers that a %s was deleted, no matter which events join it, in a batch and one after the other',
      async (entity) => {
        const scopes = [`store/${entity}/deleted`, `store/${entity}/updated`];
        await queue().add(scopes.map((scope) => anEvent({ scope, entity, entityId: 1 })));
        await queue().add([...scopes].reverse().map((scope) => anEvent({ scope, entity, entityId: 2 })));
        for (const scope of scopes) await queue().add([anEvent({ scope, entity, entityId: 3 })]);

        expect((await all()).map(({ entityId, scope }) => [entityId, scope]).sort()).toEqual(
          [1, 2, 3].map((entityId) => [entityId, `store/${entity}/deleted`]),
        );
      },
    );

    test('keeps a product and a category with the same id apart', async () => {
      await queue().add([
        anEvent({ entityId: 5 }),
        anEvent({ entity: 'category', entityId: 5 }),
        anEvent({ entity: 'store', entityId: 0 }),
      ]);
      expect(await all()).toHaveLength(3);
    });

    test('recognizes a message that came before, in the same batch or after its event is complete', async () => {
      const event = anEvent({ identity: message('1') });
      expect(await queue().add([event, event])).toEqual(['queued', 'duplicate']);
      const { claimId, events } = await claim();
      await finish(claimId, completed(events));
      expect(await queue().add([event, anEvent({ identity: message('2'), entityId: 78 })])).toEqual([
        'duplicate',
        'queued',
      ]);
      expect((await claim(5)).events.map(({ entityId }) => entityId)).toEqual([78]);
    });

    test('treats an identical event as a duplicate while the first waits, and as another edit once that is being processed', async () => {
      const event = anEvent({ identity: content('1') });
      expect(await queue().add([event, event])).toEqual(['queued', 'duplicate']);
      expect(await queue().add([event])).toEqual(['duplicate']);
      expect(await all()).toMatchObject([{ deliveries: 1 }]);
      const first = await claim();
      expect(await queue().add([event, event])).toEqual(['queued', 'duplicate']);
      await finish(first.claimId, completed(first.events));
      const second = await claim(5);
      expect(second.events).toHaveLength(1);
      await finish(second.claimId, failed(second.events, minutes(60)));
      expect(await queue().add([event])).toEqual(['queued']);
      expect((await claim(10)).events).toHaveLength(1);
    });

    test('makes a waiting event due immediately, no matter what it waits for', async () => {
      await addAt(minutes(30), anEvent());
      expect((await claim(0)).events).toEqual([]);
      await addAt(0, anEvent());
      expect((await claim(0)).events).toMatchObject([{ entityId: 77 }]);
    });
  });
}
