import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { days, hours, milliseconds, minutes, seconds } from '../../../server/src/lib/durations';
import type { BatchOutcome } from '../../../server/src/webhooks/event-effects';
import type { Batch } from '../../../server/src/webhooks/event-batches';
import { settled } from '../../support/clocks';
import { eventSite, type EventSite } from '../../support/event-site';

// Two hours in steps of five seconds, each with a look into a real database.
jest.setTimeout(60_000);

let site: EventSite;
beforeEach(async () => {
  site = await eventSite();
});
afterEach(async () => {
  await site.close();
});

const fine = async (): Promise<BatchOutcome> => ({ failures: new Map(), lookAgain: new Map() });
const down = async (): Promise<BatchOutcome> => {
  throw new Error('upstream answered 503');
};
const idsOf = ({ work }: Batch) => work.map(({ entityId }) => entityId);
/** Minutes from one attempt to the next. */
const gaps = () =>
  site.applied.slice(1).map(({ at }, index) => (at.getTime() - (site.applied[index]?.at.getTime() ?? 0)) / minutes(1));

describe('an event that keeps failing', () => {
  test('is retried after 1, 5, 15, 30 and 60 minutes, exactly, and then dropped', async () => {
    site.startWorker(down);
    await site.add();
    await site.pass(minutes(112));

    expect(gaps()).toEqual([1, 5, 15, 30, 60]);
    expect(await site.events()).toEqual([
      expect.objectContaining({
        status: 'dropped',
        attempt: 5,
        nextAttemptAt: null,
        lastError: 'upstream answered 503',
      }),
    ]);

    await site.stopWorkers();
    await site.clock.advance(days(2));
    site.startWorker(down);
    await site.pass(seconds(10));
    expect(site.applied).toHaveLength(6);
  });

  test('is pending, failed and pending again on the way, and the counter grows with each retry', async () => {
    let attempts: number[] = [];
    site.startWorker(async (batch) => {
      attempts = [...attempts, ...batch.work.flatMap(({ events }) => events.map(({ attempt }) => attempt))];
      return down();
    });
    await site.add();
    expect(await site.events()).toMatchObject([{ status: 'pending', attempt: 0 }]);
    await site.pass(seconds(1));
    expect(await site.events()).toMatchObject([{ status: 'failed', attempt: 0 }]);
    await site.pass(minutes(7));
    expect(await site.events()).toMatchObject([{ status: 'failed', attempt: 2 }]);
    expect(attempts).toEqual([0, 1, 2]);
  });

  test('keeps its schedule over restarts', async () => {
    for (const stay of [minutes(0.5), minutes(4), minutes(10), minutes(20), minutes(30)]) {
      site.startWorker(down);
      if (site.applied.length === 0) await site.add();
      await site.pass(stay);
      await site.stopWorkers();
      await site.pass(seconds(7));
    }
    site.startWorker(down);
    await site.pass(minutes(60));

    expect(gaps()).toEqual([1, 5, 15, 30, 60]);
    expect(await site.events()).toMatchObject([{ status: 'dropped' }]);
  });

  test('whose time came while the site was down is retried at the start', async () => {
    site.startWorker(down);
    await site.add();
    await site.pass(seconds(1));
    await site.stopWorkers();
    await site.pass(hours(3));
    site.startWorker(fine);
    await site.pass(seconds(1));
    expect(site.applied).toHaveLength(2);
    expect(await site.events()).toMatchObject([{ status: 'complete', attempt: 1 }]);
  });

  test('follows a schedule of the settings', async () => {
    site.settings.webhookRetryDelays = [1, 2];
    site.startWorker(down);
    await site.add();
    await site.pass(minutes(1));
    expect(gaps().map((gap) => gap * 60)).toEqual([1, 2]);
    expect(await site.events()).toMatchObject([{ status: 'dropped', attempt: 2 }]);
  });

  test('is tried alone from its third retry on, so that it takes no others with it', async () => {
    const poisonous = 13;
    site.startWorker(async (batch) => (idsOf(batch).includes(poisonous) ? down() : fine()));
    for (let entityId = 1; entityId <= 30; entityId += 1) await site.add({ entityId });
    await site.pass(hours(2));

    const events = await site.events();
    expect(events.filter(({ status }) => status === 'dropped').map(({ entityId }) => entityId)).toEqual([poisonous]);
    expect(events.filter(({ status }) => status === 'complete')).toHaveLength(29);
  });

  test.each([[[60]], [[60, 300]]])('is tried alone at the last retry of a schedule of %j', async (delays) => {
    site.settings.webhookRetryDelays = delays;
    const poisonous = 13;
    site.startWorker(async (batch) => (idsOf(batch).includes(poisonous) ? down() : fine()));
    for (let entityId = 1; entityId <= 30; entityId += 1) await site.add({ entityId });
    await site.pass(hours(2));

    const dropped = (await site.events()).filter(({ status }) => status === 'dropped');
    expect(dropped.map(({ entityId }) => entityId)).toEqual([poisonous]);
  });
});

