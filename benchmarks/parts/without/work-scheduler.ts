import type { WorkScheduler, WorkSchedulerOptions } from '../../../server/src/lib/work-scheduler';
import { replaceModule } from '../replace-module';

/** No turns in the middle, no pieces, no rests. */
replaceModule('lib/work-scheduler', {
  createWorkScheduler: ({ isCrowded, blocksReaders }: WorkSchedulerOptions): WorkScheduler => ({
    isCrowded,
    blocksReaders,
    yieldIfDue: async () => undefined,
    yieldInTransactionIfDue: async () => undefined,
    async *pieces(items) {
      yield { items, isLast: true };
    },
  }),
});
