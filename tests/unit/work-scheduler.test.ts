import { describe, expect, test } from 'vitest';
import type { EventLoop } from '../../server/src/lib/clock';
import { createWorkScheduler } from '../../server/src/lib/work-scheduler';
import { createRequestRate } from '../../server/src/lib/request-rate';

/** An event loop whose time only passes through work done in it. */
class MeasuredLoop implements EventLoop {
  private time = 0;
  private worked = 0;
  turns = 0;
  /** The part of each pause that other work takes. */
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
  wait(milliseconds: number): void {
    this.time += milliseconds;
  }
  work(milliseconds: number): void {
    this.time += milliseconds;
    this.worked += milliseconds;
  }
}

function aWorkScheduler({
  busy,
  perItem,
  blocksReaders = true,
}: {
  busy: boolean;
  perItem: number;
  blocksReaders?: boolean;
}) {
  const loop = new MeasuredLoop();
  const people = { areThere: busy };
  const workScheduler = createWorkScheduler({ loop, isBusy: () => people.areThere, blocksReaders });
  const sizesOf = async (count: number, price = perItem) => {
    const sizes: number[] = [];
    for await (const { items } of workScheduler.batches(Array.from({ length: count }))) {
      sizes.push(items.length);
      loop.work(items.length * price);
    }
    return sizes;
  };
  return { loop, people, workScheduler: workScheduler, sizesOf };
}

