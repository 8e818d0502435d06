import { createFairLine } from './fair-line';

/**
 * Gives the items of one iterable after the other: the next one begins when the one before it has ended, or was left.
 * @param caller on whose behalf the code that asks runs; callers come in turn
 */
export function createInTurn(caller: () => string) {
  const line = createFairLine(caller);
  let isTaken = false;

  return async function* inTurn<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item, void> {
    if (isTaken) await line.join();
    isTaken = true;
    try {
      yield* items;
    } finally {
      // The next in line has it at once.
      isTaken = line.letOneGo();
    }
  };
}
