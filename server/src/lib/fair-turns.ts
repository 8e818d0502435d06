import type { EventLoop } from './clock';
import { createFairLine } from './fair-line';

/**
 * A `turn` for work in pieces: each time the event loop comes around, one piece of all that wait continues. What has become ready
 * meanwhile waits for one piece, however many are under way. Callers continue in turn.
 *
 * @param options.caller on whose behalf the code that asks for its turn runs
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

  async function letAllGo(): Promise<void> {
    isGoing = true;
    while (!line.isEmpty()) {
      await loop.turn();
      line.letOneGo();
    }
    isGoing = false;
  }

  return () => {
    const gone = line.join();
    if (!isGoing) void letAllGo();
    return gone;
  };
}
