import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { milliseconds, seconds } from '../../../server/src/lib/durations';
import type { EventBatch } from '../../../server/src/webhooks/event-batches';
import { applyAll, eventSite, type EventSite, idsIn } from '../../support/sites/event-site';

let site: EventSite;
beforeEach(async () => {
  site = await eventSite();
});
afterEach(async () => {
  await site.close();
});

describe('a request that hangs', () => {
  const hangsFor = (hung: ReadonlySet<number>) => (batch: EventBatch) =>
    idsIn(batch).some((id) => hung.has(id)) ? new Promise<never>(() => undefined) : applyAll();
  const done = async () =>
    (await site.events()).filter(({ status }) => status === 'complete').map(({ entityId }) => entityId);

  test.each([
    [[1], 0.3],
    [[1, 2], 1.5],
  ])('lets events for other entities through within two seconds: %j, %d s apart', async (hung, apart) => {
    site.startWorker(hangsFor(new Set(hung)));
    for (const entityId of hung) {
      await site.add({ entityId });
      await site.pass(seconds(apart));
    }
    for (let entityId = 10; entityId <= 14; entityId += 1) await site.add({ entityId });
    await site.pass(seconds(2));
    expect(await done()).toEqual([14, 13, 12, 11, 10]);
    await site.add({ entityId: 20 });
    await site.pass(seconds(2));
    expect(await done()).toContain(20);
  });

  test('is not sent a second time in parallel for a newer event of its entity, which follows when it ends', async () => {
    let finish: () => void = () => undefined;
    site.startWorker(async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return { failures: new Map(), unconfirmed: new Map() };
    });
    await site.add();
    await site.pass(seconds(3));
    await site.add();
    await site.pass(seconds(10));
    expect(site.applied).toHaveLength(1);
    finish();
    await site.pass(milliseconds(200));
    expect(site.applied).toHaveLength(2);
    finish();
    await site.pass(milliseconds(200));
    expect(await done()).toEqual([77, 77]);
  });

  test('runs in parallel with at most two others', async () => {
    site.startWorker(hangsFor(new Set([1, 2, 3, 4])));
    for (let entityId = 1; entityId <= 4; entityId += 1) {
      await site.add({ entityId });
      await site.pass(seconds(3));
    }
    expect(site.applied.map(({ batch }) => idsIn(batch))).toEqual([[1], [2], [3]]);
  });

  test('is abandoned when the site stops, even by code that ignores the signal', async () => {
    const worker = site.startWorker(hangsFor(new Set([1])));
    await site.add({ entityId: 1 });
    await site.pass(seconds(3));
    await worker.stop();
    expect(
      (await site.queue.claim({ claimId: 'next', leaseFor: seconds(15), batchSize: () => 1, untriedFirst: false }))
        .events,
    ).toMatchObject([{ attempt: 0 }]);
  });
});
