import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { minutes, seconds } from '../../../server/src/lib/durations';
import { ManualClock } from '../../support/time/clocks';
import { MemoryDocuments } from '../../support/instances/memory-documents';
import { memberInstances } from '../../support/instances/member-instances';

const limit = 20;

/** A site whose instances share their limits in a place that may be lost, or in the database. */
async function aSite({ count = 3, members = 3, withRedis = true, clientLimit = limit } = {}) {
  const clock = new ManualClock();
  const database = new MemoryDocuments(clock);
  const place = withRedis ? new MemoryDocuments(clock) : database;
  if (withRedis) place.mayBeLost = true;
  const site = memberInstances({ clock, place, database, count, clientLimit });
  onTestFinished(site.stop);
  for (let rank = 0; rank < members; rank += 1) await site.join(rank);
  await clock.advance(minutes(2));
  return { ...site, place };
}

describe.each([
  ['Redis', true],
  ['the database', false],
])('an instance that is cut off from %s', (_, withRedis) => {
  test('stops using its part before the others take it', async () => {
    const site = await aSite({ withRedis });
    await site.pass(seconds(4), [3, 3, 3]);
    site.cutOff(0);
    await site.pass(seconds(75), [3, 3, 3]);
    const before = site.admitted(0);
    expect(before).toBeGreaterThan(70 * 5);
    await site.pass(minutes(2), [3, 3, 3]);
    expect(site.admitted(0)).toBeLessThan(before + 8 * 7);
    const others = site.admitted(1) + site.admitted(2);
    await site.pass(seconds(10), [3, 3, 3]);
    expect(site.admitted(1) + site.admitted(2) - others).toBeGreaterThan(170);
    expect(site.mostInASecond()).toBeLessThanOrEqual(limit);
  });

  test('keeps its part when another one joins meanwhile, which has what is left', async () => {
    const site = await aSite({ members: 2, withRedis });
    await site.pass(seconds(4), [3, 3, 3]);
    site.cutOff(0);
    await site.join(2);
    await site.pass(seconds(70), [3, 3, 3]);
    expect(site.admitted(2)).toBeGreaterThan(100);
    expect(site.mostInASecond()).toBeLessThanOrEqual(limit);
  });
});

test('all continue with their parts for as long as Redis is away, and the database is not', async () => {
  const site = await aSite();
  await site.pass(seconds(3), [3, 3, 3]);
  for (const rank of [0, 1, 2]) site.wayOf(rank).place.isCut = true;
  await site.pass(minutes(4), [0, 3, 0]);
  const before = site.seen.length;
  await site.pass(seconds(10), [3, 3, 3]);
  expect(site.seen.length - before).toBeGreaterThan(170);
  expect(site.mostInASecond()).toBeLessThanOrEqual(limit);
});

test('a loss of Redis while an instance is cut off from it does not give its part to the others', async () => {
  const site = await aSite();
  await site.pass(seconds(4), [3, 1, 1]);
  site.wayOf(0).place.isCut = true;
  await site.pass(seconds(1), [3, 3, 3]);
  site.place.lose();
  await site.pass(minutes(3), [3, 3, 3]);
  expect(site.admitted(0)).toBeGreaterThan(170 * 5);
  expect(site.mostInASecond()).toBeLessThanOrEqual(limit);
});

test('a loss of Redis soon after an instance has joined leaves it what it owns by then', async () => {
  const site = await aSite({ members: 2 });
  await site.join(2);
  await site.pass(seconds(26), [3, 0, 0]);
  site.place.lose();
  await site.pass(seconds(8), [3, 3, 3]);
  expect(site.admitted(2)).toBeGreaterThan(20);
  expect(site.mostInASecond()).toBeLessThanOrEqual(limit);
});

test('an instance that has just joined continues with what it had when Redis is lost', async () => {
  const site = await aSite({ members: 1 });
  await site.join(1);
  await site.pass(seconds(2), [1, 2, 0]);
  for (const rank of [0, 1]) site.wayOf(rank).place.isCut = true;
  const before = site.admitted(1);
  await site.pass(seconds(3), [3, 3, 0]);
  expect(site.admitted(1) - before).toBeGreaterThan(10);
  for (const rank of [0, 1]) site.wayOf(rank).place.isCut = false;
  await site.pass(seconds(6), [3, 3, 0]);
  expect(site.mostInASecond()).toBeLessThanOrEqual(limit);
});

test('an instance that has just joined and is cut off from Redis takes nothing from one that is not, and does not know it yet', async () => {
  const site = await aSite({ members: 1 });
  await site.pass(seconds(3), [2, 0, 0]);
  await site.join(1);
  await site.pass(seconds(2), [1, 2, 0]);
  site.wayOf(1).place.isCut = true;
  const before = site.admitted(1);
  await site.pass(seconds(60), [3, 3, 0]);
  expect(site.admitted(1) - before).toBeGreaterThan(60);
  site.wayOf(1).place.isCut = false;
  await site.pass(seconds(10), [3, 3, 0]);
  expect(site.mostInASecond()).toBeLessThanOrEqual(limit);
});

test('a killed instance leaves its part to the others after a minute and a half', async () => {
  const site = await aSite();
  await site.pass(seconds(4), [3, 3, 3]);
  site.kill(0);
  await site.pass(seconds(105), [0, 3, 3]);
  const before = site.seen.length;
  await site.pass(seconds(10), [0, 3, 3]);
  expect(site.seen.length - before).toBeGreaterThan(185);
});

test('an instance that is killed alone leaves its successor half of the limit at once', async () => {
  const site = await aSite({ count: 2, members: 1 });
  await site.pass(seconds(4), [3, 0]);
  site.kill(0);
  await site.join(1);
  await site.pass(seconds(3), [0, 3]);
  const before = site.admitted(1);
  await site.pass(seconds(10), [0, 3]);
  expect(site.admitted(1) - before).toBeGreaterThan(85);
});

test('the store never sees more than 20 requests in a second, nor more of a client than its limit, no matter which instance is cut off, joins, or is killed, and what is lost', async () => {
  const step = fc.record({
    rank: fc.integer({ min: 0, max: 3 }),
    act: fc.constantFrom('cut', 'cut', 'cut both', 'silent', 'open', 'open', 'lose', 'join', 'kill', 'none'),
    load: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 4, maxLength: 4 }),
    wait: fc.constantFrom(300, 1_000, 3_000, 8_000, 15_000, 30_000, 60_000),
  });
  const histories = fc.array(step, { minLength: 4, maxLength: 14 });
  const clientLimits = fc.constantFrom(limit, limit, 16, 7, 2);
  await fc.assert(
    fc.asyncProperty(histories, fc.boolean(), clientLimits, async (steps, withRedis, clientLimit) => {
      const site = await aSite({ count: 4, members: 2, withRedis, clientLimit });
      for (const { rank, act, load, wait } of steps) {
        const { place, database } = site.wayOf(rank);
        if (act === 'cut' || act === 'cut both') place.isCut = true;
        if (act === 'cut both') database.isCut = true;
        if (act === 'silent') [place.losesResponses, database.losesResponses] = [true, true];
        if (act === 'open') site.open(rank);
        if (act === 'lose' && withRedis) site.place.lose();
        if (act === 'join') await site.join(rank);
        if (act === 'kill') site.kill(rank);
        await site.pass(seconds(wait / 1_000), load);
      }
      expect(site.mostInASecond()).toBeLessThanOrEqual(limit);
      expect(site.mostOfOneClient()).toBeLessThanOrEqual(clientLimit);
    }),
    { numRuns: 8 },
  );
}, 60_000);
