import type { MarketProductRecord } from '../catalog/model';
import { presentListItem, type ProductViewContext } from '../catalog/views';
import { chunksOf } from '../lib/chunks';
import type { EventLoop } from '../lib/clock';

// With all groups, some milliseconds.
const itemsAtOnce = 20;

/** The JSON of a list's items, made in pieces between which other requests are served. */
export async function listJson(
  records: readonly MarketProductRecord[],
  context: ProductViewContext,
  loop: Pick<EventLoop, 'turn'>,
): Promise<string> {
  const items: string[] = [];
  for (const some of chunksOf(records, itemsAtOnce)) {
    if (items.length > 0) await loop.turn();
    for (const record of some) items.push(JSON.stringify(presentListItem(record, context)));
  }
  return items.join(',');
}
