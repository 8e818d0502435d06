import type { Clock } from '../../lib/clock';
import { seconds } from '../../lib/durations';
import { describeError } from '../../lib/errors';
import type { Logger } from '../../lib/logger';
import type { ProductIndexRepair } from './product-index-repair';

// An import writes record after record: what it wrote is looked at together.
const patience = seconds(1);

/** Runs repairs in the background, one at a time. */
export function createProductIndexWatch({
  repair,
  clock,
  logger,
}: {
  repair: ProductIndexRepair;
  clock: Clock;
  logger: Logger;
}) {
  const stopping = new AbortController();
  let isWanted = false;
  let underWay: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    try {
      await clock.wait(patience, stopping.signal);
      isWanted = false;
      await repair.repair(stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted)
        logger.error('bringing the lists in step with the products failed', { error: describeError(error) });
    }
  }

  return {
    /** To be called when somebody else wrote records; what is wanted meanwhile is one more repair. */
    repairSoon(): void {
      if (isWanted || stopping.signal.aborted) return;
      isWanted = true;
      underWay = underWay.then(run);
    },

    /**
     * Before the site listens: makes the lists when they were never made, and lets go of what was listed and is no longer
     * there, as after the plugin was disabled; leaves all else to later.
     */
    async makeFirst(): Promise<void> {
      if (await repair.isMade()) await repair.removeOrphans();
      else await repair.repair(stopping.signal);
    },

    async stop(): Promise<void> {
      stopping.abort();
      await underWay;
    },
  };
}
