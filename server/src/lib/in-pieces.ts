import { chunksOf } from './chunks';
import type { EventLoop } from './clock';

/** Hands out so many at a time; if there are more, others' work goes on before each piece. */
export async function* inPieces<Item>(
  items: readonly Item[],
  { size, loop }: { size: number; loop: Pick<EventLoop, 'turn'> },
): AsyncGenerator<readonly Item[], void> {
  for (const piece of chunksOf(items, size)) {
    if (items.length > size) await loop.turn();
    yield piece;
  }
}
