import type { Clock } from '../../lib/clock';
import { seconds } from '../../lib/durations';
import { describeError } from '../../lib/errors';
import type { Logger } from '../../lib/logger';
import type { ProductIndexRepair } from './product-index-repair';

// An import writes many records in a row, which are checked together.
const patience = seconds(1);
/** How long a repair is put off: instances of an earlier version are replaced one after another. */
const putOffFor = seconds(30);

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
      const { isPostponed } = await repair.repair(stopping.signal);
      if (isPostponed) void clock.wait(putOffFor, stopping.signal).then(repairSoon, () => undefined);
    } catch (error) {
      if (!stopping.signal.aborted)
        logger.error('bringing the product index up to date failed', { error: describeError(error) });
    }
  }

  function repairSoon(): void {
    if (isWanted || stopping.signal.aborted) return;
    isWanted = true;
    underWay = underWay.then(run);
  }

  return {
    /** Call when other code wrote records; calls during a repair merge into one more repair. */
    repairSoon,

    /**
     * Call before the site listens. Builds the product index if it was never built; otherwise deletes only rows of
     * products that no longer exist, as after the plugin was disabled.
     */
    async prepare(): Promise<void> {
      if (await repair.isMade()) await repair.removeOrphans();
      else await repair.repair(stopping.signal);
    },

    async stop(): Promise<void> {
      stopping.abort();
      await underWay;
    },
  };
}
