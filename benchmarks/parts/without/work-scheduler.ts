import type { WorkScheduler, WorkSchedulerOptions } from '../../../server/src/lib/work-scheduler';
import { replaceModule } from '../replace-module';

/** No yielding, no batches, no pauses. */
replaceModule('lib/work-scheduler', {
  createWorkScheduler: ({ blocksReaders }: WorkSchedulerOptions): WorkScheduler => ({
    blocksReaders,
    yieldIfDue: async () => undefined,
    yieldInTransactionIfDue: async () => undefined,
    leaveTimeForRequests: async () => undefined,
    paced: (work) => work(),
    async *batches(items) {
      yield { items, isLast: true };
    },
  }),
});
