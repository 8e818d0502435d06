import { expect, test } from 'vitest';
import { createRunCarrier } from '../../server/src/sync/run-carrier';
import type { RunRecord } from '../../server/src/sync/run-record';
import { memoryLeases } from '../support/instances/memory-stores';
import { createQuietLogger } from '../support/quiet-logger';
import { aRunRecord } from '../support/shops/run-records';
import { SwiftClock } from '../support/time/swift-clock';

test('the end of a run is stored without the reason if the reason cannot be stored', async () => {
  const written: RunRecord[] = [];
  const clock = new SwiftClock(1);
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
      forgetMarks: async () => undefined,
      forgetComplete: async () => undefined,
      isLasting: async () => true,
      prune: async () => undefined,
    },
    runLog: { append: async () => undefined, read: async () => [] },
    leases: memoryLeases(clock),
    clock,
    logger: createQuietLogger(),
    execute: async (run) => run,
  });

  expect(await carrier.conclude(aRunRecord(), { status: 'failed', error: 'no place for 茶', reasons: [] })).toBe(true);
  expect(written).toMatchObject([
    { status: 'failed', phase: 'finished', error: expect.stringContaining("see the site's log") },
  ]);
});
