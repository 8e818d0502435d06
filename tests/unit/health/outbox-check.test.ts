import { expect, test } from 'vitest';
import { createOutboxCheck } from '../../../server/src/health/checks/outbox';
import { milliseconds, minutes } from '../../../server/src/lib/durations';
import type { TargetProgress } from '../../../server/src/outbox/outbox-queue';
import { run } from '../../support/sites/run-check';

const working: TargetProgress = {
  name: 'cdn',
  waiting: 0,
  oldest: null,
  deliveredAt: new Date(0),
  failedAt: null,
  error: null,
  reason: null,
  attempts: 0,
  retryIn: milliseconds(0),
  dropped: 0,
};
const failing = { ...working, waiting: 3, attempts: 2, error: 'api.fastly.com responded with 503' };
const check = (...targets: TargetProgress[]) => run(createOutboxCheck({ progress: async () => targets }));

test('targets that were notified of everything, or fail for just 15 minutes, are healthy', async () => {
  await expect(check(working, { ...failing, oldest: minutes(15) })).resolves.toEqual([]);
});

test('changes that wait for a target that works are healthy, however many there are', async () => {
  await expect(check({ ...working, waiting: 5000, oldest: minutes(20) })).resolves.toEqual([]);
});

test('a target that has failed for more than 15 minutes is named with its error', async () => {
  await expect(check(working, { ...failing, oldest: minutes(16) })).resolves.toEqual([
    expect.stringMatching(/16 minutes to be delivered to cdn \(api\.fastly\.com responded with 503\)/),
  ]);
});

test('changes that were dropped are named, until the target works again', async () => {
  await expect(check({ ...failing, oldest: minutes(1), dropped: 7 })).resolves.toEqual([
    expect.stringContaining('7 changes could not be delivered to cdn for 24 hours'),
  ]);
  await expect(check(working)).resolves.toEqual([]);
});
