import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createTimelyDocuments } from '../../../server/src/instances/timely-documents';
import { type Milliseconds, milliseconds, minutes, seconds } from '../../../server/src/lib/durations';
import { createMemoryRequestLimits } from '../../../server/src/storefront/memory-request-limits';
import { limitedInstances } from '../../support/instances/limited-instances';
import { MemoryDocuments } from '../../support/instances/memory-documents';
import { ManualClock, settled } from '../../support/time/clocks';

/** A machine whose time of day can be set. */
class AdjustedClock extends ManualClock {
  ahead = 0;
  override now(): Date {
    return new Date(super.now().getTime() + this.ahead);
  }
}

test.each([
  ['forward', minutes(10)],
  ['back', milliseconds(-minutes(10))],
])('a clock that is set %s lets no more than 20 requests pass in a second, and blocks none', async (_, distance) => {
  const clock = new AdjustedClock();
  const limits = createMemoryRequestLimits({ clock });
  const burst = () => {
    const verdicts = Array.from({ length: 30 }, () =>
      limits.takeNow({ store: 'store', client: ['someone'], clientLimit: 20 }),
    );
    const granted = verdicts.filter((verdict) => verdict.kind === 'granted');
    for (const grant of granted) {
      grant.sent();
      grant.responded();
    }
    return granted.length;
  };
  expect(burst()).toBe(20);
  clock.ahead = distance;
  expect(burst()).toBe(0);
  await clock.advance(milliseconds(1_001));
  expect(burst()).toBe(20);
});

/**
 * Instances with their own connections to the shared place; `pass` sends each of them this many requests in every 25
 * ms.
 */
function aSite(count = 2, clientLimit = 20) {
  const clock = new ManualClock();
  const place = new MemoryDocuments(clock);
  const ways = Array.from({ length: count }, () => through(place));
  const site = limitedInstances({ clock, documents: ways, count, clientLimit });
  onTestFinished(site.stop);
  const admitted = Array.from({ length: count }, () => 0);
  const pass = async (duration: Milliseconds, load: readonly number[]) => {
    for (let passed = 0; passed < duration; passed += 25) {
      for (const [rank, requests] of load.entries())
        for (let index = 0; index < requests; index += 1)
          void site.ask(rank, { client: `client ${index % 5}` }).then((isAdmitted) => {
            if (isAdmitted) admitted[rank] = (admitted[rank] ?? 0) + 1;
          });
      await clock.advance(milliseconds(25));
      await settled();
    }
  };
  const wayOf = (rank: number) => ways[rank] ?? expect.unreachable();
  return { ...site, place, wayOf, pass, admitted };
}

test('an instance whose report arrived without a response keeps to what it reported', async () => {
  const { wayOf, pass, mostInASecond } = aSite();
  await pass(seconds(3), [3, 0]);
  await pass(milliseconds(1_500), [0, 0]);
  wayOf(0).losesResponses = true;
  await pass(seconds(1), [0, 0]);
  await pass(milliseconds(1_500), [0, 3]);
  await pass(milliseconds(700), [3, 3]);
  expect(mostInASecond()).toBeLessThanOrEqual(20);
});

