import type { MarketProductRecord } from '../catalog/model';
import { presentListItem, type ProductViewContext } from '../catalog/views';
import { chunksOf } from '../lib/chunks';
import type { EventLoop } from '../lib/clock';

// With all groups, two milliseconds or so.
const itemsAtOnce = 10;

/** The JSON of a page of products. @param items their JSON, separated by commas */
export function pageJson(items: string, { total, pageSize }: { total: number; pageSize: number }): string {
  return `{"products":[${items}],"total":${total},"pages":${Math.ceil(total / pageSize)}}`;
}

/** The JSON of a list's items, made in pieces between which other requests are served. */
export async function listJson(
  records: readonly MarketProductRecord[],
  context: ProductViewContext,
  loop: Pick<EventLoop, 'turn'>,
): Promise<string> {
  const items: string[] = [];
  for (const some of chunksOf(records, itemsAtOnce)) {
    if (records.length > itemsAtOnce) await loop.turn();
    for (const record of some) items.push(JSON.stringify(presentListItem(record, context)));
  }
  return items.join(',');
}
