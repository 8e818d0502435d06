import type { EventLoop } from './clock';
import { milliseconds } from './durations';

/** Keeps long-running work from blocking the rest of the process, above all shoppers during a run (behavior 5.12). */
export interface WorkScheduler {
  /** Whether a transaction blocks readers, as on SQLite, for which Strapi uses a single connection. */
  blocksReaders: boolean;
  /** Yields to the event loop when the work has held it for long; for CPU-bound loops. */
  yieldIfDue(): Promise<void>;
  /**
   * Like `yieldIfDue`, between the steps of a transaction. While readers are busy and wait for the transaction, it does
   * not yield: that would only make them wait longer.
   */
  yieldInTransactionIfDue(): Promise<void>;
  /**
   * Yields the items in batches that take some milliseconds each, sized by the duration of the previous batch; other
   * work runs between two batches. While the process is busy, a pause follows each batch, the longer the busier it is,
   * and batches are smaller where they block readers. Without items, there is one empty batch.
   */
  batches<Item>(items: readonly Item[]): AsyncGenerator<Batch<Item>>;
  /**
   * Call between the steps of work that mostly runs elsewhere, such as in a thread. While requests keep the process
   * busy, it rests long enough to leave some of the process's time idle, so that an arriving request does not wait.
   */
  leaveTimeForRequests(): Promise<void>;
  /** Runs a piece of work that cannot be split; while the process is busy, the same pause follows. */
  paced<Result>(work: () => Promise<Result>): Promise<Result>;
}

export interface Batch<Item> {
  items: readonly Item[];
  isLast: boolean;
}

export interface WorkSchedulerOptions {
  loop: EventLoop;
  /** Whether requests are competing for the process now. */
  isBusy: () => boolean;
  blocksReaders: boolean;
}

// How long computing may continue without yielding.
const longestSlice = milliseconds(8);
// The target duration of a batch: on a database with one connection, a request that arrives during one waits this long.
// Only the first of several does: a page of products is one batch unless the machine is slow.
const batchGoal = milliseconds(100);
const batchGoalWhileBlocking = milliseconds(12);
// The work takes one fifth of the time that busy readers leave idle.
const shareOfIdleTime = 1 / 5;
// However busy readers are, the work must finish. Where it does not block readers, it mostly waits for the database.
const leastShareWhileBlocking = 1 / 50;
const leastShareOtherwise = 1 / 10;
// Canceling or stopping a run waits for a pause to end. A batch of the usual length needs less even under the heaviest
// load.
const longestPause = 1000;
// The share of the process's time that may be in use while work runs elsewhere; above it, requests queue up.
const mostUsed = 0.7;
// However busy the process is, the pause after a step is at most this many times as long as the step.
const longestRelativePause = 4;
// In milliseconds, until the first batch has been measured.
const guessedPerItem = 1;
// The measurement of one batch is clamped to this range: it may have been lucky, or have waited for something else.
const cheapestItem = 0.2;
const costliestItem = 10;
// No batch is larger where it blocks readers: that items were cheap because nothing in them had changed says little
// about the next ones.
const largestWhileBlocking = 150;

export function createWorkScheduler({ loop, isBusy, blocksReaders }: WorkSchedulerOptions): WorkScheduler {
  const batchGoalWhenBusy = blocksReaders ? batchGoalWhileBlocking : batchGoal;
  const leastShare = blocksReaders ? leastShareWhileBlocking : leastShareOtherwise;
  let yieldedAt = loop.now();
  const largest = blocksReaders ? largestWhileBlocking : Infinity;
  let perItem = guessedPerItem;
  let others = 0;

  async function yieldIfDue(): Promise<void> {
    if (loop.now() - yieldedAt < longestSlice) return;
    await loop.turn();
    yieldedAt = loop.now();
  }

  async function restFor(duration: number): Promise<void> {
    const from = loop.now();
    const busyBefore = loop.busy();
    await loop.rest(milliseconds(Math.min(longestPause, Math.ceil(duration))));
    others = Math.min(1, (loop.busy() - busyBefore) / (loop.now() - from));
  }

  const pauseAfter = (held: number): Promise<void> =>
    restFor(held / Math.max(leastShare, (1 - others) * shareOfIdleTime) - held);

  /** When the last step ended, and the busy time until then. */
  let step = { from: loop.now(), busyBefore: loop.busy() };

  return {
    blocksReaders,
    yieldIfDue,

    async leaveTimeForRequests() {
      const span = loop.now() - step.from;
      const used = span === 0 ? 0 : (loop.busy() - step.busyBefore) / span;
      if (isBusy() && used > mostUsed) {
        const room = Math.max(mostUsed - others, (used - mostUsed) / longestRelativePause);
        await restFor((span * (used - mostUsed)) / room);
      }
      step = { from: loop.now(), busyBefore: loop.busy() };
    },

    async paced(work) {
      const from = loop.now();
      const result = await work();
      if (isBusy()) await pauseAfter(loop.now() - from);
      return result;
    },

    async yieldInTransactionIfDue() {
      if (!blocksReaders || !isBusy()) await yieldIfDue();
    },

    async *batches(items) {
      let start = 0;
      do {
        const busy = isBusy();
        const size = Math.min(sizeOf(busy ? batchGoalWhenBusy : batchGoal, perItem), largest);
        const end = Math.min(items.length, start + size);
        const from = loop.now();
        yield { items: items.slice(start, end), isLast: end === items.length };
        const passed = loop.now() - from;
        // Where the work does not block readers, most of the time that passes under load is spent on other work: it is
        // only an upper bound for this work.
        const isOurs = blocksReaders || !busy;
        if (end > start)
          perItem = clampedCost(isOurs ? passed / (end - start) : Math.min(perItem, passed / (end - start)));
        if (busy) await pauseAfter(isOurs ? passed : (end - start) * perItem);
        else await loop.turn();
        start = end;
      } while (start < items.length);
    },
  };
}

function sizeOf(goal: number, perItem: number): number {
  return Math.max(1, Math.floor(goal / perItem));
}

function clampedCost(perItem: number): number {
  return Math.min(costliestItem, Math.max(cheapestItem, perItem));
}
