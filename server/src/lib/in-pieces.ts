import { chunksOf } from './chunks';
import type { EventLoop } from './clock';

/** Yields pieces of at most `size` items; with more than one piece, the event loop runs other work before each. */
export async function* inPieces<Item>(
  items: readonly Item[],
  { size, loop }: { size: number; loop: Pick<EventLoop, 'turn'> },
): AsyncGenerator<readonly Item[], void> {
  for (const piece of chunksOf(items, size)) {
    if (items.length > size) await loop.turn();
    yield piece;
  }
}
