import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { days, milliseconds, minutes, seconds } from '../../../server/src/lib/durations';
import { followersOf } from '../../support/time/followers';
import { applyAll, eventSite, type EventSite, idsFrom, idsIn } from '../../support/sites/event-site';

let site: EventSite;
beforeEach(async () => {
  site = await eventSite();
});
afterEach(async () => {
  await site.close();
});

describe('the time limit', () => {
  test('ends an attempt with the promised message', async () => {
    const signals: AbortSignal[] = [];
    site.startWorker((batch, signal) => {
      if (batch.entity === 'category') return applyAll();
      signals.push(signal);
      return new Promise<never>(() => undefined);
    });
    await site.add();
    await site.add({ entity: 'category', entityId: 5 });
    await site.pass(seconds(59));
    expect(await site.events()).toMatchObject([
      { entity: 'category', status: 'complete' },
      { entity: 'product', status: 'pending' },
    ]);
    await site.pass(seconds(2));

    expect(await site.events()).toMatchObject([
      { entity: 'category', status: 'complete' },
      { entity: 'product', status: 'failed', lastError: 'Maximum execution time exceeded' },
    ]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test('is longer than the lease, which is renewed in the meantime', async () => {
    let finish: () => void = () => undefined;
    site.startWorker(async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return applyAll();
    });
    await site.add();
    await site.pass(seconds(20));
    site.startWorker(applyAll);
    await site.pass(seconds(30));
    expect(site.applied).toHaveLength(1);
    finish();
    await site.pass(seconds(1));
    expect(await site.events()).toMatchObject([{ status: 'complete', attempt: 0 }]);
  });
});

describe('a worker', () => {
  test('starts within the collecting window and batches what arrived in it', async () => {
    site.startWorker(applyAll);
    await site.pass(minutes(1));
    const started = site.clock.now().getTime();
    for (let entityId = 1; entityId <= 3; entityId += 1) await site.add({ entityId });
    await site.pass(milliseconds(100));
    expect(site.applied.map(({ batch }) => idsIn(batch))).toEqual([[1, 2, 3]]);
    expect((site.applied[0]?.at.getTime() ?? 0) - started).toBeLessThanOrEqual(100);
  });

  test('leaves nothing of the claims that it has processed on its signals', async () => {
    const given: AbortSignal[] = [];
    site.startWorker((_, signal) => {
      given.push(signal);
      return applyAll();
    });
    for (let entityId = 1; entityId <= 10; entityId += 1) {
      await site.add({ entityId });
      await site.pass(seconds(1));
    }
    expect(given).toHaveLength(10);
    expect(given.map(followersOf).filter((count) => count > 0)).toEqual([]);
    expect(site.mostFollowers()).toBeLessThan(5);
  });

  test('requests at most fifty entities at once, products and categories separately', async () => {
    for (let entityId = 1; entityId <= 60; entityId += 1) await site.add({ entityId });
    await site.add({ entity: 'category', entityId: 1 });
    site.startWorker(applyAll);
    await site.pass(seconds(5));
    expect(site.applied.map(({ batch }) => `${batch.entity} ${batch.work.length}`)).toEqual([
      'product 50',
      'product 10',
      'category 1',
    ]);
  });

  test('makes one more pass for an event that arrives while its entity is being processed', async () => {
    let finish: () => void = () => undefined;
    site.startWorker(
      () =>
        new Promise((resolve) => {
          finish = () => resolve({ failures: new Map(), unconfirmed: new Map() });
        }),
    );
    await site.add();
    await site.pass(milliseconds(100));
    await site.add();
    await site.add();
    await site.pass(milliseconds(100));
    expect(site.applied).toHaveLength(1);
    finish();
    await site.pass(milliseconds(200));
    finish();
    await site.pass(seconds(10));
    expect(site.applied).toHaveLength(2);
    expect((await site.events()).map(({ status }) => status)).toEqual(['complete', 'complete']);
  });

  test('notices within five seconds what another instance received but did not live to process', async () => {
    site.startWorker(applyAll);
    await site.pass(minutes(1));
    await site.queue.add([{ scope: 'store/product/updated', entity: 'product', entityId: 77, identity: null }]);
    await site.pass(seconds(5));
    expect(site.applied).toHaveLength(1);
  });

  test('that stops releases its claims immediately, and uses up no attempt', async () => {
    const worker = site.startWorker(
      (_batch, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    await site.add();
    await site.pass(seconds(1));
    await worker.stop();
    expect(
      (await site.queue.claim({ claimId: 'next', leaseFor: seconds(15), batchSize: () => 1, untriedFirst: false }))
        .events,
    ).toMatchObject([{ attempt: 0 }]);
  });

  test('that may not ask the store any more leaves its events to others, uses up no attempt, and takes none', async () => {
    const first = site.startWorker(() => new Promise<never>(() => undefined));
    await site.add({ entityId: 1 });
    await site.pass(seconds(0.2));
    site.startWorker(applyAll);
    expect(site.applied).toHaveLength(1);
    site.bar(first);
    await site.pass(seconds(1.5));
    expect(await site.events()).toMatchObject([{ status: 'complete', attempt: 0 }]);
    await site.receive(first, { entityId: 2 });
    await site.pass(seconds(0.5));
    expect((await site.events()).map(({ status }) => status)).toEqual(['complete', 'complete']);
    expect(site.applied.map(({ batch }) => idsIn(batch))).toEqual([[1], [1], [2]]);
    expect(site.logger.lines).toEqual([]);
  });

  test('finds within a second what an instance that may not ask has received, when its notifications are lost', async () => {
    const first = site.startWorker(() => new Promise<never>(() => undefined));
    site.startWorker(applyAll);
    site.bar(first);
    await site.pass(seconds(6));
    site.loseNotifications();
    await site.receive(first, { entityId: 2 });
    await site.pass(seconds(1.2));
    expect(await site.events()).toMatchObject([{ status: 'complete', attempt: 0 }]);
  });

  test('survives a temporary database failure', async () => {
    const { claim } = site.queue;
    let failures = 3;
    site.queue.claim = async (request) => {
      failures -= 1;
      if (failures >= 0) throw new Error('database is gone');
      return claim(request);
    };
    site.startWorker(applyAll);
    await site.add();
    await site.pass(seconds(10));
    expect(await site.events()).toMatchObject([{ status: 'complete' }]);
    expect(site.logger.lines.filter(({ event }) => event === 'processing webhook events failed')).toHaveLength(3);
  });

  test('removes what was finished seven days ago, once an hour', async () => {
    site.startWorker(applyAll);
    await site.add();
    await site.pass(seconds(1));
    await site.stopWorkers();
    await site.clock.advance(milliseconds(days(7) - minutes(30)));

    site.startWorker(applyAll);
    await site.pass(minutes(59));
    expect(await site.events()).toHaveLength(1);
    await site.pass(minutes(2));
    expect(await site.events()).toHaveLength(0);
  });

  test('processes new events between those that it tries again one by one', async () => {
    let isDown = true;
    site.startWorker(async () => {
      await site.clock.wait(milliseconds(150));
      if (isDown) throw new Error('upstream returned 503');
      return applyAll();
    });
    const [tried, added] = [idsFrom(1, 40), idsFrom(101, 110)];
    for (const entityId of tried) await site.add({ entityId });
    await site.pass(minutes(20));
    isDown = false;
    await site.pass(seconds(62));
    const before = site.applied.length;
    for (const entityId of added) await site.add({ entityId });
    await site.pass(seconds(0.6));
    const since = site.applied.slice(before).map(({ batch }) => idsIn(batch));
    expect(since).toContainEqual(added);
    expect(since.filter((ids) => ids.length === 1).length).toBeGreaterThan(1);
    await site.pass(seconds(10));
    expect(await site.queue.counts()).toMatchObject({ pending: 0, failed: 0 });
  });
});

test('an event does not wait until everything that has been kept long enough is deleted', async () => {
  let pieces = 0;
  Object.assign(site.queue, {
    async prune({ limit }: { limit: number }) {
      pieces += 1;
      return pieces < 1000 ? limit : 0;
    },
  });
  site.startWorker(applyAll);
  await site.add();
  await site.pass(seconds(1));
  expect(await site.events()).toMatchObject([{ status: 'complete' }]);
  expect(pieces).toBeLessThan(1000);
  await site.pass(minutes(1));
  expect(pieces).toBeGreaterThan(10);
});
