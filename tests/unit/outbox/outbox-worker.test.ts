import { afterEach, beforeEach, expect, test } from 'vitest';
import { hours, minutes, seconds } from '../../../server/src/lib/durations';
import { NotDeliveredError, type OutboxBatch } from '../../../server/src/outbox/outbox-target';
import { aChange } from '../../support/shops/changed-ids';
import { type OutboxSite, outboxSite } from '../../support/sites/outbox-site';

let site: OutboxSite;
let notified: OutboxBatch['change'][];
const note = async ({ change }: OutboxBatch) => void notified.push(change);
const ofProduct = (id: number) => aChange({ products: [id] });

beforeEach(async () => {
  site = await outboxSite();
  notified = [];
});
afterEach(() => site.close());

async function pass(duration: ReturnType<typeof seconds>): Promise<void> {
  for (let left = duration / 200; left > 0; left -= 1) {
    await site.clock.advance(seconds(0.2));
    await site.idle();
  }
}

test('a target is notified of a change at once, and once', async () => {
  site.startWorker(note);
  await site.change(ofProduct(1));
  await pass(seconds(12));
  expect(notified).toEqual([ofProduct(1)]);
  expect(await site.queue.progress(['cdn'])).toMatchObject([{ waiting: 0, attempts: 0, error: null }]);
});

test('a slow target gets one call at a time, and changes in the meantime are combined', async () => {
  const ends: (() => void)[] = [];
  site.startWorker(async (batch) => {
    await note(batch);
    await new Promise<void>((resolve) => ends.push(resolve));
  });
  for (const id of [1, 2, 3, 3]) await site.change(aChange({ products: [id], brands: [9] }));
  expect(notified).toEqual([aChange({ products: [1], brands: [9] })]);
  ends[0]?.();
  await pass(seconds(1));
  expect(notified.slice(1)).toEqual([aChange({ products: [2, 3], brands: [9] })]);
  ends[1]?.();
  await pass(seconds(1));
  expect(notified).toHaveLength(2);
});

test('a target that is removed while changes wait for it is not notified of them', async () => {
  const names = ['cdn'];
  const removing = await outboxSite({ names });
  const ends: (() => void)[] = [];
  removing.startWorker(async (batch) => {
    await note(batch);
    await new Promise<void>((resolve) => ends.push(resolve));
  });
  for (const id of [1, 2]) await removing.change(ofProduct(id));
  names.length = 0;
  ends[0]?.();
  for (let step = 0; step < 5; step += 1) {
    await removing.clock.advance(seconds(0.2));
    await removing.idle();
  }
  expect(notified).toEqual([ofProduct(1)]);
  await removing.close();
});

test('a target that fails is notified again, later each time, of everything since', async () => {
  const outcomes = [() => Promise.reject(new Error('the CDN knows a secret')), () => Promise.reject(new Error('away'))];
  site.startWorker(async (batch) => {
    await note(batch);
    await outcomes.shift()?.();
  });
  await site.change(ofProduct(1));
  await site.change(ofProduct(2));
  expect([notified, (await site.queue.progress(['cdn']))[0]?.error]).toEqual([
    [ofProduct(1)],
    'the CDN knows a [redacted]',
  ]);
  await pass(seconds(2));
  expect(notified.slice(1)).toEqual([aChange({ products: [1, 2] })]);
  await pass(seconds(3));
  expect(notified).toHaveLength(2);
  await pass(seconds(1));
  expect(notified).toHaveLength(3);
  expect(await site.queue.progress(['cdn'])).toMatchObject([{ waiting: 0, attempts: 0, error: null }]);
});

test('a call that never returns ends after 30 seconds, and the target is notified again', async () => {
  const outcomes = [() => new Promise<never>(() => undefined)];
  site.startWorker(async (batch) => {
    await note(batch);
    await outcomes.shift()?.();
  });
  await site.change(ofProduct(1));
  await pass(seconds(33));
  expect(notified).toEqual([ofProduct(1), ofProduct(1)]);
  expect(site.logger.lines.map(({ fields }) => fields.error)).toEqual(['it took longer than 30 seconds']);
});

