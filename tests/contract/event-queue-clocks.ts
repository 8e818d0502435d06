import { describe, expect, test } from 'vitest';
import { minutes } from '../../server/src/lib/durations';
import { anEvent, failed, leaseFor, queueTime, useQueue, type WholeEventQueue } from './event-queue-tools';

/** What happens to events that wait for a time written by a wrong clock (behavior 11.1). */
export function describeWrongClocks(queue: () => WholeEventQueue): void {
  const { addAt, claim, finish, renew } = useQueue(queue);

  describe('timestamps written before a clock was set back', () => {
    const unpark = async (offset: number) => {
      queueTime.moveTo(offset);
      return queue().unpark({ leaseFor, retryDelays: [minutes(1), minutes(5)] });
    };

    test('delay no waiting event', async () => {
      await addAt(minutes(60), anEvent());
      expect((await claim(0)).events).toEqual([]);
      expect(await unpark(0)).toBe(1);
      expect((await claim(0)).events).toHaveLength(1);
    });

    test('delay no event of a dead holder, and take none from a live one', async () => {
      await addAt(minutes(60), anEvent({ entityId: 1 }), anEvent({ entityId: 2 }));
      const [dead, living] = [await claim(minutes(60), 1), await claim(minutes(60), 1)];
      await unpark(0);
      expect(await renew(living.claimId, leaseFor - 1)).toBe(true);
      expect((await claim(leaseFor - 1)).events).toEqual([]);
      expect((await claim(leaseFor)).events.map(({ id }) => id)).toEqual(dead.events.map(({ id }) => id));
    });

    test('delay no retry beyond its schedule', async () => {
      await addAt(0, anEvent({ entityId: 1 }));
      const right = await claim(0);
      await finish(right.claimId, failed(right.events, minutes(1)), 0);
      await addAt(minutes(60), anEvent({ entityId: 2 }));
      // The other event's retry is due, too.
      const late = await claim(minutes(60));
      await finish(
        late.claimId,
        late.events.flatMap((event) => failed([event], event.entityId === 2 ? minutes(1) : minutes(5))),
        minutes(60),
      );
      expect(await unpark(minutes(60))).toBe(0);
      expect(await unpark(minutes(30))).toBe(2);
      expect((await claim(minutes(30))).events).toHaveLength(2);
    });
  });
}
