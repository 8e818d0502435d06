import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { milliseconds, seconds } from '../../../server/src/lib/durations';
import type { BatchOutcome } from '../../../server/src/webhooks/event-effects';
import type { EventBatch } from '../../../server/src/webhooks/event-batches';
import { settled } from '../../support/time/clocks';
import { applyAll, eventSite, type EventSite, idsFrom, idsIn } from '../../support/sites/event-site';

let site: EventSite;
beforeEach(async () => {
  site = await eventSite();
});
afterEach(async () => {
  await site.close();
});

describe('a process that dies', () => {
  test('while processing an event leaves it to the next one when its lease expires, with one attempt used up', async () => {
    await site.add();
    await site.queue.claim({
      claimId: 'of the dead',
      leaseFor: seconds(15),
      batchSize: () => 50,
      untriedFirst: false,
    });

    site.startWorker(applyAll);
    await site.pass(seconds(14.9));
    expect(site.applied).toEqual([]);
    await site.pass(seconds(0.1));
    expect(site.applied).toHaveLength(1);
    expect(await site.events()).toMatchObject([{ status: 'complete', attempt: 1 }]);
  });

  test('on every attempt of an event does so six times and no more', async () => {
    await site.add();
    for (let death = 1; death <= 6; death += 1) {
      const claim = { claimId: randomUUID(), leaseFor: seconds(15), batchSize: () => 50, untriedFirst: false };
      expect((await site.queue.claim(claim)).events).toMatchObject([{ attempt: death - 1 }]);
      await site.pass(seconds(15));
    }
    site.startWorker(applyAll);
    await site.pass(seconds(1));
    expect(site.applied).toEqual([]);
    expect(await site.events()).toMatchObject([
      { status: 'dropped', lastError: 'The process ended during the last retry.' },
    ]);
  });
});

describe('workers of several instances', () => {
  test('of three instances sends hardly more requests than one alone, whichever instance receives the events', async () => {
    const requestsOf = async (instances: number) => {
      const workers = Array.from({ length: instances }, () =>
        site.startWorker(async () => {
          await site.clock.wait(milliseconds(80));
          return applyAll();
        }),
      );
      const before = site.applied.length;
      for (let event = 0; event < 60; event += 1) {
        const receiver = workers[event % instances];
        if (receiver) await site.receive(receiver, { entityId: 1 + (event % 9) });
        await site.pass(milliseconds(35 + (event % 4) * 20));
      }
      await site.pass(seconds(3));
      expect((await site.queue.counts()).pending).toBe(0);
      await site.stopWorkers();
      return site.applied.length - before;
    };
    const alone = await requestsOf(1);

    expect(await requestsOf(3)).toBeLessThanOrEqual(1.3 * alone);
  });

  // So that no response is more than five seconds old.
  test.each([0, 0.3, 0.9])(
    'replaces one that died while processing (after %s s) within three and a half seconds, and counts that attempt',
    async (after) => {
      const dead = site.startWorker(() => new Promise<never>(() => undefined));
      const next = site.startWorker(applyAll);
      await site.receive(dead, {});
      await site.pass(seconds(2 + after));
      site.kill(dead);
      await site.receive(next, { entityId: 78 });
      await site.pass(seconds(3.5));

      expect(await site.events()).toMatchObject([
        { entityId: 78, status: 'complete' },
        { entityId: 77, status: 'complete', attempt: 1 },
      ]);
    },
  );

  test('that takes over from one that died with fifty products has processed all of them within five seconds', async () => {
    const dead = site.startWorker(() => new Promise<never>(() => undefined));
    for (const entityId of idsFrom(1, 50)) await site.receive(dead, { entityId });
    await site.pass(seconds(2));
    expect(site.applied.flatMap(({ batch }) => idsIn(batch))).toEqual(idsFrom(1, 50));
    site.startWorker(async () => {
      await site.clock.wait(milliseconds(150));
      return applyAll();
    });
    site.kill(dead);
    await site.pass(seconds(5));
    expect(await site.queue.counts()).toMatchObject({ pending: 0, failed: 0 });
  });

  test('never processes an entity at the same time as another worker', async () => {
    const held = new Set<number>();
    const twice: number[] = [];
    const process = async (batch: EventBatch): Promise<BatchOutcome> => {
      for (const id of idsIn(batch)) {
        if (held.has(id)) twice.push(id);
        held.add(id);
      }
      for (let tick = 0; tick < 5; tick += 1) await settled();
      for (const id of idsIn(batch)) held.delete(id);
      return applyAll();
    };
    for (let worker = 0; worker < 3; worker += 1) site.startWorker(process);
    for (let round = 0; round < 40; round += 1) {
      await site.add({ entityId: 1 + (round % 7) });
      await site.pass(milliseconds(20));
    }
    await site.pass(seconds(10));
    expect(twice).toEqual([]);
    expect((await site.queue.counts()).pending).toBe(0);
  });
});
