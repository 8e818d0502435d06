import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createPresence } from '../../../server/src/instances/presence';
import { minutes } from '../../../server/src/lib/durations';
import { ManualClock } from '../../support/clocks';
import { MemoryDocuments } from '../../support/memory-documents';
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
  expect(presence.place()).toEqual({ count: 2, rank: 1 });
  await clock.advance(minutes(2));
  expect(presence.place()).toEqual({ count: 1, rank: 0 });
});

test('it counts no longer when the clock of the shared place was set back', async () => {
  const { clock, documents, presence } = await aSurvivor();
  documents.ahead = -minutes(60);
  await clock.advance(minutes(5));
  expect(presence.place()).toEqual({ count: 1, rank: 0 });
});
