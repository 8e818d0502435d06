import type { EventLoop } from './clock';
import { createFairLine } from './fair-line';

/**
 * A `turn` for work in pieces: in each iteration of the event loop, only one of all waiting pieces continues. So
 * whatever else becomes ready waits for at most one piece, however much work is under way. Callers take turns.
 *
 * @param options.caller returns the client on whose behalf the code that calls `turn` runs
 */
export function createFairTurns({
  loop,
  caller,
}: {
  loop: Pick<EventLoop, 'turn'>;
  caller: () => string;
}): EventLoop['turn'] {
  const line = createFairLine(caller);
  let isGoing = false;

  async function releaseAll(): Promise<void> {
    isGoing = true;
    while (!line.isEmpty()) {
      await loop.turn();
      line.releaseNext();
    }
    isGoing = false;
  }

  return () => {
    const gone = line.join();
    if (!isGoing) void releaseAll();
    return gone;
  };
}
