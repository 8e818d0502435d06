import { expect, onTestFinished, test } from 'vitest';
import { memberList } from '../../../server/src/instances/member-list';
import { createPresence } from '../../../server/src/instances/presence';
import { milliseconds } from '../../../server/src/lib/durations';
import { ownProcess } from '../../../server/src/lib/process-life';
import { MemoryDocuments } from '../../support/instances/memory-documents';
import { pacedInstances } from '../../support/instances/paced-instances';
import { createQuietLogger } from '../../support/quiet-logger';
import { ManualClock, settled } from '../../support/time/clocks';

/** Two instances on one machine. The first has three requests in flight, all that the store allows, when it ends. */
async function aSite() {
  const clock = new ManualClock();
  const documents = new MemoryDocuments(clock);
  const presences = [0, 1, 2].map((rank) => {
    const instance = `instance ${rank}`;
    return createPresence({ documents, reachPlace: null, instance, clock, logger: createQuietLogger() });
  });
  const presenceOf = (rank: number) => presences[rank] ?? expect.unreachable();
  const site = pacedInstances({ clock, documents: [documents], count: 3, membership: presenceOf });
  onTestFinished(async () => {
    site.stop();
    const stopping = Promise.all(presences.map((presence) => presence.stop()));
    await settled();
    await stopping;
  });
  const pass = async (duration: number) => {
    for (let passed = 0; passed < duration; passed += 25) {
      await clock.advance(milliseconds(25));
      await settled();
    }
  };
  await presenceOf(0).join();
  await presenceOf(1).join();
  await pass(60_000);
  const hanging = [site.hang(0), site.hang(0), site.hang(0)];
  await pass(1_000);
  await Promise.all(hanging);
  site.pacers[0]?.stop();

  return {
    pass,
    site,
    join: (rank: number) => presenceOf(rank).join(),
    leave: () => presenceOf(0).stop(),
    /** As with kill -9. */
    async kill() {
      await presenceOf(0).stop();
      // No process can have such a large id.
      const process = { space: ownProcess()?.space ?? expect.unreachable(), pid: 2 ** 30 };
      await documents.change('members', memberList, (stored) => {
        const own = stored?.['instance 0'] ?? expect.unreachable();
        return { value: { ...stored, 'instance 0': { ...own, hasLeft: false, process } }, result: null };
      });
    },
    /** How many requests the others send within a second. */
    async sentBy(rank: number) {
      const before = site.store.sent;
      const sending = [site.send(rank), site.send(rank), site.send(rank)];
      await pass(1_000);
      const sent = site.store.sent - before;
      // So that nothing is left waiting.
      await pass(30_000);
      await Promise.all(sending);
      return sent;
    },
  };
}

test('one whose process has ended keeps no slot from those that have noticed', async () => {
  const { kill, pass, sentBy } = await aSite();
  await kill();
  await pass(12_500);
  expect(await sentBy(1)).toBe(3);
});

test('one that was stopped keeps no slot from those that have noticed', async () => {
  const { leave, pass, sentBy } = await aSite();
  await leave();
  await pass(12_500);
  expect(await sentBy(1)).toBe(3);
});

test('one that starts in the place of one whose process has ended has all slots once that one’s lease has ended', async () => {
  const { kill, join, pass, sentBy } = await aSite();
  await kill();
  await pass(3_000);
  await join(2);
  expect(await sentBy(2)).toBe(3);
});

test('the others learn that one has ended also when another has started in its place', async () => {
  const { kill, join, pass, sentBy } = await aSite();
  await kill();
  await pass(100);
  await join(2);
  await pass(12_500);
  expect(await sentBy(1)).toBe(3);
});
