import type { EventLoop } from './clock';
import { milliseconds } from './durations';

/** Keeps long work from holding up everybody else in the process: above all shoppers who read while a run is under way. */
export interface Courtesy {
  /** Gives everybody a turn when the work has held the event loop for long; for loops of plain computing. */
  breathe(): Promise<void>;
  /**
   * Likewise, between the steps of a transaction. While others are busy it gets done instead: on a database with one
   * connection they wait for it, and what is to take its turn meanwhile would only make them wait longer.
   */
  breatheInTransaction(): Promise<void>;
  /**
   * Hands out the items in pieces that take some milliseconds, by what the piece before took; between two pieces others
   * have their turn. While others are busy, pieces are smaller and there is a rest after each, the longer the
   * busier they are. Without items there is one empty piece.
   */
  pieces<Item>(items: readonly Item[]): AsyncGenerator<Piece<Item>>;
}

export interface Piece<Item> {
  items: readonly Item[];
  isLast: boolean;
}

export interface CourtesyOptions {
  loop: EventLoop;
  /** Whether others need the process now. */
  isCrowded: () => boolean;
}

// How long computing may go on without a turn for others.
const longestBreath = milliseconds(8);
// What a piece aims to take: on a database with one connection, whoever comes in its middle waits for so long. Nobody but
// the first of a crowd does: a page of products is one piece unless the machine is slow.
const pieceGoal = milliseconds(100);
const pieceGoalInCrowd = milliseconds(12);
// Of the time that busy others leave, the work takes one part in five.
const partOfWhatIsLeft = 1 / 5;
// However busy they are, the work comes to an end.
const leastPart = 1 / 50;
// Until the first rest has shown how much of the time others take.
const guessedOthers = 1 / 2;
// Milliseconds, until the first piece has shown.
const guessedPerItem = 1;

export function createCourtesy({ loop, isCrowded }: CourtesyOptions): Courtesy {
  let breathedAt = loop.now();
  let perItem = guessedPerItem;
  let others = guessedOthers;

  async function breathe(): Promise<void> {
    if (loop.now() - breathedAt < longestBreath) return;
    await loop.turn();
    breathedAt = loop.now();
  }

  async function restAfter(held: number): Promise<void> {
    const from = loop.now();
    const busyBefore = loop.busy();
    const part = Math.max(leastPart, (1 - others) * partOfWhatIsLeft);
    await loop.rest(milliseconds(Math.ceil(held / part - held)));
    others = Math.min(1, (loop.busy() - busyBefore) / (loop.now() - from));
  }

  return {
    breathe,

    async breatheInTransaction() {
      if (!isCrowded()) await breathe();
    },

    async *pieces(items) {
      let start = 0;
      do {
        const crowded = isCrowded();
        const end = Math.min(items.length, start + sizeOf(crowded ? pieceGoalInCrowd : pieceGoal, perItem));
        const from = loop.now();
        yield { items: items.slice(start, end), isLast: end === items.length };
        const held = loop.now() - from;
        if (end > start) perItem = held / (end - start);
        if (crowded) await restAfter(held);
        else await loop.turn();
        start = end;
      } while (start < items.length);
    },
  };
}

function sizeOf(goal: number, perItem: number): number {
  return perItem > 0 ? Math.max(1, Math.floor(goal / perItem)) : Infinity;
}
