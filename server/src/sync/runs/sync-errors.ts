import type { RunPhase } from '../../../../contracts/admin/runs';
import { CommerceBridgeError } from '../../lib/errors';

/** The run was ended or taken over while this instance still executed it; its open transaction is rolled back. */
export class RunEndedError extends CommerceBridgeError {
  readonly code = 'run_ended';

  constructor() {
    super('The sync was stopped, or another instance took over.');
  }
}

/** The process crashed each time it reached this part of the run. */
export class RunStuckError extends CommerceBridgeError {
  readonly code = 'run_stuck';

  constructor(stuck: { deaths: number; phase: RunPhase; page: number; item: string }) {
    const { deaths, phase, page, item } = stuck;
    const where = item === '' ? '' : `, while importing ${item} on its own`;
    super(
      `The server process crashed ${deaths} times after page ${page} of the ${phase} phase${where}, so the sync was not resumed. ` +
        'Check the process log for the cause, then start a new sync.',
      { data: stuck },
    );
  }
}

/** This is not possible while a run is under way. */
export class SyncBusyError extends CommerceBridgeError {
  readonly code = 'sync_busy';

  constructor() {
    super('A sync is already running. Wait for it to finish, or cancel it.');
  }
}

/** A slug that no cached product has. */
export class UnknownProductError extends CommerceBridgeError {
  readonly code = 'product_not_found';

  constructor(slug: string) {
    super(
      `No cached product has the slug ${JSON.stringify(slug)}. Use the id for a product that has not been imported yet.`,
      { data: { slug } },
    );
  }
}

/** The settings name another store than the one with which the resumed run began. */
export class StoreChangedError extends CommerceBridgeError {
  readonly code = 'store_changed';

  constructor(stores: { begunWith: string; now: string }) {
    super(
      `The sync started with the store ${stores.begunWith}, but the settings now name ${stores.now}. Start a new sync.`,
      { data: stores },
    );
  }
}
