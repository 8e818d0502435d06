import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { milliseconds } from '../../../server/src/lib/durations';
import { ManualClock, settled } from '../../support/time/clocks';
import { limitedInstances } from '../../support/instances/limited-instances';
import { MemoryDocuments } from '../../support/instances/memory-documents';

function aSite({ count = 3, clientLimit = 20 } = {}) {
  const clock = new ManualClock();
  const documents = new MemoryDocuments(clock);
  const site = limitedInstances({ clock, documents: [documents], count, clientLimit });
  /** Moves the clock; in each step of 25 ms, each instance gets its number of requests from `load`. */
  async function under(load: Readonly<Record<number, number>>, duration: number): Promise<number[]> {
    const admitted = [0, 0, 0, 0];
    for (let passed = 0; passed < duration; passed += 25) {
      for (const [rank, requests] of Object.entries(load)) {
        for (let index = 0; index < requests; index += 1)
          void site.ask(Number(rank), { client: `client ${index % 5}` }).then((isAdmitted) => {
            if (isAdmitted) admitted[Number(rank)] = (admitted[Number(rank)] ?? 0) + 1;
          });
      }
      await clock.advance(milliseconds(25));
      await settled();
    }
    return admitted;
  }
  return { clock, documents, under, ...site };
}

describe('several instances', () => {
  test('send at most 20 requests in any second together, and nearly as many', async () => {
    const site = aSite();
    await site.under({ 0: 2, 1: 2, 2: 2 }, 10_000);
    expect(site.mostInASecond()).toBeLessThanOrEqual(20);
    expect(site.seen.length).toBeGreaterThan(170);
  });

  test('share them equally while all are busy', async () => {
    const site = aSite();
    await site.under({ 0: 2, 1: 2, 2: 2 }, 3_000);
    const admitted = await site.under({ 0: 2, 1: 2, 2: 2 }, 6_000);
    for (const count of admitted.slice(0, 3)) expect(count).toBeGreaterThan(30);
  });

  test('leave nearly all to the only busy one, and a place for the first request of another', async () => {
    const site = aSite();
    await site.under({ 0: 3 }, 3_000);
    const [busy = 0] = await site.under({ 0: 3 }, 5_000);
    expect(busy).toBeGreaterThan(75);
    expect(await site.ask(1)).toBe(true);
    expect(site.mostInASecond()).toBeLessThanOrEqual(20);
  });

  test('serve one that asks seldom, while others flood', async () => {
    const site = aSite();
    await site.under({ 0: 3, 1: 3 }, 3_000);
    expect(await site.ask(2)).toBe(true);
    await site.under({ 0: 3, 1: 3 }, 1_500);
    let served = 0;
    for (let second = 0; second < 10; second += 1) {
      if (await site.ask(2)) served += 1;
      await site.under({ 0: 3, 1: 3 }, 1_000);
    }
    expect(served).toBe(10);
  });

  test('limit one client to its share of all, through whichever of them it asks', async () => {
    const site = aSite({ clientLimit: 10 });
    for (let passed = 0; passed < 5_000; passed += 25) {
      for (const rank of [0, 1, 2]) void site.ask(rank, { client: 'the same' });
      await site.clock.advance(milliseconds(25));
      await settled();
    }
    expect(site.mostInASecond()).toBeLessThanOrEqual(10);
  });

  test('all wait after a 429 to one of them', async () => {
    const site = aSite();
    await site.under({ 0: 1, 1: 1 }, 2_000);
    site.pause(0, 5_000);
    await site.under({ 0: 1, 1: 1 }, 1_200);
    expect(await site.under({ 0: 1, 1: 1 }, 3_500)).toEqual([0, 0, 0, 0]);
    const [first = 0, second = 0] = await site.under({ 0: 1, 1: 1 }, 3_000);
    expect(first).toBeGreaterThan(0);
    expect(second).toBeGreaterThan(0);
  });

  test('continue when a pause is over, however long it takes to notify each other of it', async () => {
    const site = aSite();
    site.documents.journey = 100;
    await site.under({ 0: 1, 1: 1, 2: 1 }, 2_000);
    site.pause(0, 5_000);
    await site.under({ 0: 1, 1: 1, 2: 1 }, 5_500);
    expect(Math.max(...(await site.under({ 0: 1, 1: 1, 2: 1 }, 1_500)))).toBeGreaterThan(0);
  });

  test('continue when the clock of the shared place was set back during a pause', async () => {
    const site = aSite();
    await site.under({ 0: 1, 1: 1 }, 2_000);
    site.pause(0, 5_000);
    await site.under({ 0: 1, 1: 1 }, 1_000);
    site.documents.ahead = -3_600_000;
    await site.under({ 0: 1, 1: 1 }, 35_000);
    expect(Math.max(...(await site.under({ 0: 1, 1: 1 }, 3_000)))).toBeGreaterThan(0);
  });

  test('ask the shared place twice a second each at most, and never while they are idle', async () => {
    const site = aSite();
    await site.under({ 0: 3, 1: 3, 2: 3 }, 10_000);
    expect(site.documents.changes).toBeLessThanOrEqual(3 * 21);
    await site.under({}, 5_000);
    const { changes } = site.documents;
    await site.under({}, 60_000);
    expect(site.documents.changes).toBe(changes);
    expect(site.clock.waiting).toBe(0);
  });
});

