import { randomUUID } from 'node:crypto';
import { createMachineClock } from '../../../server/src/database/database-clock';
import { createKnexLeaseStore } from '../../../server/src/database/knex-lease-store';
import { createKnexEventAdmin } from '../../../server/src/webhooks/knex-event-admin';
import { createKnexEventWork } from '../../../server/src/webhooks/knex-event-work';
import { createKnexEventWriter } from '../../../server/src/webhooks/knex-event-writer';
import type { Clock } from '../../../server/src/lib/clock';
import { milliseconds, type Milliseconds } from '../../../server/src/lib/durations';
import type { EventBatch } from '../../../server/src/webhooks/event-batches';
import type { BatchOutcome, EventEffects } from '../../../server/src/webhooks/event-effects';
import type { NewEvent } from '../../../server/src/webhooks/event-queue';
import { createEventWorker, type EventWorker, type WorkerSettings } from '../../../server/src/webhooks/event-worker';
import { ManualClock, settled } from '../time/clocks';
import { withWaitSignals } from '../time/followers';
import { openOwnTables } from '../databases/own-tables';
import { createQuietLogger } from '../quiet-logger';

type Apply = (batch: EventBatch, signal: AbortSignal) => Promise<BatchOutcome>;

/** A queue in a real database with workers, on a clock that a test moves. */
export async function eventSite() {
  const clock = new ManualClock();
  const waits = withWaitSignals(clock);
  const logger = createQuietLogger();
  const { database, close } = await openOwnTables();
  const parts = { database, clock: createMachineClock({ database, clock }) };
  const queue = { ...createKnexEventWriter(parts), ...createKnexEventWork(parts), ...createKnexEventAdmin(parts) };
  const settings: WorkerSettings = {
    webhookRetryDelays: [60, 300, 900, 1800, 3600],
    webhookProcessingTimeLimit: 60,
    eventRetentionDays: 7,
  };
  const workers: EventWorker[] = [];
  const dead = new Set<EventWorker>();
  const barred = new Set<EventWorker>();
  let areNotificationsLost = false;

  /** The applied batches, in order. */
  const applied: { batch: EventBatch; at: Date }[] = [];
  const site = {
    clock,
    logger,
    queue,
    settings,
    applied,

    /** How many listeners and dependent signals the signal with the most has, of those that end a wait. */
    mostFollowers: waits.mostFollowers,

    /** Starts a worker of a new instance; the test defines how it handles a batch. */
    startWorker(apply: Apply): EventWorker {
      const effects: EventEffects = {
        apply: (batch, signal) => {
          applied.push({ batch, at: clock.now() });
          return apply(batch, signal);
        },
      };
      // A dead worker never continues after a wait.
      const wait: Clock['wait'] = async (duration, signal) => {
        await waits.clock.wait(duration, signal);
        if (dead.has(worker)) await new Promise<never>(() => undefined);
      };
      const worker = createEventWorker({
        queue,
        leases: createKnexLeaseStore(parts),
        effects,
        isBarred: () => barred.has(worker),
        notifyOthers: () => (areNotificationsLost ? undefined : workers.forEach((other) => other.look())),
        isNotified: () => !areNotificationsLost,
        settings: async () => settings,
        recentSettings: async () => settings,
        clock: { now: () => clock.now(), monotonic: () => clock.monotonic(), wait },
        logger,
        newId: randomUUID,
      });
      workers.push(worker);
      void worker.run();
      return worker;
    },

    async add(given: Partial<NewEvent> = {}): Promise<void> {
      await queue.add([anEvent(given)]);
      for (const worker of workers) worker.wake();
    },

    /** An instance receives a delivery. */
    async receive(worker: EventWorker, given: Partial<NewEvent>): Promise<void> {
      await queue.add([anEvent(given)]);
      worker.wake();
    },

    /** Behaves as if the store's limits left nothing for this instance. */
    bar: (worker: EventWorker) => void barred.add(worker),

    /** Behaves as if Redis were down. */
    loseNotifications(): void {
      areNotificationsLost = true;
    },

    /** Kills an instance, no matter what it is doing. */
    kill(worker: EventWorker): void {
      dead.add(worker);
      workers.splice(workers.indexOf(worker), 1);
    },

    /** Advances the clock from one awaited moment to the next, so that workers can follow. */
    async pass(duration: Milliseconds): Promise<void> {
      const end = clock.now().getTime() + duration;
      for (;;) {
        await site.idle();
        const left = end - clock.now().getTime();
        if (left <= 0) return;
        await clock.advance(milliseconds(Math.min(left, clock.untilNext ?? left)));
      }
    },

    /** Resolves when every worker is waiting for the clock. */
    async idle(): Promise<void> {
      for (let quiet = 0; quiet < 25; quiet = clock.waiting >= workers.length ? quiet + 1 : 0) await settled();
    },

    events: async () =>
      (await queue.list({ status: null, entityId: null, productIds: null, page: 1, perPage: 100 })).events,

    async stopWorkers(): Promise<void> {
      for (const worker of workers.splice(0)) await worker.stop();
    },

    async close(): Promise<void> {
      await site.stopWorkers();
      await close();
    },
  };
  return site;
}

/** Applies everything successfully. */
export const applyAll = async (): Promise<BatchOutcome> => ({ failures: new Map(), unconfirmed: new Map() });

export const idsIn = ({ work }: EventBatch): number[] => work.map(({ entityId }) => entityId);

/** The ids from `first` to `last`. */
export const idsFrom = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

const anEvent = (given: Partial<NewEvent>): NewEvent => ({
  scope: 'store/product/updated',
  entity: 'product',
  entityId: 77,
  identity: null,
  ...given,
});

export type EventSite = Awaited<ReturnType<typeof eventSite>>;
