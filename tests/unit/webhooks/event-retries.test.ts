import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { days, hours, minutes, seconds } from '../../../server/src/lib/durations';
import type { BatchOutcome } from '../../../server/src/webhooks/event-effects';
import { applyAll, eventSite, type EventSite, idsIn } from '../../support/sites/event-site';

let site: EventSite;
beforeEach(async () => {
  site = await eventSite();
});
afterEach(async () => {
  await site.close();
});

const down = async (): Promise<BatchOutcome> => {
  throw new Error('upstream returned 503');
};
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
        lastError: 'upstream returned 503',
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

  test('is tried once more after fewer retries were configured than it has used up', async () => {
    site.startWorker(down);
    await site.add();
    await site.add({ entityId: 78 });
    await site.pass(minutes(7));
    await site.stopWorkers();
    site.settings.webhookRetryDelays = [60];
    site.startWorker(async () => ({
      ...(await applyAll()),
      failures: new Map([[78, 'upstream returned 503']]),
    }));
    await site.pass(minutes(2));
    expect(await site.events()).toMatchObject([
      { entityId: 78, status: 'dropped', lastError: 'upstream returned 503' },
      { entityId: 77, status: 'complete' },
    ]);
  });

  test('keeps its schedule across restarts', async () => {
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

  test('that became due while the site was down is retried at startup', async () => {
    site.startWorker(down);
    await site.add();
    await site.pass(seconds(1));
    await site.stopWorkers();
    await site.pass(hours(3));
    site.startWorker(applyAll);
    await site.pass(seconds(1));
    expect(site.applied).toHaveLength(2);
    expect(await site.events()).toMatchObject([{ status: 'complete', attempt: 1 }]);
  });

  test('follows the schedule in the settings', async () => {
    site.settings.webhookRetryDelays = [1, 2];
    site.startWorker(down);
    await site.add();
    await site.pass(minutes(1));
    expect(gaps().map((gap) => gap * 60)).toEqual([1, 2]);
    expect(await site.events()).toMatchObject([{ status: 'dropped', attempt: 2 }]);
  });

  test('is processed by itself from its third retry, so that it does not fail others', async () => {
    const poisonous = 13;
    site.startWorker(async (batch) => (idsIn(batch).includes(poisonous) ? down() : applyAll()));
    for (let entityId = 1; entityId <= 30; entityId += 1) await site.add({ entityId });
    await site.pass(hours(2));

    const events = await site.events();
    expect(events.filter(({ status }) => status === 'dropped').map(({ entityId }) => entityId)).toEqual([poisonous]);
    expect(events.filter(({ status }) => status === 'complete')).toHaveLength(29);
  });

  test('is processed by itself from its third retry, whatever new events its product has', async () => {
    const poisonous = 13;
    const alone: boolean[] = [];
    site.startWorker(async (batch) => {
      if (!idsIn(batch).includes(poisonous)) return applyAll();
      alone.push(batch.work.length === 1);
      return down();
    });
    await site.add({ entityId: poisonous });
    await site.pass(minutes(10));
    const before = alone.length;
    for (let minute = 0; minute < 10; minute += 1) {
      for (let entityId = 11; entityId <= 15; entityId += 1) await site.add({ entityId });
      await site.pass(minutes(1));
    }
    expect(alone.length).toBeGreaterThan(before + 9);
    expect(alone.slice(before)).not.toContain(false);
  });

  test.each([[[60]], [[60, 300]]])('is processed by itself at the last retry of a schedule of %j', async (delays) => {
    site.settings.webhookRetryDelays = delays;
    const poisonous = 13;
    site.startWorker(async (batch) => (idsIn(batch).includes(poisonous) ? down() : applyAll()));
    for (let entityId = 1; entityId <= 30; entityId += 1) await site.add({ entityId });
    await site.pass(hours(2));

    const dropped = (await site.events()).filter(({ status }) => status === 'dropped');
    expect(dropped.map(({ entityId }) => entityId)).toEqual([poisonous]);
  });
});

describe('an event during which the site’s own database went away', () => {
  const interrupted = async (): Promise<BatchOutcome> => {
    throw new Error('Connection terminated unexpectedly');
  };

  test('is processed again a second later, which is no retry', async () => {
    let attempts = 0;
    site.startWorker(() => {
      attempts += 1;
      return attempts < 4 ? interrupted() : applyAll();
    });
    await site.add();
    await site.pass(seconds(5));

    expect(attempts).toBe(4);
    expect(await site.events()).toMatchObject([{ status: 'complete', attempt: 0 }]);
  });

  test.each([
    ['until its result was to be stored', 1],
    ['again and again', 6],
  ])('%s is processed again, which is no retry', async (_when, outages) => {
    const { finish, release } = site.queue;
    let [left, refusals] = [outages, 0];
    const unlessAway =
      <Request, Result>(work: (request: Request) => Promise<Result>) =>
      async (request: Request): Promise<Result> => {
        refusals -= 1;
        if (refusals < 0) return work(request);
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      };
    Object.assign(site.queue, { finish: unlessAway(finish), release: unlessAway(release) });
    site.startWorker(() => {
      left -= 1;
      // Its result cannot be stored, nor can the event be released at once.
      refusals = left < 0 ? 0 : 3;
      return left < 0 ? applyAll() : interrupted();
    });
    await site.add();
    await site.pass(minutes(2));

    expect(site.applied).toHaveLength(outages + 1);
    expect(await site.events()).toMatchObject([{ status: 'complete', attempt: 0 }]);
  });

  test('is retried like one that failed once ten minutes have passed since it arrived', async () => {
    await site.add();
    await site.clock.advance(minutes(11));
    site.startWorker(interrupted);
    await site.pass(seconds(30));

    expect(site.applied).toHaveLength(1);
    expect(await site.events()).toMatchObject([{ status: 'failed', lastError: 'Connection terminated unexpectedly' }]);
  });
});

test('an event that ends the process each time is dropped after six times, and no other is', async () => {
  const poisonous = 13;
  for (let entityId = 1; entityId <= 30; entityId += 1) await site.add({ entityId });
  for (let life = 1; life <= 7; life += 1) {
    const worker = site.startWorker((batch) => {
      if (!idsIn(batch).includes(poisonous)) return applyAll();
      site.kill(worker);
      return new Promise<never>(() => undefined);
    });
    await site.pass(seconds(20));
  }

  const events = await site.events();
  expect(events.filter(({ status }) => status === 'dropped').map(({ entityId }) => entityId)).toEqual([poisonous]);
  expect(events.filter(({ status }) => status === 'complete')).toHaveLength(29);
  expect(site.applied.filter(({ batch }) => idsIn(batch).includes(poisonous))).toHaveLength(6);
});