describe('while the shared place is away', () => {
  test('each instance keeps to its part: together 20 requests in any second', async () => {
    const site = aSite();
    await site.under({ 0: 2, 1: 2 }, 3_000);
    site.documents.isAway = true;
    await site.under({ 0: 2, 1: 2, 2: 2 }, 6_000);
    const before = site.seen.length;
    await site.under({ 0: 2, 1: 2, 2: 2 }, 4_000);
    expect(site.seen.length - before).toBeGreaterThan(55);
    site.documents.isAway = false;
    await site.under({ 0: 2, 1: 2, 2: 2 }, 6_000);
    expect(site.mostInASecond()).toBeLessThanOrEqual(20);
  });
});

test('a place that loses everything makes them send neither more than 20 requests in a second, nor none', async () => {
  const site = aSite();
  site.documents.mayBeLost = true;
  await site.under({ 0: 3 }, 6_000);
  site.documents.lose();
  const before = site.seen.length;
  await site.under({ 0: 3, 1: 3, 2: 3 }, 2_000);
  expect(site.seen.length - before).toBeGreaterThan(10);
  await site.under({ 0: 3, 1: 3, 2: 3 }, 6_000);
  expect(site.mostInASecond()).toBeLessThanOrEqual(20);
});

test('the store never sees more than 20 requests in a second, no matter what is requested where and when', async () => {
  const step = fc.record({
    rank: fc.integer({ min: 0, max: 3 }),
    burst: fc.integer({ min: 1, max: 25 }),
    client: fc.integer({ min: 0, max: 3 }),
    journey: fc.integer({ min: 0, max: 250 }),
    wait: fc.integer({ min: 0, max: 400 }),
    isAway: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const site = aSite({ count: 4 });
      for (const { rank, burst, client, journey, wait, isAway } of steps) {
        site.documents.isAway = isAway;
        for (let index = 0; index < burst; index += 1) void site.ask(rank, { client: `client ${client}`, journey });
        await site.under({}, wait);
      }
      await site.under({}, 2_000);
      site.stop();
      expect(site.mostInASecond()).toBeLessThanOrEqual(20);
    }),
    { numRuns: 30 },
  );
});

describe('one client', () => {
  const step = fc.record({
    rank: fc.integer({ min: 0, max: 3 }),
    burst: fc.integer({ min: 0, max: 25 }),
    client: fc.integer({ min: 0, max: 1 }),
    journey: fc.integer({ min: 0, max: 250 }),
    wait: fc.integer({ min: 0, max: 700 }),
    isAway: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
  });

  test('gets no more than its limit in any second, whichever instances it asks and when', async () => {
    const limits = fc.integer({ min: 1, max: 19 });
    const counts = fc.integer({ min: 2, max: 4 });
    const steps = fc.array(step, { minLength: 5, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(limits, counts, steps, async (clientLimit, count, taken) => {
        const site = aSite({ count, clientLimit });
        for (const { rank, burst, client, journey, wait, isAway } of taken) {
          site.documents.isAway = isAway;
          for (let index = 0; index < burst; index += 1)
            void site.ask(rank % count, { client: `client ${client}`, journey });
          await site.under({}, wait);
        }
        await site.under({}, 2_000);
        site.stop();
        expect(site.mostOfOneClient(), `${clientLimit} on ${count}`).toBeLessThanOrEqual(clientLimit);
      }),
      { numRuns: 60 },
    );
  });

  test.each([1, 3, 10].flatMap((count) => [1, 2, 8, 16].map((limit) => ({ count, limit }))))(
    'has its limit of $limit from $count instances that it asks in turns, and no more',
    async ({ count, limit }) => {
      const site = aSite({ count, clientLimit: limit });
      const admitted: number[] = [];
      for (let passed = 0; passed < 15_000; passed += 25) {
        for (let rank = 0; rank < count; rank += 1)
          void site.ask(rank).then((isAdmitted) => {
            if (isAdmitted) admitted.push(passed);
          });
        await site.clock.advance(milliseconds(25));
        await settled();
      }
      site.stop();
      expect(site.mostOfOneClient()).toBeLessThanOrEqual(limit);
      expect(admitted.filter((at) => at >= 5_000).length / 10).toBeGreaterThan(limit / 2);
    },
  );

  test.each([
    { limit: 4, between: 400 },
    { limit: 8, between: 175 },
    { limit: 16, between: 100 },
  ])(
    'that asks every $between ms is refused by no instance that is busy alone, with a limit of $limit',
    async ({ limit, between }) => {
      const site = aSite({ clientLimit: limit });
      const refusals: number[] = [];
      for (let passed = 0; passed < 10_000; passed += 25) {
        if (passed % between === 0)
          void site.ask(1).then((isAdmitted) => {
            if (!isAdmitted) refusals.push(passed);
          });
        await site.clock.advance(milliseconds(25));
        await settled();
      }
      site.stop();
      expect(refusals.filter((at) => at > 4_000)).toEqual([]);
    },
  );

  test.each([1, 2, 8])('of several with a limit of %i is served by each instance it keeps to', async (limit) => {
    const site = aSite({ count: 4, clientLimit: limit });
    const served = [0, 0, 0, 0];
    for (let passed = 0; passed < 20_000; passed += 25) {
      for (const rank of [0, 1, 2, 3])
        void site.ask(rank, { client: `client ${rank}` }).then((isAdmitted) => {
          if (isAdmitted) served[rank] = (served[rank] ?? 0) + 1;
        });
      await site.clock.advance(milliseconds(25));
      await settled();
    }
    site.stop();
    expect(Math.min(...served)).toBeGreaterThan(1);
  });
});
