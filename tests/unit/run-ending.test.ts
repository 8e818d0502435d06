import { expect, test } from 'vitest';
import { createRunCarrier } from '../../server/src/sync/run-carrier';
import type { RunExecutor } from '../../server/src/sync/run-executor';
import type { RunRecord } from '../../server/src/sync/run-record';
import { memoryLeases } from '../support/instances/memory-stores';
import { createQuietLogger } from '../support/quiet-logger';
import { aRunRecord } from '../support/shops/run-records';
import { SwiftClock } from '../support/time/swift-clock';

/** Carries runs whose outcomes are collected; their reasons must not contain the letter 茶. */
function aCarrier(execute: RunExecutor) {
  const written: RunRecord[] = [];
  const clock = new SwiftClock(1);
  let onReleased: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (onReleased = resolve));
  const carrier = createRunCarrier({
    runs: {
      create: async () => undefined,
      findRunning: async () => null,
      takeOver: async () => null,
      release: async () => undefined,
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
      prune: async () => undefined,
    },
    runLog: { append: async () => undefined, read: async () => [] },
    leases: memoryLeases(clock),
    clock,
    logger: createQuietLogger(),
    execute,
    onReleased,
  });
  return { carrier, written, released };
}

test('the end of a run is stored without the reason if the reason cannot be stored', async () => {
  const { carrier, written } = aCarrier(async (run) => run);
  expect(await carrier.conclude(aRunRecord(), { status: 'failed', error: 'no place for 茶', reasons: [] })).toBe(true);
  expect(written).toMatchObject([
    { status: 'failed', phase: 'finished', error: expect.stringContaining("see the site's log") },
  ]);
});

test('a run that finds no database is not ended, so that it is resumed', async () => {
  const { carrier, written, released } = aCarrier(async () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  });
  carrier.launch(aRunRecord(), 'holder');
  await released;
  expect(written).toEqual([]);
});
