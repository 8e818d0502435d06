import type { EventLoop } from './clock';
import { milliseconds } from './durations';

/** Keeps long work from holding up everybody else in the process, above all shoppers during a run (behavior 5.12). */
export interface WorkScheduler {
  /** Whether others need the process now. */
  isCrowded(): boolean;
  /** Whether others wait for a transaction to end: they do on SQLite, which Strapi gives a single connection. */
  blocksReaders: boolean;
  /** Gives everybody a turn when the work has held the event loop for long; for loops of plain computing. */
  yieldIfDue(): Promise<void>;
  /**
   * Likewise, between the steps of a transaction. While others are busy and wait for it, it gets done instead: what is
   * to take its turn meanwhile would only make them wait longer.
   */
  yieldInTransactionIfDue(): Promise<void>;
  /**
   * Hands out the items in pieces that take some milliseconds, by what the piece before took and at most twice as large;
   * between two pieces others have their turn. While others are busy, there is a rest after each, the longer the busier they are, and pieces are
   * smaller where they hold others up. Without items there is one empty piece.
   */
  pieces<Item>(items: readonly Item[]): AsyncGenerator<Piece<Item>>;
}

export interface Piece<Item> {
  items: readonly Item[];
  isLast: boolean;
}

export interface WorkSchedulerOptions {
  loop: EventLoop;
  /** Whether others need the process now. */
  isCrowded: () => boolean;
  blocksReaders: boolean;
}

// How long computing may go on without a turn for others.
const longestBreath = milliseconds(8);
// What a piece aims to take: on a database with one connection, whoever comes in its middle waits for so long. Nobody but
// the first of a crowd does: a page of products is one piece unless the machine is slow.
const pieceGoal = milliseconds(100);
const pieceGoalWhileBlocking = milliseconds(12);
// Of the time that busy others leave, the work takes one part in five.
const partOfWhatIsLeft = 1 / 5;
// However busy they are, the work comes to an end. Where nobody is held up, most of a piece is waiting for the database.
const leastPartWhileBlocking = 1 / 50;
const leastPartBeside = 1 / 10;
// Who cancels or stops a run waits for a rest to end. A piece of the usual length asks for less even in the thickest crowd.
const longestRest = 1000;
// Until the first rest has shown how much of the time others take.
const guessedOthers = 1 / 2;
// Milliseconds, until the first piece has shown.
const guessedPerItem = 1;
// What one piece shows is believed within these: it may have been lucky, or have waited for something else.
const cheapestItem = 0.2;
const dearestItem = 10;
// Items that were cheap, since nothing of them had changed, say little of those that follow: no piece is more than twice
// as large as one that was seen.
const firstSize = 50;
const mostGrowth = 2;
// Nor is one larger where it holds others up, should all its items turn out dear. Six pages of products are two pieces.
const largestWhileBlocking = 150;

export function createWorkScheduler({ loop, isCrowded, blocksReaders }: WorkSchedulerOptions): WorkScheduler {
  const pieceGoalInCrowd = blocksReaders ? pieceGoalWhileBlocking : pieceGoal;
  const leastPart = blocksReaders ? leastPartWhileBlocking : leastPartBeside;
  let yieldedAt = loop.now();
  const largest = blocksReaders ? largestWhileBlocking : Infinity;
  let perItem = guessedPerItem;
  let seenSize = firstSize / mostGrowth;
  let others = guessedOthers;

  async function yieldIfDue(): Promise<void> {
    if (loop.now() - yieldedAt < longestBreath) return;
    await loop.turn();
    yieldedAt = loop.now();
  }

  async function restAfter(held: number): Promise<void> {
    const from = loop.now();
    const busyBefore = loop.busy();
    const part = Math.max(leastPart, (1 - others) * partOfWhatIsLeft);
    await loop.rest(milliseconds(Math.min(longestRest, Math.ceil(held / part - held))));
    others = Math.min(1, (loop.busy() - busyBefore) / (loop.now() - from));
  }

  return {
    isCrowded,
    blocksReaders,
    yieldIfDue,

    async yieldInTransactionIfDue() {
      if (!blocksReaders || !isCrowded()) await yieldIfDue();
    },

    async *pieces(items) {
      let start = 0;
      do {
        const crowded = isCrowded();
        const size = Math.min(sizeOf(crowded ? pieceGoalInCrowd : pieceGoal, perItem), seenSize * mostGrowth, largest);
        const end = Math.min(items.length, start + size);
        const from = loop.now();
        yield { items: items.slice(start, end), isLast: end === items.length };
        const passed = loop.now() - from;
        // Where nobody is held up, what passes in a crowd is mostly the time of the others: the work took no more than that.
        const isOurs = blocksReaders || !crowded;
        if (end > start)
          perItem = believable(isOurs ? passed / (end - start) : Math.min(perItem, passed / (end - start)));
        // A smaller one was the rest of what there was.
        if (end - start === size) seenSize = size;
        if (crowded) await restAfter(isOurs ? passed : (end - start) * perItem);
        else await loop.turn();
        start = end;
      } while (start < items.length);
    },
  };
}

function sizeOf(goal: number, perItem: number): number {
  return Math.max(1, Math.floor(goal / perItem));
}

function believable(perItem: number): number {
  return Math.min(dearestItem, Math.max(cheapestItem, perItem));
}