describe('work in batches', () => {
  test('is split into batches of at most 100 milliseconds, sized by the previous batch, and yields after each', async () => {
    const { loop, sizesOf } = aWorkScheduler({ busy: false, perItem: 0.5 });
    expect(await sizesOf(150)).toEqual([100, 50]);
    expect(await sizesOf(150)).toEqual([150]);
    expect([loop.turns, loop.rests]).toEqual([3, []]);
  });

  test('is split into batches of a few milliseconds while readers are active, no matter how long an item takes', async () => {
    const quick = aWorkScheduler({ busy: true, perItem: 0.25 });
    expect(await quick.sizesOf(150)).toEqual([12, 48, 48, 42]);
    const slow = aWorkScheduler({ busy: true, perItem: 4 });
    expect(await slow.sizesOf(20)).toEqual([12, 3, 3, 2]);
    const heavy = aWorkScheduler({ busy: true, perItem: 40 });
    expect(await heavy.sizesOf(15)).toEqual([12, 1, 1, 1]);
  });

  test.each([
    { others: 0, part: 1 / 5 },
    { others: 0.5, part: 1 / 10 },
    { others: 0.75, part: 1 / 20 },
    { others: 1, part: 1 / 50 },
  ])('takes $part of the time while other work takes $others', async ({ others, part }) => {
    const { loop, sizesOf } = aWorkScheduler({ busy: true, perItem: 1 });
    loop.others = others;
    await sizesOf(12);
    const from = loop.now();
    await sizesOf(120);
    expect(120 / (loop.now() - from)).toBeCloseTo(part, 3);
  });

  test('uses large batches and at least a tenth of the time where it does not block readers', async () => {
    const { loop, sizesOf } = aWorkScheduler({ busy: true, perItem: 1, blocksReaders: false });
    loop.others = 1;
    await sizesOf(100);
    const from = loop.now();
    expect(await sizesOf(200)).toEqual([100, 100]);
    expect(200 / (loop.now() - from)).toBeCloseTo(1 / 10, 3);
  });

  test('does not count the time of readers as its own where it does not block them', async () => {
    const { loop, sizesOf } = aWorkScheduler({ busy: true, perItem: 20, blocksReaders: false });
    loop.others = 1;
    expect(await sizesOf(200)).toEqual([100, 100]);
    expect(loop.rests.at(1)).toBe(900);
  });

  test('returns to larger batches as soon as there are no readers', async () => {
    const { loop, people, workScheduler: workScheduler } = aWorkScheduler({ busy: true, perItem: 1 });
    const sizes: number[] = [];
    for await (const { items } of workScheduler.batches(Array.from({ length: 60 }))) {
      sizes.push(items.length);
      loop.work(items.length);
      people.areThere = false;
    }
    expect(sizes).toEqual([12, 48]);
  });

  test('that cannot be split is followed by the same pause while readers are active, and by none otherwise', async () => {
    const { loop, people, workScheduler } = aWorkScheduler({ busy: true, perItem: 1 });
    const piece = () => workScheduler.paced(async () => loop.work(10));
    await piece();
    loop.others = 0.5;
    await piece();
    await piece();
    people.areThere = false;
    await piece();
    expect(loop.rests).toEqual([40, 40, 90]);
  });

  test('that is done elsewhere rests until three tenths of the time are left over, while readers are active', async () => {
    const { loop, people, workScheduler } = aWorkScheduler({ busy: true, perItem: 1 });
    const step = async (work: number, elsewhere: number) => {
      loop.work(work);
      loop.wait(elsewhere);
      await workScheduler.leaveTimeForRequests();
    };
    await step(70, 30);
    expect(loop.rests).toEqual([]);
    loop.others = 0.5;
    await step(100, 0);
    await step(100, 0);
    expect(loop.rests).toEqual([43, 151]);
    loop.others = 1;
    await step(100, 0);
    await step(100, 0);
    expect(loop.rests.slice(2)).toEqual([151, 400]);
    people.areThere = false;
    await step(100, 0);
    expect(loop.rests).toHaveLength(4);
  });

  test('is limited to 150 items per batch where it blocks readers, however cheap earlier items were', async () => {
    const oneConnection = aWorkScheduler({ busy: false, perItem: 0.01 });
    expect(await oneConnection.sizesOf(600)).toEqual([100, 150, 150, 150, 50]);
    // Everything had been unchanged so far, and now everything has changed.
    expect(await oneConnection.sizesOf(300, 2)).toEqual([150, 50, 50, 50]);
    const manyConnections = aWorkScheduler({ busy: false, perItem: 0.01, blocksReaders: false });
    expect(await manyConnections.sizesOf(1800)).toEqual([100, 500, 500, 500, 200]);
  });

  test('is not slowed down by a page with few items left', async () => {
    const { sizesOf } = aWorkScheduler({ busy: false, perItem: 0.5 });
    await sizesOf(150);
    expect(await sizesOf(3)).toEqual([3]);
    expect(await sizesOf(150)).toEqual([150]);
  });

  test('recovers under load from one slow batch where it does not block readers', async () => {
    const { loop, people, sizesOf } = aWorkScheduler({ busy: false, perItem: 1, blocksReaders: false });
    await sizesOf(1, 3000);
    people.areThere = true;
    expect(await sizesOf(300)).toEqual([10, 100, 100, 90]);
    expect(Math.max(...loop.rests)).toBeLessThanOrEqual(900);
  });

  test('rests for at most a second, no matter how long a batch took, since canceling or stopping a run waits for it', async () => {
    const { loop, sizesOf } = aWorkScheduler({ busy: true, perItem: 300 });
    loop.others = 1;
    await sizesOf(14);
    expect(loop.rests).toEqual([1000, 1000, 1000]);
  });

  test('without items is one empty batch', async () => {
    expect(await aWorkScheduler({ busy: true, perItem: 1 }).sizesOf(0)).toEqual([0]);
    expect(await aWorkScheduler({ busy: false, perItem: 1 }).sizesOf(0)).toEqual([0]);
  });
});

test.each([
  { busy: false, blocksReaders: true, turns: 4 },
  { busy: true, blocksReaders: true, turns: 0 },
  { busy: true, blocksReaders: false, turns: 4 },
])(
  'a transaction yields in the middle unless busy readers wait for its end (busy: $busy, blocks readers: $blocksReaders)',
  async ({ turns, ...given }) => {
    const { loop, workScheduler: workScheduler } = aWorkScheduler({ ...given, perItem: 0 });
    for (let step = 0; step < 4; step += 1) {
      loop.work(10);
      await workScheduler.yieldInTransactionIfDue();
    }
    expect(loop.turns).toBe(turns);
  },
);

test('a long computation yields regularly', async () => {
  const { loop, workScheduler: workScheduler } = aWorkScheduler({ busy: false, perItem: 0 });
  for (let step = 0; step < 40; step += 1) {
    loop.work(1);
    await workScheduler.yieldIfDue();
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
