import { expect, test } from 'vitest';
import { DatabaseDownError } from '../../server/src/database/conflicts';
import { systemClock } from '../../server/src/lib/clock';
import { hours } from '../../server/src/lib/durations';
import { createRunCarrier } from '../../server/src/sync/execution/run-carrier';
import type { RunExecutor } from '../../server/src/sync/execution/run-executor';
import type { RunRecord } from '../../server/src/sync/runs/run-record';
import { memoryLeases } from '../support/instances/memory-stores';
import { createQuietLogger } from '../support/quiet-logger';
import { aRunRecord } from '../support/shops/run-records';
import { SwiftClock } from '../support/time/swift-clock';

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

/**
 * Carries runs whose outcomes and releases are collected; their reasons must not contain the letter 茶, and the database
 * refuses the first releases.
 */
function aCarrier(execute: RunExecutor, { refusals = 0, prune = async () => undefined } = {}) {
  const releases: unknown[] = [];
  const written: RunRecord[] = [];
  const log: unknown[] = [];
  const clock = new SwiftClock(1);
  let onReleased: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (onReleased = resolve));
  const carrier = createRunCarrier({
    runs: {
      create: async () => undefined,
      findRunning: async () => null,
      takeOver: async () => null,
      release: async ({ id }, options) => {
        releases.push([id, options]);
        if (releases.length <= refusals) throw refused;
      },
      finish: async (run) => {
        if (run.error?.includes('茶')) throw new Error('the database has no such letter');
        written.push(run);
        return true;
      },
      requestCancel: async () => undefined,
      isCancelRequested: async () => false,
      findLast: async () => null,
      findMark: async () => null,
      findBase: async () => null,
      forgetBases: async () => undefined,
      forgetMarks: async () => undefined,
      forgetComplete: async () => undefined,
      restartLost: async () => null,
      isLasting: async () => true,
      prune,
    },
    runLog: {
      append: async (_, lines) => void log.push(...lines),
      read: async () => [],
    },
    leases: memoryLeases(clock),
    clock,
    databaseClock: { read: async () => clock.now() },
    logger: createQuietLogger(),
    execute,
    onReleased,
  });
  return { carrier, written, releases, released, log };
}

test('the end of a run is stored without the reason if the reason cannot be stored', async () => {
  const { carrier, written } = aCarrier(async (run) => run);
  expect(await carrier.conclude(aRunRecord(), { status: 'failed', error: 'no place for 茶', reasons: [] })).toBe(true);
  expect(written).toMatchObject([
    { status: 'failed', phase: 'finished', error: expect.stringContaining("see the site's log") },
  ]);
});

test('a run that finds no database is left to be resumed, without counting as a death', async () => {
  const { carrier, written, releases, released } = aCarrier(async () => Promise.reject(refused));
  carrier.launch(aRunRecord(), 'holder');
  await released;
  expect([written, releases]).toEqual([[], [['run-1', { clearsItem: true }]]]);
});

test('that a run found no database is stored once there is one', async () => {
  const { carrier, written, releases, released } = aCarrier(async () => Promise.reject(refused), { refusals: 2 });
  carrier.launch(aRunRecord(), 'holder');
  await released;
  expect([written, releases.length]).toEqual([[], 3]);
});

test('a site that stops does not wait for a database that is away', async () => {
  const { carrier, releases, released } = aCarrier(async () => Promise.reject(refused), { refusals: Infinity });
  carrier.launch(aRunRecord(), 'holder');
  await carrier.stop();
  await released;
  expect(releases.length).toBeLessThanOrEqual(2);
});

test('a run whose site stops is resumed at the item that it was importing on its own', async () => {
  const untilStopped: RunExecutor = async (run, { signal }) => {
    await systemClock.wait(hours(1), signal);
    return run;
  };
  const { carrier, written, releases, released } = aCarrier(untilStopped);
  carrier.launch(aRunRecord({ deaths: 2, itemInProgress: { entity: 'product', id: 7 } }), 'holder');
  await carrier.stop();
  await released;
  expect([written, releases]).toEqual([[], [['run-1', { clearsItem: true }]]]);
});

test('a run that may have brought the database down counts as a death when it is resumed', async () => {
  const { carrier, written, releases, released } = aCarrier(async () => Promise.reject(new DatabaseDownError('away')));
  carrier.launch(aRunRecord(), 'holder');
  await released;
  expect([written, releases]).toEqual([[], []]);
});

test('a run that succeeded has not failed, even if older ones cannot be deleted', async () => {
  const prune = async () => Promise.reject(new Error('Connection terminated'));
  const { carrier, written, released, log } = aCarrier(async (run) => run, { prune });
  carrier.launch(aRunRecord(), 'holder');
  await released;
  expect(written).toMatchObject([{ status: 'succeeded' }]);
  expect(JSON.stringify(log)).not.toContain('failed');
});
