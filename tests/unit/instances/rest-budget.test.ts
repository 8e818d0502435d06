import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { milliseconds, seconds } from '../../../server/src/lib/durations';
import { ManualClock, settled } from '../../support/time/clocks';
import { MemoryDocuments } from '../../support/instances/memory-documents';
import { pacedInstances } from '../../support/instances/paced-instances';

function aSite({ count = 3, ...options }: { count?: number; reserve?: number; quota?: number } = {}) {
  const clock = new ManualClock();
  const documents = new MemoryDocuments(clock);
  const site = pacedInstances({ clock, documents: [documents], count, ...options });
  /** Moves the clock in steps, in which messages arrive. */
  const pass = async (duration: number) => {
    for (let passed = 0; passed < duration; passed += 25) {
      await clock.advance(milliseconds(25));
      await settled();
    }
  };
  return { clock, documents, pass, ...site };
}

/** Keeps this many requests in flight in each instance at all times. */
function keepBusy(site: ReturnType<typeof aSite>, ranks: readonly number[], takes: number) {
  const go = async (rank: number): Promise<void> => {
    await site.send(rank, { takes });
    return go(rank);
  };
  for (const rank of ranks) for (let place = 0; place < 4; place += 1) void go(rank);
}

describe('several instances', () => {
  test('never have more than three requests in flight together, and use all three', async () => {
    const site = aSite();
    keepBusy(site, [0, 1, 2], 90);
    await site.pass(3_000);
    expect(site.store.mostInFlight).toBe(3);
    expect(site.store.sent).toBeGreaterThan(70);
  });

  test('have all three slots for one of them while the others send nothing', async () => {
    const site = aSite();
    keepBusy(site, [1], 100);
    await site.pass(2_000);
    expect(site.store).toMatchObject({ inFlight: 3, mostInFlight: 3 });
  });

  test('leave the reserve of a window untouched by normal requests, together', async () => {
    const site = aSite({ reserve: 15 });
    keepBusy(site, [0, 1, 2], 30);
    await site.pass(29_000);
    expect(site.store.left).toBeGreaterThanOrEqual(15);
    expect(site.store.left).toBeLessThanOrEqual(18);
    await site.pass(3_000);
    expect(site.store.sent).toBeGreaterThan(150);
  });

  test('leave the reserve of a window untouched by normal requests when they are ten, and give it to an administrator of any', async () => {
    const site = aSite({ count: 10, reserve: 15, quota: 60 });
    keepBusy(site, [0, 1, 2, 3, 4, 5, 6, 7, 8], 30);
    await site.pass(20_000);
    expect(site.store.left).toBeGreaterThanOrEqual(15);
    expect(site.store.left).toBeLessThanOrEqual(25);
    const before = site.store.sent;
    const urgent = [9, 0].map((rank) => site.send(rank, { takes: 30, priority: 'high' }));
    await site.pass(2_000);
    await Promise.all(urgent);
    expect(site.store.sent - before).toBe(2);
  });

  test('give high priority the reserve, down to the last request', async () => {
    const site = aSite({ reserve: 15 });
    keepBusy(site, [0, 1], 30);
    await site.pass(20_000);
    const before = site.store.sent;
    const urgent = Array.from({ length: 10 }, () => site.send(2, { takes: 30, priority: 'high' }));
    await site.pass(2_000);
    await Promise.all(urgent);
    expect(site.store.sent - before).toBe(10);
  });

  test('stop together after a 429 of one of them, for as long as it says', async () => {
    const site = aSite();
    keepBusy(site, [0, 1, 2], 100);
    await site.pass(2_000);
    site.pacers[0]?.pause(seconds(7));
    await site.pass(700);
    const { sent } = site.store;
    await site.pass(5_800);
    expect(site.store.sent).toBe(sent);
    await site.pass(1_500);
    expect(site.store.sent).toBeGreaterThan(sent);
  });

  test.each([120_000, 3_600_000])(
    'continue after a pause during which the clock of the shared place was set back by %d ms',
    async (setBack) => {
      const site = aSite();
      keepBusy(site, [0, 1, 2], 100);
      await site.pass(2_000);
      site.pacers[0]?.pause(seconds(7));
      await site.pass(1_000);
      site.documents.ahead = -setBack;
      const { sent } = site.store;
      await site.pass(5_800);
      expect(site.store.sent).toBe(sent);
      // By how much it was set back is only known up to the time since they last asked.
      await site.pass(7_500);
      expect(site.store.sent).toBeGreaterThan(sent);
    },
  );

  test.each([20_000, 120_000, 3_600_000])(
    'continue after a window that was used up when the clock of the shared place was set back by %d ms',
    async (setBack) => {
      const site = aSite();
      keepBusy(site, [0, 1, 2], 30);
      await site.pass(25_000);
      site.documents.ahead = -setBack;
      const { sent } = site.store;
      await site.pass(10_000);
      expect(site.store.sent).toBeGreaterThan(sent);
    },
  );

  test('leave the reserve of a window untouched when the clock of the shared place is set back in it', async () => {
    const site = aSite({ reserve: 15 });
    keepBusy(site, [0, 1, 2], 150);
    await site.pass(2_000);
    site.documents.ahead = -120_000;
    for (let passed = 2_000; passed < 90_000; passed += 1_000) {
      await site.pass(1_000);
      expect(site.store.left).toBeGreaterThanOrEqual(15);
    }
  });

  test('get the slots of a dead one when its lease has ended', async () => {
    const site = aSite({ count: 2 });
    const hanging = [site.hang(0), site.hang(0), site.hang(0)];
    await site.pass(100);
    await Promise.all(hanging);
    site.pacers[0]?.stop();
    const sent = site.send(1);
    await site.pass(1_000);
    expect(site.store.sent).toBe(3);
    await site.pass(1_500);
    await sent;
    expect(site.store.sent).toBe(4);
  });

  test('cost no statement while they are idle', async () => {
    const site = aSite();
    const done = site.send(0);
    await site.pass(3_000);
    await done;
    const { changes } = site.documents;
    await site.pass(120_000);
    expect(site.documents.changes).toBe(changes);
    expect(site.clock.waiting).toBe(0);
  });

  test('serve an administrator on one while another one syncs', async () => {
    const site = aSite({ count: 2 });
    keepBusy(site, [0], 200);
    await site.pass(2_000);
    let waited = site.clock.monotonic();
    const asked = site.send(1, { takes: 10, priority: 'high' }).then(() => {
      waited = milliseconds(site.clock.monotonic() - waited);
    });
    await site.pass(2_000);
    await asked;
    expect(waited).toBeLessThan(1_500);
  });
});

