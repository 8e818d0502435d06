import type { RunPhase } from '../../../contracts/admin/runs';
import { CommerceBridgeError } from '../lib/errors';

/** Somebody ended the run, or took it over, while this instance still worked on it; what it was writing is rolled back. */
export class RunEndedError extends CommerceBridgeError {
  readonly code = 'run_ended';

  constructor() {
    super('The run was ended or taken over by somebody else.');
  }
}

/** The process ended each time that it came to this part of the run. */
export class RunStuckError extends CommerceBridgeError {
  readonly code = 'run_stuck';

  constructor(stuck: { deaths: number; phase: RunPhase; page: number; item: string }) {
    const { deaths, phase, page, item } = stuck;
    const where = item === '' ? '' : `, while ${item} was brought over alone`;
    super(
      `The process ended ${deaths} times behind page ${page} of the phase ${phase}${where}, so the run was not taken over again. ` +
        'See the log of the process for why it ended, then start a new run.',
      { data: stuck },
    );
  }
}

/** No run may be under way for this. */
export class SyncBusyError extends CommerceBridgeError {
  readonly code = 'sync_busy';

  constructor() {
    super('A synchronisation is under way; wait for it or cancel it.');
  }
}

/** A slug that no cached product has. */
export class UnknownProductError extends CommerceBridgeError {
  readonly code = 'product_not_found';

  constructor(slug: string) {
    super(
      `No cached product has the slug ${JSON.stringify(slug)}; a product that is not cached yet can be named by its id.`,
      { data: { slug } },
    );
  }
}

/** A run that was taken up again found that the settings name another store than it began with. */
export class StoreChangedError extends CommerceBridgeError {
  readonly code = 'store_changed';

  constructor(stores: { begunWith: string; now: string }) {
    super(
      `The run began with the store ${stores.begunWith} and the settings now name ${stores.now}; start a new one.`,
      { data: stores },
    );
  }
}
