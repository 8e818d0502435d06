import { expect, onTestFinished, test } from 'vitest';
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

test('an instance whose report was heard, but not answered, keeps to what it reported', async () => {
  const clock = new ManualClock();
  const place = new MemoryDocuments(clock);
  const unanswered = through(place);
  const site = limitedInstances({ clock, documents: [unanswered, place], count: 2, clientLimit: 20 });
  onTestFinished(site.stop);
  const pass = async (duration: Milliseconds, load: readonly [number, number]) => {
    for (let passed = 0; passed < duration; passed += 25) {
      for (const [rank, requests] of load.entries())
        for (let index = 0; index < requests; index += 1) void site.ask(rank, { client: `client ${index % 5}` });
      await clock.advance(milliseconds(25));
      await settled();
    }
  };
  await pass(seconds(3), [3, 0]);
  await pass(milliseconds(1_500), [0, 0]);
  unanswered.losesResponses = true;
  await pass(seconds(1), [0, 0]);
  await pass(milliseconds(1_500), [0, 3]);
  await pass(milliseconds(700), [3, 3]);
  expect(site.mostInASecond()).toBeLessThanOrEqual(20);
});

/** The way of one instance to a place. */
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

test('a change that is answered after its deadline is not believed', async () => {
  const clock = new ManualClock();
  const place = new MemoryDocuments(clock);
  const documents = createTimelyDocuments(place, { clock });
  place.journey = 600;
  const late = documents.change('count', number, () => ({ value: 1, result: 'made' })).catch(String);
  await clock.advance(seconds(3));
  expect(await late).toContain('longer than 1 seconds');
});
