import type { WorkScheduler, WorkSchedulerOptions } from '../../../server/src/lib/work-scheduler';
import { replaceModule } from '../replace-module';

/** No turns in the middle, no pieces, no rests. */
replaceModule('lib/work-scheduler', {
  createWorkScheduler: ({ blocksReaders }: WorkSchedulerOptions): WorkScheduler => ({
    blocksReaders,
    yieldIfDue: async () => undefined,
    yieldInTransactionIfDue: async () => undefined,
    async *batches(items) {
      yield { items, isLast: true };
    },
  }),
});
