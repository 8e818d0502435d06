import { createFairLine } from './fair-line';

/**
 * Iterates only one iterable at a time: the next begins when the one before it has ended or its consumer has stopped.
 * @param caller returns the client on whose behalf the calling code runs; callers take turns
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
      // Passed directly to the next in line.
      isTaken = line.releaseNext();
    }
  };
}
