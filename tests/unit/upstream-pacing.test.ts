import { describe, expect, test } from 'vitest';
import { milliseconds, minutes, seconds } from '../../server/src/lib/durations';
import { createPacer, type Pacer, type PacerSlot } from '../../server/src/upstream/pacing/pacing';
import type { RateLimit } from '../../server/src/upstream/http/rate-limit-headers';
import type { RequestPriority } from '../../server/src/upstream/http/upstream-http';
import { ManualClock, settled } from '../support/time/clocks';

const left = (requests: number, overrides: Partial<RateLimit> = {}): RateLimit => ({
  left: requests,
  quota: 150,
  resetIn: seconds(20),
  window: seconds(30),
  ...overrides,
});

/** Requests a slot and reports the outcome. */
function ask(pacer: Pacer, priority: RequestPriority = 'normal', signal?: AbortSignal) {
  const asked: { slot: PacerSlot | null; rejection: unknown } = { slot: null, rejection: null };
  pacer.acquire({ priority, signal }).then(
    (slot) => {
      asked.slot = slot;
    },
    (reason: unknown) => {
      asked.rejection = reason;
    },
  );
  return asked;
}

/** A pacer that has just learned the remaining quota. */
async function aPacer({
  observed,
  reserve = 10,
  ...options
}: {
  observed: RateLimit | null;
  reserve?: number;
  maximumInFlight?: number;
}) {
  const clock = new ManualClock();
  const pacer = createPacer({ clock, reserve: () => reserve, ...options });
  const slot = await pacer.acquire({ priority: 'normal' });
  slot.release(observed);
  return { clock, pacer };
}

describe('requests in flight', () => {
  test('are at most three, even before upstream has responded', async () => {
    const pacer = createPacer({ clock: new ManualClock() });
    const asked = [1, 2, 3, 4].map(() => ask(pacer));
    await settled();
    expect(asked.map(({ slot }) => slot !== null)).toEqual([true, true, true, false]);

    asked[1]?.slot?.release(null);
    await settled();
    expect(asked[3]?.slot).not.toBeNull();
  });

  test('free one slot even if it is released twice', async () => {
    const pacer = createPacer({ clock: new ManualClock(), maximumInFlight: 1 });
    const first = ask(pacer);
    await settled();
    first.slot?.release(null);
    first.slot?.release(null);
    const next = [ask(pacer), ask(pacer)];
    await settled();
    expect(next.map(({ slot }) => slot !== null)).toEqual([true, false]);
  });
});

describe('the reserve', () => {
  test('lets a normal request through one above it; at the limit it waits for the window to end', async () => {
    const { clock, pacer } = await aPacer({ observed: left(11) });
    const above = ask(pacer);
    const at = ask(pacer);
    await settled();
    expect(above.slot?.waited).toBe(0);
    expect(at.slot).toBeNull();

    await clock.advance(milliseconds(19_999));
    expect(at.slot).toBeNull();
    await clock.advance(milliseconds(1));
    expect(at.slot?.waited).toBe(20_000);
    expect(at.slot?.waitedFor).toBe('rate_limit');
  });

  test('is not what a request waits for while earlier ones have no response', async () => {
    const { clock, pacer } = await aPacer({ observed: left(100), maximumInFlight: 1 });
    const first = ask(pacer);
    const second = ask(pacer);
    await clock.advance(seconds(9));
    first.slot?.release(left(99));
    await settled();
    expect(second.slot).toMatchObject({ waited: 9_000, waitedFor: 'slot' });
  });

  test('is available to high priority, down to the last request', async () => {
    const { clock, pacer } = await aPacer({ observed: left(2) });
    const normal = ask(pacer);
    const high = [ask(pacer, 'high'), ask(pacer, 'high'), ask(pacer, 'high')];
    await settled();
    expect(normal.slot).toBeNull();
    expect(high.map(({ slot }) => slot !== null)).toEqual([true, true, false]);

    await clock.advance(seconds(20));
    expect(high[2]?.slot).not.toBeNull();
  });

  test('is read for each request, so that a changed setting applies immediately', async () => {
    const clock = new ManualClock();
    let reserve = 10;
    const pacer = createPacer({ clock, reserve: () => reserve });
    (await pacer.acquire({ priority: 'normal' })).release(left(8));
    const waiting = ask(pacer);
    await settled();
    expect(waiting.slot).toBeNull();
    reserve = 0;
    const next = ask(pacer);
    await settled();
    expect([waiting.slot, next.slot]).not.toContain(null);
  });

  test('is at most half of a small quota, so that normal requests are not blocked', async () => {
    const { pacer } = await aPacer({ observed: left(6, { quota: 10 }), reserve: 100 });
    const asked = [ask(pacer), ask(pacer)];
    await settled();
    expect(asked.map(({ slot }) => slot !== null)).toEqual([true, false]);
  });
});