test('why a target was not notified is stored by code, without secrets; not for what has no code', async () => {
  const data = { host: 'cdn.example', status: 403, said: 'not with a secret' };
  const outcomes = [
    () => Promise.reject(new NotDeliveredError('403', { code: 'target_refused', data })),
    () => Promise.reject(new Error('a function threw')),
  ];
  site.startWorker(async () => outcomes.shift()?.());
  const reason = async () => (await site.queue.progress(['cdn']))[0]?.reason;
  await site.change(ofProduct(1));
  expect(await reason()).toEqual({ code: 'target_refused', values: { ...data, said: 'not with a [redacted]' } });
  await pass(seconds(2));
  expect(await reason()).toBeNull();
});

test('a target that names a time is not notified again before', async () => {
  const outcomes = [
    () => Promise.reject(new NotDeliveredError('429', { code: 'target_refused', data: {}, retryAfter: seconds(60) })),
  ];
  site.startWorker(async (batch) => {
    await note(batch);
    await outcomes.shift()?.();
  });
  await site.change(ofProduct(1));
  await pass(seconds(59));
  expect(notified).toHaveLength(1);
  await pass(seconds(2));
  expect(notified).toHaveLength(2);
});

test('a target with a pause is not called sooner after a call, by any instance, no matter what changes meanwhile', async () => {
  const pausing = await outboxSite({ pause: seconds(2.6) });
  const calls: number[] = [];
  const deliver = async () => {
    calls.push(pausing.clock.monotonic());
    if (calls.length === 2) throw new Error('too many');
  };
  const workers = [pausing.startWorker(deliver), pausing.startWorker(deliver)];
  for (let step = 0; step < 75; step += 1) {
    if (step % 4 === 0 && step < 60) await pausing.change(ofProduct(step));
    workers[step % 2]?.wake();
    await pausing.clock.advance(seconds(0.2));
    await pausing.idle();
  }
  await pausing.close();
  expect(calls.length).toBeGreaterThan(4);
  const between = calls.slice(1).map((at, index) => at - (calls[index] ?? 0));
  expect(Math.min(...between)).toBeGreaterThanOrEqual(seconds(2.6));
});

test('of two instances, one at a time notifies a target; changes on the other wait less than a second', async () => {
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const slow = async (batch: OutboxBatch) => {
    running += 1;
    most = Math.max(most, running);
    await note(batch);
    await new Promise<void>((resolve) => ends.push(resolve));
    running -= 1;
  };
  site.startWorker(slow);
  const other = site.startWorker(slow);
  await site.change(ofProduct(1));
  await site.change(ofProduct(2));
  other.wake();
  await pass(seconds(1));
  expect(notified).toHaveLength(1);
  ends[0]?.();
  await pass(seconds(1));
  expect([notified, most]).toEqual([[ofProduct(1), ofProduct(2)], 1]);
  ends[1]?.();
  await pass(seconds(1));
});

test('an instance that waits for another one to notify a target costs little more than a statement a second', async () => {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  site.startWorker(() => ended);
  await site.change(ofProduct(1));
  const own = await site.statementsWithin(pass(seconds(10)));
  site.startWorker(() => ended);
  await pass(seconds(2));
  const both = await site.statementsWithin(pass(seconds(10)));
  end();
  await pass(seconds(1));
  expect(both - own).toBeLessThanOrEqual(16);
});

test('what an instance did not finish notifying a target of before it died, another does', async () => {
  const dying = site.startWorker(async (batch) => {
    await note(batch);
    site.kill(dying);
    await new Promise<never>(() => undefined);
  });
  await site.change(ofProduct(1));
  site.startWorker(note);
  await pass(seconds(25));
  expect(notified).toEqual([ofProduct(1), ofProduct(1)]);
});

test('changes are dropped after a day; the target is then notified that everything changed', async () => {
  let isAway = true;
  const deliver = async (batch: OutboxBatch) => {
    if (isAway) throw new Error('away');
    await note(batch);
  };
  const first = site.startWorker(deliver);
  await site.change(ofProduct(1));
  await site.change(ofProduct(2));
  await pass(seconds(12));
  // An instance that looks every few seconds would make a day long.
  site.kill(first);
  await site.clock.advance(hours(24));
  site.startWorker(deliver);
  await site.idle();
  expect(await site.queue.progress(['cdn'])).toMatchObject([{ waiting: 1, dropped: 2, error: 'away' }]);
  isAway = false;
  await site.clock.advance(minutes(6));
  await site.idle();
  expect(notified).toMatchObject([{ isEverything: true }]);
  expect(await site.queue.progress(['cdn'])).toMatchObject([{ waiting: 0, dropped: 0 }]);
});
