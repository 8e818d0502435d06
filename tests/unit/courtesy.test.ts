import { describe, expect, test } from '@jest/globals';
import type { EventLoop } from '../../server/src/lib/clock';
import { createCourtesy } from '../../server/src/lib/courtesy';
import { createRequestRate } from '../../server/src/lib/request-rate';

/** An event loop whose time passes only by what is done in it. */
class MeasuredLoop implements EventLoop {
  private time = 0;
  private worked = 0;
  turns = 0;
  /** Part of each rest that others take. */
  others = 0;
  readonly rests: number[] = [];

  now(): number {
    return this.time;
  }
  busy(): number {
    return this.worked;
  }
  async turn(): Promise<void> {
    this.turns += 1;
  }
  async rest(duration: number): Promise<void> {
    this.rests.push(duration);
    this.time += duration;
    this.worked += duration * this.others;
  }
  work(milliseconds: number): void {
    this.time += milliseconds;
    this.worked += milliseconds;
  }
}

function aCourtesy({
  crowded,
  perItem,
  isHoldingUp = true,
}: {
  crowded: boolean;
  perItem: number;
  isHoldingUp?: boolean;
}) {
  const loop = new MeasuredLoop();
  const people = { areThere: crowded };
  const courtesy = createCourtesy({ loop, isCrowded: () => people.areThere, isHoldingUp });
  const sizesOf = async (count: number, price = perItem) => {
    const sizes: number[] = [];
    for await (const { items } of courtesy.pieces(Array.from({ length: count }))) {
      sizes.push(items.length);
      loop.work(items.length * price);
    }
    return sizes;
  };
  return { loop, people, courtesy, sizesOf };
}