describe('the remaining quota', () => {
  test('counts requests in flight as spent', async () => {
    const { pacer } = await aPacer({ observed: left(12) });
    const asked = [ask(pacer), ask(pacer), ask(pacer)];
    await settled();
    expect(asked.map(({ slot }) => slot !== null)).toEqual([true, true, false]);
  });

  test('is the lowest figure in a window, since responses overtake each other', async () => {
    const { clock, pacer } = await aPacer({ observed: null });
    const asked = [ask(pacer), ask(pacer)];
    await settled();
    asked[0]?.slot?.release(left(10));
    await clock.advance(milliseconds(300));
    // Sent earlier, but its response arrives later.
    asked[1]?.slot?.release(left(40, { resetIn: milliseconds(19_900) }));
    expect(pacer.budget().left).toBe(10);
  });

  test('is that of the new window once a response reports one', async () => {
    const { clock, pacer } = await aPacer({ observed: left(30, { resetIn: seconds(2) }) });
    const asked = ask(pacer);
    await clock.advance(milliseconds(1_900));
    asked.slot?.release(left(149, { resetIn: seconds(30) }));
    expect(pacer.budget()).toMatchObject({ left: 149, quota: 150 });
  });

  test('is not that of an old window, reported late', async () => {
    const { clock, pacer } = await aPacer({ observed: null });
    const asked = [ask(pacer), ask(pacer)];
    await settled();
    asked[0]?.slot?.release(left(149, { resetIn: seconds(30) }));
    await clock.advance(milliseconds(100));
    asked[1]?.slot?.release(left(3, { resetIn: milliseconds(50) }));
    expect(pacer.budget().left).toBe(149);
  });

  test('decreases by one for a request without a response', async () => {
    const { pacer } = await aPacer({ observed: left(50) });
    const asked = ask(pacer);
    await settled();
    asked.slot?.release(null);
    expect(pacer.budget().left).toBe(49);
  });

  test('is unknown when its window is over', async () => {
    const { clock, pacer } = await aPacer({ observed: left(50) });
    await clock.advance(seconds(20));
    expect(pacer.budget().left).toBeNull();
  });
});

describe('a pause', () => {
  test('delays every request until it ends, and no longer', async () => {
    const { clock, pacer } = await aPacer({ observed: left(100) });
    pacer.pause(seconds(7));
    const asked = [ask(pacer), ask(pacer, 'high')];
    await clock.advance(milliseconds(6_999));
    expect(asked.map(({ slot }) => slot)).toEqual([null, null]);
    await clock.advance(milliseconds(1));
    expect(asked.map(({ slot }) => slot?.waited)).toEqual([7_000, 7_000]);
  });

  test('that begins while others wait delays them, too, and a shorter one does not shorten it', async () => {
    const { clock, pacer } = await aPacer({ observed: left(10, { resetIn: seconds(5) }) });
    const asked = ask(pacer);
    pacer.pause(seconds(9));
    pacer.pause(seconds(1));
    await clock.advance(milliseconds(8_999));
    expect(asked.slot).toBeNull();
    await clock.advance(milliseconds(1));
    expect(asked.slot).not.toBeNull();
  });

  test('is five minutes at most, no matter what upstream says, and so is a window', async () => {
    const { clock, pacer } = await aPacer({ observed: left(0, { resetIn: minutes(60 * 24) }) });
    pacer.pause(minutes(60 * 24));
    const asked = ask(pacer);
    await clock.advance(minutes(5));
    expect(asked.slot?.waited).toBe(minutes(5));
  });
});

describe('who goes next', () => {
  test('is high priority first, each kind in order of arrival', async () => {
    const pacer = createPacer({ clock: new ManualClock(), maximumInFlight: 1 });
    const first = await pacer.acquire({ priority: 'normal' });
    const order: string[] = [];
    const line = (name: string, priority: RequestPriority) =>
      pacer.acquire({ priority }).then((slot) => {
        order.push(name);
        slot.release(null);
      });
    const all = [
      line('normal 1', 'normal'),
      line('high 1', 'high'),
      line('normal 2', 'normal'),
      line('high 2', 'high'),
    ];
    first.release(null);
    await Promise.all(all);
    expect(order).toEqual(['high 1', 'high 2', 'normal 1', 'normal 2']);
  });

  test('is not a request that was aborted', async () => {
    const { clock, pacer } = await aPacer({ observed: left(10) });
    const controller = new AbortController();
    const abandoned = ask(pacer, 'normal', controller.signal);
    const patient = ask(pacer);
    controller.abort(new Error('canceled'));
    await clock.advance(seconds(20));
    expect(abandoned).toMatchObject({ slot: null, rejection: new Error('canceled') });
    expect(patient.slot).not.toBeNull();
    expect(pacer.budget()).toMatchObject({ waiting: 0, inFlight: 1 });
  });

  test('is no request whose signal was already aborted', async () => {
    const pacer = createPacer({ clock: new ManualClock() });
    await expect(
      pacer.acquire({ priority: 'normal', signal: AbortSignal.abort(new Error('too late')) }),
    ).rejects.toThrow('too late');
  });

  test('leaves no timer that would keep the process alive when nothing waits', async () => {
    const { clock, pacer } = await aPacer({ observed: left(10) });
    const controller = new AbortController();
    ask(pacer, 'normal', controller.signal);
    await settled();
    expect(clock.waiting).toBe(1);
    controller.abort();
    await settled();
    expect(clock.waiting).toBe(0);
  });
});
