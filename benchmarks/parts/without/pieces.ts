import * as scheduling from '../../../server/src/lib/work-scheduler';
import { replaceModule } from '../replace-module';

/** Everything available is written in one transaction, regardless of waiting requests; pauses are unchanged. */
replaceModule('lib/work-scheduler', {
  createWorkScheduler(options: scheduling.WorkSchedulerOptions): scheduling.WorkScheduler {
    const scheduler = scheduling.createWorkScheduler(options);
    return {
      ...scheduler,
      async *batches(items) {
        for await (const { items: whole } of scheduler.batches([items])) {
          const [first] = whole;
          yield { items: first ?? [], isLast: true };
        }
      },
    };
  },
});