describe('work in pieces', () => {
  test('comes in pieces of at most 100 milliseconds, by what the piece before took, and gives everybody a turn after each', async () => {
    const { loop, sizesOf } = aCourtesy({ crowded: false, perItem: 0.5 });
    expect(await sizesOf(150)).toEqual([50, 100]);
    expect(await sizesOf(150)).toEqual([150]);
    expect([loop.turns, loop.rests]).toEqual([3, []]);
  });

  test('comes in pieces of some milliseconds while others are busy, whatever an item takes', async () => {
    const quick = aCourtesy({ crowded: true, perItem: 0.25 });
    expect(await quick.sizesOf(150)).toEqual([12, 24, 48, 48, 18]);
    const slow = aCourtesy({ crowded: true, perItem: 4 });
    expect(await slow.sizesOf(20)).toEqual([12, 3, 3, 2]);
    const heavy = aCourtesy({ crowded: true, perItem: 40 });
    expect(await heavy.sizesOf(15)).toEqual([12, 1, 1, 1]);
  });

  test.each([
    { others: 0, part: 1 / 5 },
    { others: 0.5, part: 1 / 10 },
    { others: 0.75, part: 1 / 20 },
    { others: 1, part: 1 / 50 },
  ])('takes $part of the time while others take $others of it', async ({ others, part }) => {
    const { loop, sizesOf } = aCourtesy({ crowded: true, perItem: 1 });
    loop.others = others;
    await sizesOf(12);
    const from = loop.now();
    await sizesOf(120);
    expect(120 / (loop.now() - from)).toBeCloseTo(part, 3);
  });

  test('comes in large pieces and takes a tenth of the time at least where it holds nobody up', async () => {
    const { loop, sizesOf } = aCourtesy({ crowded: true, perItem: 1, isHoldingUp: false });
    loop.others = 1;
    await sizesOf(100);
    const from = loop.now();
    expect(await sizesOf(200)).toEqual([100, 100]);
    expect(200 / (loop.now() - from)).toBeCloseTo(1 / 10, 3);
  });

  test('does not count the time of others as its own where it holds nobody up', async () => {
    const { loop, sizesOf } = aCourtesy({ crowded: true, perItem: 20, isHoldingUp: false });
    loop.others = 1;
    expect(await sizesOf(200)).toEqual([50, 100, 50]);
    expect(loop.rests.at(1)).toBe(900);
  });

  test('goes on in larger pieces as soon as the others are gone', async () => {
    const { loop, people, courtesy } = aCourtesy({ crowded: true, perItem: 1 });
    const sizes: number[] = [];
    for await (const { items } of courtesy.pieces(Array.from({ length: 60 }))) {
      sizes.push(items.length);
      loop.work(items.length);
      people.areThere = false;
    }
    expect(sizes).toEqual([12, 24, 24]);
  });

  test('grows to at most twice the piece before, and to no more than 150 items where it holds others up', async () => {
    const oneConnection = aCourtesy({ crowded: false, perItem: 0.01 });
    expect(await oneConnection.sizesOf(600)).toEqual([50, 100, 150, 150, 150]);
    // Everything had been unchanged so far, and now everything has changed.
    expect(await oneConnection.sizesOf(300, 2)).toEqual([150, 50, 50, 50]);
    const manyConnections = aCourtesy({ crowded: false, perItem: 0.01, isHoldingUp: false });
    expect(await manyConnections.sizesOf(1800)).toEqual([50, 100, 200, 400, 500, 500, 50]);
  });

  test('is not made smaller by a page of which little was left', async () => {
    const { sizesOf } = aCourtesy({ crowded: false, perItem: 0.5 });
    await sizesOf(150);
    expect(await sizesOf(3)).toEqual([3]);
    expect(await sizesOf(150)).toEqual([150]);
  });

  test('recovers in a crowd from one slow piece before it where it holds nobody up', async () => {
    const { loop, people, sizesOf } = aCourtesy({ crowded: false, perItem: 1, isHoldingUp: false });
    await sizesOf(1, 3000);
    people.areThere = true;
    expect(await sizesOf(300)).toEqual([10, 20, 40, 80, 100, 50]);
    expect(Math.max(...loop.rests)).toBeLessThanOrEqual(900);
  });

  test('rests for a second at most, whatever a piece took: whoever cancels or stops the run waits for it', async () => {
    const { loop, sizesOf } = aCourtesy({ crowded: true, perItem: 300 });
    loop.others = 1;
    await sizesOf(14);
    expect(loop.rests).toEqual([1000, 1000, 1000]);
  });

  test('without items is one empty piece', async () => {
    expect(await aCourtesy({ crowded: true, perItem: 1 }).sizesOf(0)).toEqual([0]);
    expect(await aCourtesy({ crowded: false, perItem: 1 }).sizesOf(0)).toEqual([0]);
  });
});

test.each([
  { crowded: false, isHoldingUp: true, turns: 4 },
  { crowded: true, isHoldingUp: true, turns: 0 },
  { crowded: true, isHoldingUp: false, turns: 4 },
])(
  'a transaction gives others a turn in its middle unless many wait for its end (crowded: $crowded, holding up: $isHoldingUp)',
  async ({ turns, ...given }) => {
    const { loop, courtesy } = aCourtesy({ ...given, perItem: 0 });
    for (let step = 0; step < 4; step += 1) {
      loop.work(10);
      await courtesy.breatheInTransaction();
    }
    expect(loop.turns).toBe(turns);
  },
);

test('computing gives everybody a turn once it has gone on for long', async () => {
  const { loop, courtesy } = aCourtesy({ crowded: false, perItem: 0 });
  for (let step = 0; step < 40; step += 1) {
    loop.work(1);
    await courtesy.breathe();
  }
  expect(loop.turns).toBe(5);
});

test('the rate of requests counts those of the last second', () => {
  const loop = new MeasuredLoop();
  const rate = createRequestRate(() => loop.now());
  for (let request = 0; request < 40; request += 1) {
    rate.note();
    loop.work(50);
  }
  expect(rate.perSecond()).toBeGreaterThanOrEqual(15);
  expect(rate.perSecond()).toBeLessThanOrEqual(21);
  loop.work(1500);
  expect(rate.perSecond()).toBe(0);
});
