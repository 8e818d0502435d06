import { machineLoop } from '../../../server/src/lib/clock';
import { createWorkScheduler, type WorkScheduler } from '../../../server/src/lib/work-scheduler';

/** Schedules work as on a site that nobody reads. */
export const idleScheduler = (): WorkScheduler =>
  createWorkScheduler({ loop: machineLoop, isBusy: () => false, blocksReaders: false });
