import { expect, onTestFinished, test } from 'vitest';
import { createPresence } from '../../../server/src/instances/presence';
import { milliseconds } from '../../../server/src/lib/durations';
import { MemoryDocuments } from '../../support/instances/memory-documents';
import { pacedInstances } from '../../support/instances/paced-instances';
import { createQuietLogger } from '../../support/quiet-logger';
import { ManualClock, settled } from '../../support/time/clocks';

// The renewals of the membership and of the limit take turns differently after each.
test.each([100_000, 100_500, 101_000, 101_500])(
  'an instance may send again four seconds after its database was away for %d ms',
  async (outage) => {
    const clock = new ManualClock();
    const documents = new MemoryDocuments(clock);
    const logger = createQuietLogger();
    const presence = createPresence({ documents, reachPlace: null, instance: 'instance 0', clock, logger });
    const site = pacedInstances({ clock, documents: [documents], count: 1, membership: () => presence });
    const pass = async (duration: number) => {
      for (let passed = 0; passed < duration; passed += 25) {
        await clock.advance(milliseconds(25));
        await settled();
      }
    };
    onTestFinished(async () => {
      site.stop();
      const stopping = presence.stop();
      await settled();
      await stopping;
    });
    await presence.join();
    await pass(60_000);
    const sending = site.send(0, { takes: 5_000 });
    await pass(1_000);
    documents.isAway = true;
    await pass(outage);
    await sending;
    documents.isAway = false;
    await pass(4_000);
    expect(site.pacers[0]?.isBarred()).toBe(false);
  },
);
