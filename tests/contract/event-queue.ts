import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeEventAdmin } from './event-queue-admin';
import { describeWrongClocks } from './event-queue-clocks';
import { describeAdding } from './event-queue-adding';
import { describeClaiming } from './event-queue-claiming';
import { describeFinishing } from './event-queue-finishing';
import {
  anEvent,
  completed,
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
    beforeEach(() => queueTime.moveTo(0));
    afterEach(() => opened.empty());
    afterAll(async () => {
      await opened.close();
    });

    const { claim, finish } = useQueue(() => queue);

    describeAdding(() => queue);
    describeClaiming(() => queue);
    describeWrongClocks(() => queue);
    describeFinishing(() => queue);
    describeEventAdmin(() => queue);

    test('concurrent writers and workers lose nothing and never claim one entity twice', async () => {
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