describe('the time limit', () => {
  test('ends an attempt in the promised words', async () => {
    const signals: AbortSignal[] = [];
    site.startWorker((batch, signal) => {
      if (batch.entity === 'category') return fine();
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

  test('is longer than the lease, which is kept meanwhile', async () => {
    let finish: () => void = () => undefined;
    site.startWorker(async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return fine();
    });
    await site.add();
    await site.pass(seconds(20));
    site.startWorker(fine);
    await site.pass(seconds(30));
    expect(site.applied).toHaveLength(1);
    finish();
    await site.pass(seconds(1));
    expect(await site.events()).toMatchObject([{ status: 'complete', attempt: 0 }]);
  });
});

describe('a process that dies', () => {
  test('in the middle of an event leaves it to the next one when its lease ends, with one attempt used up', async () => {
    await site.add();
    await site.queue.claim({ claimId: 'of the dead', leaseFor: seconds(15), batchSize: () => 50 });

    site.startWorker(fine);
    await site.pass(seconds(14.9));
    expect(site.applied).toEqual([]);
    await site.pass(seconds(0.1));
    expect(site.applied).toHaveLength(1);
    expect(await site.events()).toMatchObject([{ status: 'complete', attempt: 1 }]);
  });

  test('whenever it meets one event meets it six times and no more', async () => {
    await site.add();
    for (let death = 1; death <= 6; death += 1) {
      const claim = { claimId: randomUUID(), leaseFor: seconds(15), batchSize: () => 50 };
      expect((await site.queue.claim(claim)).events).toMatchObject([{ attempt: death - 1 }]);
      await site.pass(seconds(15));
    }
    site.startWorker(fine);
    await site.pass(seconds(1));
    expect(site.applied).toEqual([]);
    expect(await site.events()).toMatchObject([
      { status: 'dropped', lastError: 'The process ended during the last retry.' },
    ]);
  });
});

describe('a worker', () => {
  test('starts within the collecting window and takes together what came in it', async () => {
    site.startWorker(fine);
    await site.pass(minutes(1));
    const started = site.clock.now().getTime();
    for (let entityId = 1; entityId <= 3; entityId += 1) await site.add({ entityId });
    await site.pass(milliseconds(100));
    expect(site.applied.map(({ batch }) => idsOf(batch))).toEqual([[1, 2, 3]]);
    expect((site.applied[0]?.at.getTime() ?? 0) - started).toBeLessThanOrEqual(100);
  });

  test('asks for at most fifty entities at once, products and categories apart', async () => {
    for (let entityId = 1; entityId <= 60; entityId += 1) await site.add({ entityId });
    await site.add({ entity: 'category', entityId: 1 });
    site.startWorker(fine);
    await site.pass(seconds(5));
    expect(site.applied.map(({ batch }) => `${batch.entity} ${batch.work.length}`)).toEqual([
      'product 50',
      'product 10',
      'category 1',
    ]);
  });

  test('makes one more pass for an event that comes while its entity is being processed', async () => {
    let finish: () => void = () => undefined;
    site.startWorker(
      () =>
        new Promise((resolve) => {
          finish = () => resolve({ failures: new Map(), lookAgain: new Map() });
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

  test('notices within five seconds what another instance received and did not live to process', async () => {
    site.startWorker(fine);
    await site.pass(minutes(1));
    await site.queue.add([{ scope: 'store/product/updated', entity: 'product', entityId: 77, identity: null }]);
    await site.pass(seconds(5));
    expect(site.applied).toHaveLength(1);
  });

  test('that stops lets go at once of what it holds, and uses up no attempt', async () => {
    const worker = site.startWorker(
      (_batch, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    await site.add();
    await site.pass(seconds(1));
    await worker.stop();
    expect(
      (await site.queue.claim({ claimId: 'next', leaseFor: seconds(15), batchSize: () => 1 })).events,
    ).toMatchObject([{ attempt: 0 }]);
  });

  test('survives a database that fails for a while', async () => {
    const { claim } = site.queue;
    let failures = 3;
    site.queue.claim = async (request) => {
      failures -= 1;
      if (failures >= 0) throw new Error('database is gone');
      return claim(request);
    };
    site.startWorker(fine);
    await site.add();
    await site.pass(seconds(10));
    expect(await site.events()).toMatchObject([{ status: 'complete' }]);
    expect(site.logger.lines.filter(({ event }) => event === 'processing webhook events failed')).toHaveLength(3);
  });

  test('removes what was finished seven days ago, once an hour', async () => {
    site.startWorker(fine);
    await site.add();
    await site.pass(seconds(1));
    await site.stopWorkers();
    await site.clock.advance(milliseconds(days(7) - minutes(30)));

    site.startWorker(fine);
    await site.pass(minutes(59));
    expect(await site.events()).toHaveLength(1);
    await site.pass(minutes(2));
    expect(await site.events()).toHaveLength(0);
  });

  test('beside others never processes an entity that another one processes', async () => {
    const held = new Set<number>();
    const twice: number[] = [];
    const process = async (batch: Batch): Promise<BatchOutcome> => {
      for (const id of idsOf(batch)) {
        if (held.has(id)) twice.push(id);
        held.add(id);
      }
      for (let tick = 0; tick < 5; tick += 1) await settled();
      for (const id of idsOf(batch)) held.delete(id);
      return fine();
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
