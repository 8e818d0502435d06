import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createPresence } from '../../../server/src/instances/presence';
import { partOf } from '../../../server/src/instances/slot-lease';
import { minutes, seconds } from '../../../server/src/lib/durations';
import { ManualClock } from '../../support/time/clocks';
import { MemoryDocuments } from '../../support/instances/memory-documents';
import { createQuietLogger } from '../../support/quiet-logger';

/** An instance that runs, and another one that has just died. */
async function aSurvivor() {
  const clock = new ManualClock();
  const documents = new MemoryDocuments(clock);
  await documents.change('instances', z.record(z.string(), z.number()), (seen, now) => ({
    value: { ...seen, 'the dead one': now },
    result: null,
  }));
  const presence = createPresence({ documents, instance: 'the other one', clock, logger: createQuietLogger() });
  onTestFinished(() => presence.stop());
  await presence.start();
  return { clock, documents, presence };
}

test('an instance that died counts for three more minutes', async () => {
  const { clock, presence } = await aSurvivor();
  await clock.advance(minutes(2));
  expect(presence.place()).toMatchObject({ count: 2, rank: 1 });
  await clock.advance(minutes(2));
  expect(presence.place()).toMatchObject({ count: 1, rank: 0 });
});

test('it counts no longer when the clock of the shared place was set back', async () => {
  const { clock, documents, presence } = await aSurvivor();
  documents.ahead = -minutes(60);
  await clock.advance(minutes(5));
  expect(presence.place()).toMatchObject({ count: 1, rank: 0 });
});

test('one that starts is counted by the others within fifteen seconds', async () => {
  const { clock, documents, presence } = await aSurvivor();
  await clock.advance(seconds(20));
  const starting = createPresence({ documents, instance: 'a third one', clock, logger: createQuietLogger() });
  onTestFinished(() => starting.stop());
  await starting.start();
  await clock.advance(seconds(15));
  expect(presence.place()).toMatchObject({ count: 3, rank: 2 });
});

test('one that starts has no part of a limit before the others have counted it', async () => {
  const { clock, presence } = await aSurvivor();
  expect(partOf(20, presence.place())).toBe(0);
  await clock.advance(seconds(30));
  expect(partOf(20, presence.place())).toBe(10);
});

test('one that starts has no part of a limit while the place is away where the others look', async () => {
  const { clock, documents, presence } = await aSurvivor();
  documents.isAway = true;
  await clock.advance(minutes(1));
  expect(partOf(20, presence.place())).toBe(0);
  documents.isAway = false;
  await clock.advance(seconds(15));
  expect(partOf(20, presence.place())).toBe(10);
});

test('after the place has lost its documents, others count until they had the time to register again', async () => {
  const { clock, documents, presence } = await aSurvivor();
  await clock.advance(seconds(30));
  documents.lose();
  await clock.advance(seconds(15));
  expect(presence.place()).toEqual({ count: 2, rank: 1, isCounted: true });
  await clock.advance(seconds(30));
  expect(presence.place()).toEqual({ count: 1, rank: 0, isCounted: true });
});

test('one that is silent counts as silent after 45 seconds', async () => {
  const { clock, presence } = await aSurvivor();
  await clock.advance(seconds(44));
  expect(presence.members()).toMatchObject({ names: ['the dead one', 'the other one'], silent: [] });
  await clock.advance(seconds(20));
  expect(presence.members()).toMatchObject({ names: ['the dead one', 'the other one'], silent: ['the dead one'] });
});

test('one that cannot reach the place relies on its part when all others have noticed its silence', async () => {
  const { clock, documents, presence } = await aSurvivor();
  await clock.advance(seconds(40));
  documents.isAway = true;
  await clock.advance(seconds(45));
  expect(presence.members().isOwnPartReserved).toBe(false);
  await clock.advance(seconds(45));
  expect(presence.members().isOwnPartReserved).toBe(true);
  documents.isAway = false;
  await clock.advance(seconds(15));
  expect(presence.members().isOwnPartReserved).toBe(false);
});

test('one that is heard, but not answered, does not rely on its silence', async () => {
  const { clock, documents, presence } = await aSurvivor();
  await clock.advance(seconds(40));
  documents.losesResponses = true;
  for (let minute = 0; minute < 3; minute += 1) {
    await clock.advance(minutes(1));
    expect(presence.members().isOwnPartReserved).toBe(false);
  }
});