describe('an instance that is cut off from the shared place, while the others are not', () => {
  test('continues with what it had of its part, which the others leave to it', async () => {
    const { wayOf, pass, mostInASecond, admitted } = aSite();
    await pass(seconds(4), [3, 3]);
    wayOf(0).isAway = true;
    await pass(seconds(3), [3, 3]);
    const before = admitted[0] ?? 0;
    await pass(seconds(5), [3, 3]);
    expect((admitted[0] ?? 0) - before).toBeGreaterThan(30);
    expect(mostInASecond()).toBeLessThanOrEqual(20);
  });

  test('has a place for a request now and then if it was idle', async () => {
    const { wayOf, pass, mostInASecond, admitted } = aSite(3);
    await pass(seconds(4), [0, 3, 3]);
    wayOf(0).isAway = true;
    await pass(seconds(8), [3, 3, 3]);
    expect(admitted[0]).toBeGreaterThan(4);
    expect(mostInASecond()).toBeLessThanOrEqual(20);
  });

  test('has its whole part once it was silent for so long that the others leave it that', async () => {
    const { wayOf, pass, fallSilent, relyOnPart, mostInASecond, admitted } = aSite();
    await pass(seconds(4), [0, 3]);
    wayOf(0).isAway = true;
    await pass(seconds(4), [3, 3]);
    fallSilent(0);
    await pass(seconds(3), [3, 3]);
    relyOnPart(0);
    await pass(seconds(1), [3, 3]);
    const before = admitted[0] ?? 0;
    await pass(seconds(4), [3, 3]);
    expect((admitted[0] ?? 0) - before).toBeGreaterThan(30);
    wayOf(0).isAway = false;
    await pass(seconds(4), [3, 3]);
    expect(mostInASecond()).toBeLessThanOrEqual(20);
  });
});

test('the store never sees more than 20 requests in a second, nor more of a client than its limit, no matter which instances are cut off and when', async () => {
  const step = fc.record({
    rank: fc.integer({ min: 0, max: 3 }),
    way: fc.constantFrom('cut', 'silent', 'open', 'same', 'same', 'same'),
    load: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 4, maxLength: 4 }),
    wait: fc.integer({ min: 0, max: 1_500 }),
  });
  const clientLimits = fc.constantFrom(20, 20, 16, 7, 2);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), clientLimits, async (steps, clientLimit) => {
      const site = aSite(4, clientLimit);
      for (const { rank, way, load, wait } of steps) {
        if (way !== 'same') {
          site.wayOf(rank).isAway = way === 'cut';
          site.wayOf(rank).losesResponses = way === 'silent';
        }
        await site.pass(milliseconds(wait), load);
      }
      await site.pass(seconds(2), [0, 0, 0, 0]);
      site.stop();
      expect(site.mostInASecond()).toBeLessThanOrEqual(20);
      expect(site.mostOfOneClient()).toBeLessThanOrEqual(clientLimit);
    }),
    { numRuns: 40 },
  );
}, 60_000);

/** The connection of one instance to the place. */
function through(place: MemoryDocuments): MemoryDocuments {
  const way = new MemoryDocuments({ now: () => new Date(0), wait: async () => undefined });
  way.read = (name, schema) => place.read(name, schema);
  way.change = async (name, schema, work) => {
    if (way.isAway) throw new Error('connection refused');
    const result = await place.change(name, schema, work);
    if (way.losesResponses) throw new Error('connection reset');
    return result;
  };
  return way;
}

const number = z.number();

test('a change that reaches the shared place after its deadline is not made', async () => {
  const clock = new ManualClock();
  const place = new MemoryDocuments(clock);
  const documents = createTimelyDocuments(place, { clock });
  place.journey = 1_100;
  const late = documents.change('count', number, () => ({ value: 1, result: 'made' })).catch(String);
  await clock.advance(seconds(3));
  expect(await late).toContain('a change of count took longer than 1 seconds');
  place.journey = 0;
  expect(await place.read('count', number)).toBeNull();
});

test('a change that is confirmed after its deadline is not believed', async () => {
  const clock = new ManualClock();
  const place = new MemoryDocuments(clock);
  const documents = createTimelyDocuments(place, { clock });
  place.journey = 600;
  const late = documents.change('count', number, () => ({ value: 1, result: 'made' })).catch(String);
  await clock.advance(seconds(3));
  expect(await late).toContain('longer than 1 seconds');
});

test('an idle instance that could not give its slots back does so when the shared place is there again', async () => {
  const { wayOf, pass, admitted } = aSite();
  await pass(seconds(4), [3, 0]);
  wayOf(0).isAway = true;
  await pass(seconds(10), [0, 0]);
  wayOf(0).isAway = false;
  await pass(seconds(8), [0, 3]);
  const before = admitted[1] ?? 0;
  await pass(seconds(4), [0, 3]);
  expect((admitted[1] ?? 0) - before).toBeGreaterThan(60);
});
