import { describe, expect, test } from 'vitest';
import { days, minutes, seconds } from '../../server/src/lib/durations';
import {
  anEvent,
  at,
  completed,
  dropped,
  failed,
  queueTime,
  useQueue,
  type WholeEventQueue,
} from './event-queue-tools';

/** How an event ends, or waits for its next attempt (behavior 4.10). */
export function describeFinishing(queue: () => WholeEventQueue): void {
  const { addAt, claim, finish, all } = useQueue(queue);

  describe('finishing', () => {
    test('completes an event, and records when', async () => {
      await queue().add([anEvent()]);
      const { claimId, events } = await claim();
      expect(await finish(claimId, completed(events), 7)).toBe(1);
      expect(await all()).toEqual([
        expect.objectContaining({ status: 'complete', finishedAt: at(7), nextAttemptAt: null }),
      ]);
      expect(await queue().nextDue()).toBeNull();
    });

    test('makes a failed event due at its retry, not before, with its error', async () => {
      await queue().add([anEvent()]);
      const { claimId, events } = await claim();
      await finish(claimId, failed(events, minutes(1)), 0);

      expect(await all()).toEqual([
        expect.objectContaining({
          status: 'failed',
          attempt: 0,
          nextAttemptAt: at(60_000),
          lastError: 'upstream returned 503',
        }),
      ]);
      queueTime.moveTo(10_000);
      expect(await queue().nextDue()).toEqual({ at: at(60_000), after: seconds(50) });
      expect((await claim(59_999)).events).toEqual([]);
      expect((await claim(60_000)).events).toMatchObject([{ attempt: 1 }]);
      expect(await all()).toEqual([expect.objectContaining({ status: 'pending', attempt: 1 })]);
    });

    test('by dropping is final', async () => {
      await queue().add([anEvent()]);
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

    test('can complete one event while another of the same claim fails', async () => {
      await queue().add([anEvent({ entityId: 1 }), anEvent({ entityId: 2 }), anEvent({ entityId: 3 })]);
      const { claimId, events } = await claim();
      const [one, ...others] = events;
      expect(await finish(claimId, [...completed(one ? [one] : []), ...failed(others, minutes(1))])).toBe(3);
      expect(await queue().counts()).toEqual({ pending: 0, failed: 2, complete: 1, dropped: 0 });
    });

    test("completes an entity's earlier failed events, and not later ones", async () => {
      await queue().add([anEvent()]);
      const first = await claim();
      await finish(first.claimId, failed(first.events, minutes(5)));
      await addAt(10, anEvent());
      const second = await claim(20);
      await addAt(30, anEvent());
      queueTime.moveTo(40);
      await queue().finish({ claimId: second.claimId, claimedAt: at(20), results: completed(second.events) });
      expect(await queue().counts()).toEqual({ pending: 1, failed: 0, complete: 2, dropped: 0 });
    });

    test("completes an entity's earlier dropped events as well", async () => {
      await queue().add([anEvent(), anEvent({ entityId: 78 })]);
      const first = await claim();
      await finish(first.claimId, dropped(first.events));
      await addAt(10, anEvent());
      const second = await claim(20);
      await queue().finish({ claimId: second.claimId, claimedAt: at(20), results: completed(second.events) });
      expect(await queue().counts()).toEqual({ pending: 0, failed: 0, complete: 2, dropped: 1 });
    });

    test('truncates a very long error', async () => {
      await queue().add([anEvent()]);
      const { claimId, events } = await claim();
      await finish(
        claimId,
        events.map(({ id }) => ({ id, kind: 'dropped', error: 'é'.repeat(1_000_000) })),
      );
      expect((await all())[0]?.lastError?.length).toBe(2000);
    });
  });
}
