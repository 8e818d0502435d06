import { randomUUID } from 'node:crypto';
import type { ChangedIds } from '../../../server/src/catalog/changes/change-log';
import { createOutboxWriter } from '../../../server/src/catalog/changes/outbox-writer';
import type { Database } from '../../../server/src/database/database';
import { createMachineClock } from '../../../server/src/database/database-clock';
import { createKnexLeaseStore } from '../../../server/src/database/knex-lease-store';
import { transact } from '../../../server/src/database/transact';
import type { Clock } from '../../../server/src/lib/clock';
import { seconds } from '../../../server/src/lib/durations';
import { createKnexOutboxQueue } from '../../../server/src/outbox/knex-outbox-queue';
import type { OutboxBatch, OutboxTarget } from '../../../server/src/outbox/outbox-target';
import { createOutboxWorker, type OutboxWorker } from '../../../server/src/outbox/outbox-worker';
import { ManualClock, settled } from '../time/clocks';
import { openOwnTables } from '../databases/own-tables';
import { createQuietLogger } from '../quiet-logger';

/** An outbox in a real database with workers, on a clock that a test moves; a test may change `names` meanwhile. */
export async function outboxSite({ names = ['cdn'], pause = seconds(0) } = {}) {
  const clock = new ManualClock();
  const logger = createQuietLogger();
  const { database, close } = await openOwnTables();
  const parts = { database, clock: createMachineClock({ database, clock }) };
  const writer = createOutboxWriter({ clock: parts.clock, targets: () => names });
  const queue = createKnexOutboxQueue(parts);
  const workers: OutboxWorker[] = [];
  const dead = new Set<OutboxWorker>();

  return {
    clock,
    logger,
    queue,

    /** Starts a worker of a new instance; the test defines what its targets do. */
    startWorker(
      deliver: (
        batch: OutboxBatch,
        name: string,
        signal: AbortSignal,
      ) => ReturnType<OutboxTarget['deliver']> | Promise<void>,
      { timeLimit }: Pick<OutboxTarget, 'timeLimit'> = {},
    ): OutboxWorker {
      const targets = async (): Promise<OutboxTarget[]> =>
        names.map((name) => ({
          name,
          pause,
          ...(timeLimit !== undefined && { timeLimit }),
          deliver: async (batch, signal) => (await deliver(batch, name, signal)) ?? undefined,
        }));
      // A dead worker never continues after a wait.
      const wait: Clock['wait'] = async (duration, signal) => {
        await clock.wait(duration, signal);
        if (dead.has(worker)) await new Promise<never>(() => undefined);
      };
      const worker = createOutboxWorker({
        queue,
        leases: createKnexLeaseStore(parts),
        targets,
        recentTargets: targets,
        clock: { now: () => clock.now(), monotonic: () => clock.monotonic(), wait },
        logger,
        redact: (text) => text.replaceAll('secret', '[redacted]'),
        newId: randomUUID,
        random: () => 1,
      });
      workers.push(worker);
      void worker.run();
      return worker;
    },

    /** The instance dies without notice. */
    kill: (worker: OutboxWorker) => void dead.add(worker),

    /** Commits a change, of which only the first instance is notified at once. */
    async change(change: ChangedIds): Promise<void> {
      await transact(database, (transaction) => writer.append(change, transaction));
      workers[0]?.wake();
      await idle(database);
    },

    /** The number of statements until `work` is done, except those of the test's own polling. */
    async statementsWithin(work: Promise<void>): Promise<number> {
      let count = 0;
      const note = ({ sql }: { sql: string }) => void (count += sql === idleStatement ? 0 : 1);
      database.on('query', note);
      await work;
      database.off('query', note);
      return count;
    },

    /** Waits until all work that only depends on the database is done. */
    idle: () => idle(database),

    async close(): Promise<void> {
      for (const worker of workers) if (!dead.has(worker)) await worker.stop();
      await close();
    },
  };
}

export type OutboxSite = Awaited<ReturnType<typeof outboxSite>>;

const idleStatement = 'select 1';

async function idle(database: Database): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) {
    await database.raw(idleStatement);
    await settled();
  }
}