describe('while the shared place is away', () => {
  test('each instance keeps to its part, and together they stay within the limit', async () => {
    const site = aSite({ count: 2, quota: 1_000 });
    keepBusy(site, [0, 1], 100);
    await site.pass(2_000);
    site.documents.isAway = true;
    await site.pass(5_000);
    site.relyOnParts();
    const { sent } = site.store;
    await site.pass(2_000);
    expect(site.store.sent - sent).toBeGreaterThan(50);
    site.documents.isAway = false;
    await site.pass(10_000);
    expect(site.store.mostInFlight).toBe(3);
  });

  test('an idle instance waits until the others leave it its part', async () => {
    const site = aSite({ count: 2, quota: 1_000 });
    keepBusy(site, [0], 100);
    await site.pass(2_000);
    site.documents.isAway = true;
    keepBusy(site, [1], 100);
    await site.pass(6_000);
    expect(site.store).toMatchObject({ mostInFlight: 3, inFlight: 1 });
    site.relyOnParts();
    await site.pass(1_000);
    expect(site.store).toMatchObject({ mostInFlight: 3, inFlight: 3 });
  });

  test('one that sent something within the last two seconds continues, and one that did not leaves it to that one', async () => {
    const site = aSite();
    site.documents.mayBeLost = true;
    await Promise.all([site.pass(70_000), site.send(0)]);
    await Promise.all([site.pass(1_800), site.send(1)]);
    site.documents.isAway = true;
    const later = [site.send(0), site.send(1)];
    await site.pass(1_000);
    expect(site.store.sent).toBe(3);
    expect(site.pacers.map((pacer) => pacer.isBarred())).toEqual([true, false, false]);
    site.documents.isAway = false;
    await site.pass(4_000);
    await Promise.all(later);
    expect(site.pacers.some((pacer) => pacer.isBarred())).toBe(false);
  });

  test('those of many that own no part say so, and after a loss of what was agreed as well', async () => {
    const site = aSite({ count: 6 });
    site.documents.mayBeLost = true;
    const barred = () => site.pacers.filter((pacer) => pacer.isBarred()).length;
    const all = [0, 1, 2, 3, 4, 5];
    await Promise.all([site.pass(75_000), ...all.map((rank) => site.send(rank))]);
    expect(barred()).toBe(0);
    site.documents.lose();
    const later = all.map((rank) => site.send(rank));
    await site.pass(4_000);
    expect([site.store.sent, barred()]).toEqual([9, 3]);
    await site.pass(65_000);
    await Promise.all(later);
    expect([site.store.sent, barred()]).toEqual([12, 0]);
  });

  test('the log says it once, and once that it is over', async () => {
    const site = aSite({ count: 2, quota: 1_000 });
    keepBusy(site, [0], 100);
    site.documents.isAway = true;
    await site.pass(3_000);
    site.documents.isAway = false;
    await site.pass(3_000);
    expect(site.logger.lines.map(({ event }) => event)).toEqual([
      'limits cannot be shared between instances; this one keeps to its part',
      'limits are shared between instances again',
    ]);
  });
});

test('never more than three requests are in flight, nor more sent than the window has, no matter what is sent when', async () => {
  const step = fc.record({
    rank: fc.integer({ min: 0, max: 3 }),
    count: fc.integer({ min: 1, max: 6 }),
    takes: fc.integer({ min: 1, max: 900 }),
    isHigh: fc.boolean(),
    wait: fc.integer({ min: 0, max: 600 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 30 }),
      fc.integer({ min: 4, max: 40 }),
      async (steps, quota) => {
        const site = aSite({ count: 4, quota, reserve: 5 });
        for (const { rank, count, takes, isHigh, wait } of steps) {
          for (let place = 0; place < count; place += 1)
            void site.send(rank, { takes, priority: isHigh ? 'high' : 'normal' });
          await site.pass(wait);
          expect(site.store.mostInFlight).toBeLessThanOrEqual(3);
          expect(site.store.left).toBeGreaterThanOrEqual(0);
        }
        site.stop();
      },
    ),
    { numRuns: 25 },
  );
});
