import type { Foundation } from '../database/create-foundation';
import { createKnexOutboxQueue } from './knex-outbox-queue';
import type { OutboxTarget } from './outbox-target';
import { createOutboxWorker } from './outbox-worker';

export interface OutboxParts extends Foundation {
  random: () => number;
  /** The targets at present. */
  targets: () => Promise<readonly OutboxTarget[]>;
  /** The targets, possibly a few seconds old. */
  recentTargets: () => Promise<readonly OutboxTarget[]>;
  /** Calls the listener whenever something was put into the outbox. */
  onOutbox: (listener: () => void) => void;
}

/** Joins what notifies external systems of changes to the catalog. */
export function createOutbox({ targets, onOutbox, ...parts }: OutboxParts) {
  const queue = createKnexOutboxQueue({ database: parts.database, clock: parts.databaseClock });
  const worker = createOutboxWorker({ ...parts, queue, targets, redact: parts.knownSecrets.redact });
  onOutbox(() => worker.wake());
  return {
    /** The progress of each target. */
    progress: async () => queue.progress((await targets()).map(({ name }) => name)),
    async retry(name: string) {
      await queue.retry(name);
      worker.wake();
    },
    /** To be called after something was put into the outbox without the listener being called. */
    wake: worker.wake,
    start: () => void worker.run(),
    stop: () => worker.stop(),
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
