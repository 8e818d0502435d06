import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shareSlots, type SlotGrant, type SlotHolders } from '../../../server/src/instances/slot-shares';
import { seconds } from '../../../server/src/lib/durations';

/** A limit of three; each call renews one instance. */
function aBook({ limit = 3, spare = 0 } = {}) {
  let holders: SlotHolders = {};
  let now = 0;
  return {
    pass: (duration: number) => {
      now += duration;
    },
    ask(instance: string, wants: number, { kept = 0, urgent = 0 } = {}): SlotGrant {
      const shared = shareSlots(
        holders,
        { instance, wants, kept, urgent },
        { limit, spare, most: limit, now, duration: seconds(2), closedUntil: 0 },
      );
      holders = shared.holders;
      return shared.grant;
    },
    held: () => Object.values(holders).reduce((sum, { slots, until }) => sum + (until > now ? slots : 0), 0),
  };
}

describe('slots', () => {
  test('are all given to the only instance that wants them', () => {
    expect(aBook().ask('a', 10)).toEqual({ slots: 3, target: 3 });
  });

  test('stay with an instance that is alone in wanting some, while it wants now more and now less', () => {
    const { ask } = aBook();
    ask('a', 3);
    expect(ask('a', 1, { kept: 1 })).toEqual({ slots: 3, target: 3 });
    expect(ask('a', 0)).toEqual({ slots: 0, target: 0 });
  });

  test('that an instance uses are not taken from it, but it learns its share', () => {
    const { ask } = aBook();
    ask('a', 10);
    expect(ask('b', 10)).toEqual({ slots: 0, target: 0 });
    expect(ask('a', 10, { kept: 3 })).toEqual({ slots: 3, target: 2 });
    expect(ask('a', 10, { kept: 2 })).toEqual({ slots: 2, target: 2 });
    expect(ask('b', 10)).toEqual({ slots: 1, target: 1 });
  });

  test('of a dead instance are free once its lease has ended, and not before', () => {
    const { ask, pass } = aBook();
    ask('a', 10);
    pass(1_999);
    expect(ask('b', 10).slots).toBe(0);
    pass(1);
    expect(ask('b', 10).slots).toBe(3);
  });

  test('go to urgent wants first, no matter which came first', () => {
    const { ask } = aBook();
    ask('a', 10);
    ask('b', 2, { urgent: 2 });
    ask('a', 10, { kept: 0 });
    expect(ask('b', 2, { urgent: 2 }).slots).toBe(2);
  });

  test('go round among more instances than there are slots', () => {
    const { ask, pass } = aBook();
    const names = ['a', 'b', 'c', 'd', 'e'];
    const served = new Set<string>();
    const held = new Map<string, number>();
    for (let round = 0; round < 20; round += 1) {
      for (const name of names) {
        const { slots } = ask(name, 5);
        held.set(name, slots);
        if (slots > 0) served.add(name);
      }
      pass(400);
    }
    expect([...served].sort()).toEqual(names);
  });

  test('go on going round when the clock was set back', () => {
    const { ask, pass } = aBook();
    const names = ['a', 'b', 'c', 'd', 'e'];
    const round = () => {
      const served = names.filter((name) => ask(name, 5).slots > 0);
      pass(400);
      return served;
    };
    pass(seconds(3_600));
    for (let count = 0; count < 5; count += 1) round();
    pass(-seconds(3_600));
    const served = new Set(Array.from({ length: 20 }, round).flat());
    expect([...served].sort()).toEqual(names);
  });

  test('leave some free for instances that want none yet', () => {
    expect(aBook({ limit: 20, spare: 2 }).ask('a', 20).slots).toBe(18);
  });

  test('leased together are never more than the limit, no matter what instances keep, want, and let lapse', () => {
    const step = fc.record({
      instance: fc.constantFrom('a', 'b', 'c', 'd'),
      wants: fc.integer({ min: 0, max: 6 }),
      urgent: fc.integer({ min: 0, max: 3 }),
      /** The share of its slots that it still uses. */
      uses: fc.double({ min: 0, max: 1, noNaN: true }),
      wait: fc.integer({ min: 0, max: 900 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 8 }), (steps, limit) => {
        const book = aBook({ limit });
        const own = new Map<string, { slots: number; until: number }>();
        let now = 0;
        for (const { instance, wants, urgent, uses, wait } of steps) {
          now += wait;
          book.pass(wait);
          const before = own.get(instance);
          const kept = before && now < before.until ? Math.floor(before.slots * uses) : 0;
          const { slots, target } = book.ask(instance, Math.max(kept, wants), { kept, urgent });
          own.set(instance, { slots, until: now + 2_000 });
          expect(target).toBeLessThanOrEqual(slots);
          expect(book.held()).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });
});
