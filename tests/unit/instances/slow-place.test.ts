import { expect, onTestFinished, test } from 'vitest';
import { joinLimits } from '../../../server/src/instances/create-instances';
import { milliseconds } from '../../../server/src/lib/durations';
import { MemoryDocuments } from '../../support/instances/memory-documents';
import { pacedInstances } from '../../support/instances/paced-instances';
import { createQuietLogger } from '../../support/quiet-logger';
import { ManualClock, settled } from '../../support/time/clocks';

test('instances that share limits in a place that takes longer than a second have their parts within a minute', async () => {
  const clock = new ManualClock();
  const rows = new MemoryDocuments(clock);
  const place = new MemoryDocuments(clock);
  const joined = [0, 1, 2].map((rank) =>
    joinLimits({ place, rows, instance: `instance ${rank}`, clock, logger: createQuietLogger() }),
  );
  const of = (rank: number) => joined[rank] ?? expect.unreachable();
  const documents = joined.map(({ limits }) => limits.documents);
  const site = pacedInstances({ clock, documents, count: 3, membership: (rank) => of(rank).limits });
  const pass = async (duration: number) => {
    for (let passed = 0; passed < duration; passed += 50) {
      await clock.advance(milliseconds(50));
      await settled();
    }
  };
  onTestFinished(async () => {
    site.stop();
    place.journey = 0;
    const stopping = Promise.all(joined.map(({ presence }) => presence.stop()));
    await pass(2_000);
    await stopping;
  });

  for (const { presence } of joined) await presence.join();
  await pass(60_000);
  place.journey = 600;
  await pass(60_000);
  const sending = [0, 1, 2].map((rank) => site.send(rank));
  await pass(3_000);
  expect(joined.map(({ presence }) => presence.cutOffBy() === null)).toEqual([false, false, false]);
  expect([site.store.sent, site.store.mostInFlight <= 3]).toEqual([3, true]);
  await Promise.all(sending);
});
